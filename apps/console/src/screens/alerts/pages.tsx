import { Pagination } from '@mantine/core';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { alertsTexts } from './alerts-texts.js';

/** As the interface pages its collections. */
const PAGE_SIZE = 30;

/** Leads through the pages of a list, where there is more than one. */
export function Pages({
  total = 0,
  page,
  onChange,
}: {
  total: number | undefined;
  page: number;
  onChange: (page: number) => void;
}) {
  const t = useTexts(alertsTexts);
  const { number } = useFormats();
  if (total <= PAGE_SIZE) return null;
  return (
    <Pagination
      total={Math.ceil(total / PAGE_SIZE)}
      value={page}
      onChange={onChange}
      getControlProps={(control) => ({ 'aria-label': t.pages[control] })}
      getItemProps={(item) => ({ 'aria-label': t.page(number(item)) })}
    />
  );
}

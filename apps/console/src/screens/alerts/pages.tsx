import { Pagination } from '@mantine/core';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { alertsTexts } from './alerts-texts.js';

/** As the interface pages its collections. */
const PAGE_SIZE = 30;

/** The last page that has anything. */
export function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

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
      total={lastPage(total)}
      value={page}
      onChange={onChange}
      getControlProps={(control) => ({ 'aria-label': t.pages[control] })}
      getItemProps={(item) => ({ 'aria-label': t.page(number(item)) })}
    />
  );
}

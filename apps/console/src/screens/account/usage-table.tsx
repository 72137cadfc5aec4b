import { Table, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { accountTexts } from './account-texts.js';

/** Calls and results of each of something. */
export function UsageTable({
  rows,
  label,
  testId,
}: {
  rows: readonly { readonly name: string; readonly calls: number; readonly results: number }[];
  label: string;
  testId: string;
}) {
  const t = useTexts(accountTexts);
  const { number } = useFormats();
  if (rows.length === 0) return <Text size="sm">{t.nothing}</Text>;
  return (
    <Table.ScrollContainer minWidth={300} type="native" tabIndex={0} aria-label={label}>
      <Table verticalSpacing={4} horizontalSpacing={6} data-testid={testId}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.name}</Table.Th>
            <Table.Th ta="right">{t.calls}</Table.Th>
            <Table.Th ta="right">{t.results}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, calls, results }, n) => (
            <Table.Tr key={n} data-row={name}>
              <Table.Th scope="row" fw={400} style={{ overflowWrap: 'break-word' }}>
                <Breakable text={name} />
              </Table.Th>
              <Table.Td ta="right">{number(calls)}</Table.Td>
              <Table.Td ta="right">{number(results)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** A route or a name that may be broken behind its signs, and not in the middle of a word. */
function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[/_])/).map((part, n) => (
    <Fragment key={n}>
      {part}
      <wbr />
    </Fragment>
  ));
}

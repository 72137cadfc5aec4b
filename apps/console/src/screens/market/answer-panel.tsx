import { Grid, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { API_URL } from '../../client/addresses.js';
import type { Schema } from '../../client/api.js';
import { CopyBlock } from '../../feedback/copy-block.js';
import { LastAnswer } from '../../feedback/last-answer.js';
import { Loading } from '../../feedback/loading.js';
import { Panel } from '../../feedback/panel.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useTexts } from '../../texts/texts.js';
import { useRoomForTable } from '../use-room-for-table.js';
import { questionAsCurl, type Question } from './market-state.js';
import { marketTexts } from './market-texts.js';
import { useAnalytics } from './use-market.js';

export type Groups = Schema<'ListingAnalytics'>['data'];

/** A question with its answer: a chart, the same as a table, and how to ask it in a shell. */
export function AnswerPanel({
  title,
  lead,
  testId,
  question,
  isReady,
  chart,
  heads,
  rows,
}: {
  title: string;
  lead: string;
  testId: string;
  question: Question;
  isReady: boolean;
  chart: (groups: Groups) => ReactNode;
  heads: readonly string[];
  rows: (groups: Groups) => readonly (readonly string[])[];
}) {
  const t = useTexts(marketTexts);
  const { data, error, isPlaceholderData, refetch } = useAnalytics(question, isReady);
  return (
    <Panel title={title} lead={lead} testId={testId}>
      {error !== null ? (
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading height={280} />
      ) : data.data.length === 0 ? (
        <Text size="sm" data-testid="no-events">
          {t.nothing}
        </Text>
      ) : (
        <LastAnswer isOld={isPlaceholderData} isBusy={isPlaceholderData}>
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 7 }}>{chart(data.data)}</Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Figures heads={heads} rows={rows(data.data)} label={title} />
            </Grid.Col>
          </Grid>
        </LastAnswer>
      )}
      <AsCurl question={question} />
    </Panel>
  );
}

function Figures({
  heads,
  rows,
  label,
}: {
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  label: string;
}) {
  const hasRoom = useRoomForTable();
  // What does not fit a phone: of many columns the second, a number of adverts, stands under the first.
  const isFolded = !hasRoom && heads.length > 4;
  const [heading, ...others] = isFolded ? [heads[0]!, ...heads.slice(2)] : heads;
  return (
    <Table.ScrollContainer
      minWidth={hasRoom ? 56 * heads.length : 0}
      maxHeight={320}
      type="native"
      tabIndex={0}
      aria-label={label}
    >
      <Table verticalSpacing={4} horizontalSpacing={hasRoom ? 6 : 4} fz={isFolded ? 'xs' : 'sm'} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              {heading}
              {isFolded && <Second text={heads[1]!} />}
            </Table.Th>
            {others.map((head) => (
              <Table.Th key={head} ta="right">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([first, second, ...values]) => (
            <Table.Tr key={first}>
              <Table.Th scope="row" fw={400} style={NO_WRAP}>
                {first}
                {isFolded && <Second text={second!} />}
              </Table.Th>
              {(isFolded ? values : [second!, ...values]).map((value, n) => (
                <Table.Td key={others[n]} ta="right" style={NO_WRAP}>
                  {value}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const NO_WRAP = { whiteSpace: 'nowrap' } as const;

function Second({ text }: { text: string }) {
  return (
    <Text size="xs" c="dimmed" fw={400}>
      {text}
    </Text>
  );
}

function AsCurl({ question }: { question: Question }) {
  const t = useTexts(marketTexts);
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <Stack gap="xs">
      <UnstyledButton aria-expanded={isOpen} onClick={toggle} w="fit-content" py={2}>
        <Text size="sm" td="underline">
          {t.asCurl}
        </Text>
      </UnstyledButton>
      {isOpen && <CopyBlock text={questionAsCurl(question, API_URL)} label={t.asCurl} />}
    </Stack>
  );
}

import { Accordion, Badge, Button, Group, List, Stack, Text } from '@mantine/core';
import type { Schema } from '../../client/api.js';
import { useAccount } from '../../client/use-account.js';
import { Loading } from '../../feedback/loading.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { correctTexts } from './correct-texts.js';
import { homePageTexts } from './home-page-texts.js';
import { Panel } from '../../feedback/panel.js';
import { SignalBars } from './signal-bars.js';
import { useSignalName } from './signal-names.js';
import { useWithdraw } from './use-decisions.js';
import { useGrouping } from './use-home.js';

type Grouping = Schema<'PropertyGrouping'>;

/** Why these adverts are one home: the evidence of every two of them, and what people decided. */
export function GroupingPanel({ uuid }: { uuid: string }) {
  const t = useTexts(homePageTexts);
  const { data, error, refetch } = useGrouping(uuid);
  return (
    <Panel title={t.grouping} lead={t.groupingLead} testId="grouping">
      {error !== null ? (
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading />
      ) : (
        <Stack>
          {data.pairs.length === 0 ? <Text>{t.oneAdvert}</Text> : <Pairs grouping={data} />}
          <Decisions decisions={data.decisions} />
        </Stack>
      )}
    </Panel>
  );
}

function Pairs({ grouping: { listings, pairs, pairCount } }: { grouping: Grouping }) {
  const t = useTexts(homePageTexts);
  const { number } = useFormats();
  const nameOf = (id: string) => listings.find(({ listingId }) => listingId === id)?.dataProvider ?? id;
  return (
    <>
      <Accordion variant="separated" defaultValue={pairs[0]!.listingIds.join('.')}>
        {pairs.map((pair) => (
          <Accordion.Item key={pair.listingIds.join('.')} value={pair.listingIds.join('.')} data-testid="pair">
            <Accordion.Control>
              <Group justify="space-between" gap="xs" pr="sm">
                <Text size="sm" fw={600}>
                  {pair.listingIds.map(nameOf).join(' · ')}
                </Text>
                <Group gap="xs">
                  {pair.decidedByHand !== null && <Badge color="grape">{t.byHand[pair.decidedByHand]}</Badge>}
                  <Badge variant="light" color={pair.bits >= 0 ? undefined : 'orange'} data-testid="bits">
                    {t.bits(number(pair.bits, 2))}
                  </Badge>
                </Group>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <PairEvidence pair={pair} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {pairCount > pairs.length && (
        <Text size="sm" c="dimmed">
          {t.morePairs(number(pairs.length), number(pairCount))}
        </Text>
      )}
    </>
  );
}

function PairEvidence({ pair }: { pair: Schema<'ListingPair'> }) {
  const t = useTexts(homePageTexts);
  const { number } = useFormats();
  const nameOf = useSignalName();
  return (
    <Stack gap="sm">
      <Text size="sm">{pair.bits >= 0 ? t.oddsFor(writeOdds(pair.bits, number)) : t.oddsAgainst}</Text>
      {pair.contradictions.length > 0 && (
        <Stack gap={2}>
          <Text size="sm" fw={700}>
            {t.contradictions}
          </Text>
          <List size="sm">
            {pair.contradictions.map((signal) => (
              <List.Item key={signal}>{nameOf(signal)}</List.Item>
            ))}
          </List>
        </Stack>
      )}
      <Text size="sm" data-testid="reasons">
        {pair.reasons.join(' · ')}
      </Text>
      <SignalBars signals={pair.signals} />
    </Stack>
  );
}

/** Each bit doubles the odds; to two digits, because evidence is no more exact than that. */
function writeOdds(bits: number, number: (value: number) => string): string {
  return number(Number((2 ** Math.min(bits, 40)).toPrecision(2)));
}

function Decisions({ decisions }: { decisions: Grouping['decisions'] }) {
  const t = useTexts(homePageTexts);
  const { dateTime } = useFormats();
  const { data: account } = useAccount();
  if (decisions.length === 0) return null;
  return (
    <List size="sm" spacing="xs">
      {decisions.map(({ id, kind, decidedAt, reason, withdrawnAt }) => (
        <List.Item key={id} data-testid="decision">
          {t.decided(t.decisions[kind], dateTime(decidedAt))}
          {reason !== null && ` – ${reason}`}
          {withdrawnAt !== null && ` (${t.withdrawn(dateTime(withdrawnAt))})`}
          {withdrawnAt === null && account?.isOperator === true && <TakeBack id={id} />}
        </List.Item>
      ))}
    </List>
  );
}

function TakeBack({ id }: { id: string }) {
  const t = useTexts(correctTexts);
  const withdraw = useWithdraw();
  return (
    <>
      {' '}
      <Button size="compact-sm" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate(id)}>
        {t.undo}
      </Button>
      {withdraw.error !== null && <ProblemNotice error={withdraw.error} />}
    </>
  );
}

import { Box, List, Stack, Text } from '@mantine/core';
import type { Schema } from '../../client/api.js';
import { Loading } from '../../feedback/loading.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useAttributeWords } from '../../homes/use-attribute-words.js';
import { useTexts } from '../../texts/texts.js';
import { activityTexts } from './activity-texts.js';
import { useExplanation } from './use-alerts.js';

type Verdict = Schema<'NodeVerdict'>;

/** Which conditions held when the event was made, each with what the listing stated. */
export function Explanation({
  alertId,
  eventId,
  currency,
}: {
  alertId: string;
  eventId: string;
  currency: string | null;
}) {
  const t = useTexts(activityTexts);
  const write = useStatedValue(currency);
  const { data, error } = useExplanation(alertId, eventId);
  if (error !== null) return <ProblemNotice error={error} />;
  if (data === undefined) return <Loading height={60} />;
  return (
    <Stack
      gap="xs"
      p="sm"
      data-testid="explanation"
      style={{ borderRadius: 8, background: 'var(--mantine-color-default-hover)' }}
    >
      <Text size="sm">{t.asked(data.sentence)}</Text>
      {!data.criteriaAreCurrent && (
        <Text size="sm" c="dimmed">
          {t.olderCriteria}
        </Text>
      )}
      {data.turned.length > 0 && (
        <Stack gap={2}>
          <Text size="sm" fw={700}>
            {t.turned}
          </Text>
          <List size="sm">
            {data.turned.map(({ path, node, asked, holds, before, after }) => (
              <List.Item key={`${node.join('.')} ${path}`}>
                {`${holds ? '✓' : '✗'} ${asked}: ${write(path, before)} → ${write(path, after)}`}
              </List.Item>
            ))}
          </List>
        </Stack>
      )}
      <Text size="sm" fw={700}>
        {data.after.matches ? t.matched : data.after.online ? t.didNotMatch : t.wasOffline}
      </Text>
      <VerdictTree verdict={data.after.verdict} write={write} />
    </Stack>
  );
}

function VerdictTree({ verdict, write }: { verdict: Verdict; write: (path: string, value: unknown) => string }) {
  const t = useTexts(activityTexts);
  return (
    <Box>
      <List size="sm" listStyleType="none" data-testid="conditions">
        {verdict.conditions.map(({ path, holds, asked, stated }) => (
          <List.Item key={`${path} ${asked}`} data-holds={holds}>
            <Text span fw={700} c={holds ? 'teal' : 'red'} aria-label={holds ? t.holds : t.fails} role="img">
              {holds ? '✓' : '✗'}
            </Text>{' '}
            {asked}
            {!isPlace(path) && ` – ${t.stated(write(path, stated))}`}
          </List.Item>
        ))}
      </List>
      {verdict.children.length > 0 && (
        <Box pl="md" style={{ borderLeft: '2px solid var(--mantine-color-default-border)' }}>
          <Text size="sm" c="dimmed">
            {verdict.operator === 'OR' ? t.oneOf : t.allOf}
          </Text>
          {verdict.children.map((child, n) => (
            <VerdictTree key={n} verdict={child} write={write} />
          ))}
        </Box>
      )}
    </Box>
  );
}

/** A place is asked for by name; what is stated of it are ids and points, which say no more. */
function isPlace(path: string): boolean {
  return path.startsWith('location');
}

/** What a listing stated for a condition. */
function useStatedValue(currency: string | null): (path: string, value: unknown) => string {
  const t = useTexts(activityTexts);
  const { write } = useAttributeWords();
  return (path, value) => {
    if (value === null || value === undefined) return t.nothingStated;
    if (Array.isArray(value)) return value.map((each) => String(each as string)).join(', ');
    const name = path.split('.').at(-1)!;
    return write(path in KNOWN ? KNOWN[path]! : name, value, currency);
  };
}

/** Conditions that have another name than the attribute they look at. */
const KNOWN: Readonly<Record<string, string>> = {
  'rooms.rooms': 'rooms',
  'rooms.bedrooms': 'bedrooms',
  'rooms.bathrooms': 'bathrooms',
  pricePerSquareMeter: 'price',
};

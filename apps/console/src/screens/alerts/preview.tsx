import { SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { Loading } from '../../feedback/loading.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { HomeCard } from '../../homes/home-card.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { EVENT_TYPES, type AlertDraft } from './alert-draft.js';
import { alertsTexts } from './alerts-texts.js';
import { eventTexts } from './event-texts.js';
import { usePreview } from './use-alerts.js';

const CARDS = 4;

/** What meets the conditions now, and what the last 30 days would have told. */
export function Preview({ draft }: { draft: AlertDraft }) {
  const t = useTexts(alertsTexts);
  const { types, meanings } = useTexts(eventTexts);
  const { number } = useFormats();
  const { data, error, refetch } = usePreview(draft);
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading height={640} />; // about what comes: what stands below does not jump
  const notified = draft.rules.filter(({ enabled }) => enabled !== false).map(({ eventType }) => eventType);
  return (
    <Stack data-testid="preview">
      <Text fw={600} data-testid="preview-sentence">
        {data.sentence}
      </Text>
      <Text aria-live="polite" data-testid="preview-total">
        {t.meetNow(number(data.totalItems), data.totalIsExact)}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        {data.items.slice(0, CARDS).map((property) => (
          <HomeCard key={property.uuid} property={property} />
        ))}
      </SimpleGrid>
      <Table verticalSpacing={4} maw={720} aria-label={t.lastDays}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.lastDays}</Table.Th>
            <Table.Th ta="right">{t.events}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {EVENT_TYPES.map((type) => (
            <Table.Tr key={type} data-event-type={type}>
              <Table.Td>
                <Text size="sm" fw={notified.includes(type) ? 700 : undefined}>
                  {types[type]}
                  {notified.includes(type) && ` · ${t.isSent}`}
                </Text>
                <Text size="xs" c="dimmed">
                  {meanings[type]}
                </Text>
              </Table.Td>
              <Table.Td ta="right">{number(data.events[type])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {data.eventsAreEstimated && (
        <Text size="sm" c="dimmed">
          {t.estimated(number(data.propertiesReplayed))}
        </Text>
      )}
    </Stack>
  );
}

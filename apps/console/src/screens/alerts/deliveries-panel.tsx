import { Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Loading } from '../../feedback/loading.js';
import { Panel } from '../../feedback/panel.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useTexts } from '../../texts/texts.js';
import { useRoomForTable } from '../use-room-for-table.js';
import type { Alert } from './alert-draft.js';
import { activityTexts } from './activity-texts.js';
import { AttemptBlock, AttemptRow } from './attempt.js';
import { Pages } from './pages.js';
import { ReplayForm } from './replay-form.js';
import { useDeliveries, useEvents, useResend } from './use-alerts.js';

/** Every attempt to deliver, newest first; new ones appear by themselves. */
export function DeliveriesPanel({ alert }: { alert: Alert }) {
  const t = useTexts(activityTexts);
  const hasRoom = useRoomForTable();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useDeliveries(alert.id, page);
  // The page of events that is shown above: an attempt names its events by their ids only.
  const { data: events } = useEvents(alert.id, 1);
  const typeOf = new Map(events?.items.map(({ id, eventType }) => [id, eventType]));
  const resend = useResend(alert.id);
  const shown = data?.items.map((attempt) => ({
    attempt,
    typeOf,
    isBusy: resend.isPending && resend.variables === attempt.id,
    onResend: () => resend.mutate(attempt.id),
  }));
  return (
    <Panel title={t.deliveries} lead={t.deliveriesLead} testId="deliveries">
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {resend.error !== null && <ProblemNotice error={resend.error} />}
      {data === undefined && error === null && <Loading />}
      {shown?.length === 0 && <Text size="sm">{alert.destinationStatus === null ? t.nowhere : t.noDelivery}</Text>}
      {shown !== undefined && shown.length > 0 && !hasRoom && (
        <Stack gap="xs">
          {shown.map((each) => (
            <AttemptBlock key={each.attempt.id} {...each} />
          ))}
        </Stack>
      )}
      {shown !== undefined && shown.length > 0 && hasRoom && (
        <Table.ScrollContainer minWidth={720} type="native" tabIndex={0} aria-label={t.deliveries}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                {[t.message, t.attempt, t.status, t.answer, t.when].map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
                <Table.Th aria-label={t.resend} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((each) => (
                <AttemptRow key={each.attempt.id} {...each} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Pages total={data?.total} page={page} onChange={setPage} />
      {alert.eventDestinationId !== null && <ReplayForm uuid={alert.id} />}
    </Panel>
  );
}

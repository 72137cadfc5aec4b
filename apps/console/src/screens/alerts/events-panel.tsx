import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Loading } from '../../feedback/loading.js';
import { Panel } from '../../feedback/panel.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useTexts } from '../../texts/texts.js';
import { EVENT_TYPES, type Alert, type EventType } from './alert-draft.js';
import { activityTexts } from './activity-texts.js';
import { EventCard } from './event-card.js';
import { eventTexts } from './event-texts.js';
import { Pages } from './pages.js';
import { useNow } from './since.js';
import { useEvents } from './use-alerts.js';

/** The events of an alert, newest first; new ones appear by themselves. */
export function EventsPanel({ alert }: { alert: Alert }) {
  const t = useTexts(activityTexts);
  const { types } = useTexts(eventTexts);
  const [page, setPage] = useState(1);
  const [type, setType] = useState<EventType>();
  const { data, error, refetch } = useEvents(alert.id, page, type);
  const now = useNow();
  return (
    <Panel title={t.events} lead={t.eventsLead} testId="events">
      <NativeSelect
        w="fit-content"
        aria-label={t.kindOfEvent}
        value={type ?? ''}
        onChange={(event) => {
          setPage(1);
          setType((event.currentTarget.value || undefined) as EventType | undefined);
        }}
        data={[{ value: '', label: t.allEvents }, ...EVENT_TYPES.map((each) => ({ value: each, label: types[each] }))]}
      />
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading height={640} />}
      {data?.items.length === 0 && <Text size="sm">{type === undefined ? t.noEventYet : t.noSuchEvent}</Text>}
      <Stack gap="xs" aria-live="polite" aria-relevant="additions">
        {data?.items.map((event) => (
          <EventCard key={event.id} alertId={alert.id} event={event} now={now} />
        ))}
      </Stack>
      <Pages total={data?.total} page={page} onChange={setPage} />
    </Panel>
  );
}

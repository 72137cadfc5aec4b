import { Anchor, Badge, Button, Card, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schema } from '../../client/api.js';
import { Loading } from '../../feedback/loading.js';
import { Panel } from '../../feedback/panel.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { Changes } from '../../homes/change-text.js';
import { useHomeWords } from '../../homes/use-home-words.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { EVENT_TYPES, type Alert, type EventType } from './alert-draft.js';
import { activityTexts } from './activity-texts.js';
import { Pages } from './pages.js';
import { eventTexts } from './event-texts.js';
import { Explanation } from './explanation.js';
import { seenFrom, useNow } from './since.js';
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
          <EventCard key={event.id} alert={alert} event={event} now={now} />
        ))}
      </Stack>
      <Pages total={data?.total} page={page} onChange={setPage} />
    </Panel>
  );
}

function EventCard({ alert, event, now }: { alert: Alert; event: Schema<'AlertEvent'>; now: number }) {
  const t = useTexts(activityTexts);
  const { types } = useTexts(eventTexts);
  const { title } = useHomeWords();
  const { price, area, dateTime, ago } = useFormats();
  const [isOpen, { toggle }] = useDisclosure();
  const { listing, change } = event;
  const facts = [
    price(listing.price, listing.currency),
    listing.area === null ? null : area(listing.area),
    listing.cityName,
    listing.dataProvider,
  ].filter((fact) => fact !== null);
  return (
    <Card withBorder padding="sm" component="article" data-testid="event" data-uuid={event.id}>
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Badge variant="light" data-testid="event-type">
              {types[event.eventType]}
            </Badge>
            <Text size="sm" c="dimmed" title={dateTime(event.createdAt)}>
              {ago(seenFrom(now, event.createdAt))}
            </Text>
          </Group>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={isOpen}
            aria-label={`${t.why}: ${types[event.eventType]}, ${title(listing)}`}
            onClick={toggle}
          >
            {t.why}
          </Button>
        </Group>
        <Anchor component={Link} to={`/homes/${event.propertyId}`} size="sm" fw={600}>
          {title(listing)}
        </Anchor>
        <Text size="sm">{facts.join(' · ')}</Text>
        <Changes changes={change} currency={listing.currency} />
        {isOpen && <Explanation alertId={alert.id} eventId={event.id} currency={listing.currency} />}
      </Stack>
    </Card>
  );
}

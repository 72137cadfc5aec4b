import { Anchor, Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schema } from '../../client/api.js';
import { Changes } from '../../homes/change-text.js';
import { useHomeWords } from '../../homes/use-home-words.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { activityTexts } from './activity-texts.js';
import { eventTexts } from './event-texts.js';
import { Explanation } from './explanation.js';
import { seenFrom } from './since.js';

/** An event with its home, and why it was recorded where that is asked for. `found` says which alert it is of. */
export function EventCard({
  alertId,
  event,
  now,
  found,
}: {
  alertId: string;
  event: Schema<'AlertEvent'>;
  now: number;
  found?: ReactNode;
}) {
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
        {found}
        <Anchor component={Link} to={`/homes/${event.propertyId}`} size="sm" fw={600}>
          {title(listing)}
        </Anchor>
        <Text size="sm">{facts.join(' · ')}</Text>
        <Changes changes={change} currency={listing.currency} />
        {isOpen && <Explanation alertId={alertId} eventId={event.id} currency={listing.currency} />}
      </Stack>
    </Card>
  );
}

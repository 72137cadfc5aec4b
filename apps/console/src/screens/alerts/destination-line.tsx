import { Badge, Group, Text } from '@mantine/core';
import { useTexts } from '../../texts/texts.js';
import { useFormats } from '../../texts/formats.js';
import type { Alert } from './alert-draft.js';
import { alertsTexts } from './alerts-texts.js';

const COLORS = {
  ACTIVE: undefined,
  FAILING: 'orange',
  SWITCHED_OFF: 'red',
  UNSUBSCRIBED: 'orange',
  UNCONFIRMED: 'yellow',
} as const;

/** Where an alert's messages go, and whether that place takes them. */
export function DestinationLine({ alert, withReason = false }: { alert: Alert; withReason?: boolean }) {
  const t = useTexts(alertsTexts);
  const { dateTime } = useFormats();
  const address = alert.destinationWebhookUrl ?? alert.destinationEmail;
  const status = alert.destinationStatus;
  if (address === null || status === null) {
    return (
      <Text size="sm" c="dimmed" data-testid="destination">
        {t.noDestination}
      </Text>
    );
  }
  return (
    <Group gap="xs" data-testid="destination">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {address}
      </Text>
      <Badge variant="light" color={COLORS[status.state]}>
        {t.states[status.state]}
      </Badge>
      {withReason && status.state !== 'ACTIVE' && (
        <Text size="sm" w="100%">
          {[status.since !== null ? t.since(dateTime(status.since)) : null, status.reason].filter(Boolean).join(' ')}
        </Text>
      )}
    </Group>
  );
}

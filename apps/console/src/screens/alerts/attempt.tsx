import { Badge, Button, Card, Group, Stack, Table, Text } from '@mantine/core';
import type { Schema } from '../../client/api.js';
import { NOT_STATED, useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { activityTexts } from './activity-texts.js';
import type { EventType } from './alert-draft.js';
import { countTypes } from './count-types.js';
import { eventTexts } from './event-texts.js';
import { useExactTime } from './use-exact-time.js';

type Attempt = Schema<'EventNotification'>;
interface Shown {
  readonly attempt: Attempt;
  /** The types of the events that are known, by their ids. */
  readonly typeOf: ReadonlyMap<string, EventType>;
  readonly isBusy: boolean;
  readonly onResend: () => void;
}

const COLORS = { PENDING: 'blue', DELIVERED: undefined, FAILED: 'red', SUSPENDED: 'orange', SKIPPED: 'gray' } as const;
const isOpen = ({ status }: Attempt) => status === 'PENDING' || status === 'SUSPENDED';

/** An attempt to deliver as a row of a table. */
export function AttemptRow(shown: Shown) {
  const { number } = useFormats();
  const { attempt } = shown;
  return (
    <Table.Tr data-testid="attempt" data-status={attempt.status} data-uuid={attempt.id}>
      <Table.Td valign="top">
        <Message {...shown} />
      </Table.Td>
      <Table.Td valign="top">{number(attempt.attemptNumber)}</Table.Td>
      <Table.Td valign="top">
        <Status attempt={attempt} />
      </Table.Td>
      <Table.Td valign="top">
        <Answer attempt={attempt} />
      </Table.Td>
      <Table.Td valign="top">
        <When attempt={attempt} />
      </Table.Td>
      <Table.Td valign="top" ta="right">
        <Resend {...shown} />
      </Table.Td>
    </Table.Tr>
  );
}

/** The same where a table does not fit. */
export function AttemptBlock(shown: Shown) {
  const t = useTexts(activityTexts);
  const { number } = useFormats();
  const { attempt } = shown;
  const isAnswered = attempt.responseStatus !== null || attempt.lastErrorMessage !== null;
  return (
    <Card
      withBorder
      padding="sm"
      component="article"
      data-testid="attempt"
      data-status={attempt.status}
      data-uuid={attempt.id}
    >
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Status attempt={attempt} />
            <Text size="sm">{`${t.attempt} ${number(attempt.attemptNumber)}`}</Text>
          </Group>
          <Resend {...shown} />
        </Group>
        <When attempt={attempt} />
        <Message {...shown} />
        {isAnswered && <Answer attempt={attempt} />}
      </Stack>
    </Card>
  );
}

function Message({ attempt: { eventId, eventIds, channel, destinationAddress }, typeOf }: Shown) {
  const t = useTexts(activityTexts);
  const { types } = useTexts(eventTexts);
  const { number, says } = useFormats();
  const ids = eventIds ?? (eventId === null ? [] : [eventId]);
  const named = countTypes(ids, typeOf)
    ?.map(([type, count]) => (count === 1 ? types[type] : `${types[type]} × ${number(count)}`))
    .join(', ');
  const many = t.eventCount(number(ids.length));
  const what = named === undefined ? many : ids.length === 1 ? named : says(many, named);
  return (
    <div>
      <Text size="sm">{eventId === null ? t.testMessage : what}</Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {`${t.channels[channel]} · ${destinationAddress}`}
      </Text>
    </div>
  );
}

function Status({ attempt: { status } }: Pick<Shown, 'attempt'>) {
  const t = useTexts(activityTexts);
  return (
    <Badge variant="light" color={COLORS[status]} miw="max-content">
      {t.statuses[status]}
    </Badge>
  );
}

function Answer({ attempt: { responseStatus, lastErrorMessage } }: Pick<Shown, 'attempt'>) {
  return (
    <>
      {responseStatus !== null && <Text size="sm">{`HTTP ${responseStatus}`}</Text>}
      {lastErrorMessage !== null && <Text size="sm">{lastErrorMessage}</Text>}
      {responseStatus === null && lastErrorMessage === null && NOT_STATED}
    </>
  );
}

function When({ attempt }: Pick<Shown, 'attempt'>) {
  const t = useTexts(activityTexts);
  const exactTime = useExactTime();
  return (
    <Stack gap={0}>
      <Text size="sm">{exactTime(attempt.deliveredAt ?? attempt.updatedAt)}</Text>
      {isOpen(attempt) && attempt.scheduledAt !== null && (
        <Text size="xs" fw={700} data-testid="next-try">
          {t.nextTry(exactTime(attempt.scheduledAt))}
        </Text>
      )}
    </Stack>
  );
}

function Resend({ attempt, isBusy, onResend }: Shown) {
  const t = useTexts(activityTexts);
  if (isOpen(attempt) || attempt.eventId === null) return null;
  return (
    <Button size="compact-sm" variant="default" loading={isBusy} onClick={onResend}>
      {t.resend}
    </Button>
  );
}

import type { DestinationChannel } from '@gable/domain/alert';
import type { Transaction } from '../../database.js';
import { newId } from '../../new-id.js';
import { uuidArray } from './array-literals.js';
import type { EventRow } from './insert-events.js';
import { AlertsMovedOn } from './consumer-errors.js';
import type { DecidedEvent } from './consumer-rows.js';

/** Where an alert's events are told. */
export interface NotifiedAlert {
  readonly alertId: string;
  readonly accountId: string;
  readonly xid: number;
  readonly destinationId: string;
  readonly channel: DestinationChannel;
  readonly address: string;
}

/**
 * Locks the alerts whose events are told, until the step commits: one that is switched off waits, and then finds the notifications it has to skip. Throws
 * AlertsMovedOn where one is no longer the version that was matched.
 */
export async function lockNotifiedAlerts(
  transaction: Transaction,
  events: readonly DecidedEvent[],
): Promise<ReadonlyMap<string, NotifiedAlert>> {
  const versions = new Map(events.filter(({ told }) => told).map(({ alertId, alertXid }) => [alertId, alertXid]));
  if (versions.size === 0) return new Map();
  const told = await transaction.query<NotifiedAlert>(LOCK_ALERTS, [uuidArray([...versions.keys()], (id) => id)]);
  const current = told.filter(({ alertId, xid }) => versions.get(alertId) === xid);
  if (current.length !== versions.size)
    throw new AlertsMovedOn(`${versions.size - current.length} alerts were written while they were matched.`);
  return new Map(told.map((alert) => [alert.alertId, alert]));
}

/** The mail of each alert that the sender has not taken yet, by alert; locked, so that it is not taken before the step commits. */
export async function openMails(
  transaction: Transaction,
  told: ReadonlyMap<string, NotifiedAlert>,
): Promise<Map<string, string>> {
  const mailed = [...told.values()].filter(({ channel }) => channel === 'EMAIL');
  if (mailed.length === 0) return new Map();
  const rows = await transaction.query<{ alertId: string; deliveryId: string }>(LOCK_MAILS, [
    uuidArray(mailed, ({ alertId }) => alertId),
    uuidArray(mailed, ({ destinationId }) => destinationId),
  ]);
  return new Map(rows.map(({ alertId, deliveryId }) => [alertId, deliveryId]));
}

/** Writes the first attempt of every delivery that begins with one of these events, and answers how many. */
export async function insertNotifications(
  transaction: Transaction,
  events: readonly EventRow[],
  told: ReadonlyMap<string, NotifiedAlert>,
  now: Date,
): Promise<number> {
  const firsts = new Map<string, EventRow>(); // by delivery
  for (const event of events) {
    if (event.deliveryId !== null && !firsts.has(event.deliveryId)) firsts.set(event.deliveryId, event);
  }
  if (firsts.size === 0) return 0;
  const rows = [...firsts].map(([deliveryId, { id, alertId }]) => ({ deliveryId, eventId: id, ...told.get(alertId)! }));
  const written = await transaction.query<{ count: number }>(INSERT_NOTIFICATIONS, [
    uuidArray(rows, () => newId()),
    uuidArray(rows, ({ accountId }) => accountId),
    uuidArray(rows, ({ alertId }) => alertId),
    uuidArray(rows, ({ eventId }) => eventId),
    uuidArray(rows, ({ deliveryId }) => deliveryId),
    rows.map(({ channel }) => channel),
    uuidArray(rows, ({ destinationId }) => destinationId),
    rows.map(({ address }) => address),
    now,
  ]);
  return written[0]!.count;
}

// In the order of ids, as every step locks them. A share lock: workers of different shards never meet here, writers of the alert wait.
const LOCK_ALERTS = `
  select alert.id as "alertId", alert.account_id as "accountId", alert.xid::text::bigint as xid, destination.id as "destinationId", destination.channel, destination.address
  from alert join event_destination destination on destination.id = alert.destination_id
  where alert.id = any($1::uuid[]) and alert.active and alert.deleted_at is null order by alert.id for share of alert`;

const LOCK_MAILS = `
  select mail.alert_id as "alertId", mail.delivery_id as "deliveryId"
  from unnest($1::uuid[], $2::uuid[]) as asked(alert_id, destination_id)
  join event_notification mail on mail.alert_id = asked.alert_id and mail.destination_id = asked.destination_id
  where mail.status = 'PENDING' and mail.attempt_number = 1 and mail.taken_at is null and mail.channel = 'EMAIL' and mail.event_id is not null
  order by mail.alert_id, mail.id for update of mail`;

// A delivery that stands there already is a mail that later events join.
const INSERT_NOTIFICATIONS = `
  with written as (
    insert into event_notification (id, account_id, alert_id, event_id, delivery_id, channel, destination_id, destination_address, attempt_number, status, scheduled_at, created_at, updated_at)
    select new.*, 1, 'PENDING', $9::timestamptz, $9, $9
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::uuid[], $8::text[]) as new(id, account_id, alert_id)
    order by alert_id, id
    on conflict on constraint event_notification_attempt do nothing
    returning id
  )
  select count(*) from written`;

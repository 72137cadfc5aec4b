import type { DestinationChannel } from '@gable/domain/alert';
import type { Transaction } from '../../database.js';
import { newId } from '../../new-id.js';
import { uuidArray } from './array-literals.js';
import type { EventRow } from './insert-events.js';
import { AlertsMovedOn } from './consumer-errors.js';
import type { DecidedEvent } from './consumer-rows.js';
import { INSERT_NOTIFICATIONS, LOCK_ALERTS, LOCK_MAILS } from '../statements/commit-step.js';

/** Where an alert's events are sent. */
export interface NotifiedAlert {
  readonly alertId: string;
  readonly accountId: string;
  readonly xid: number;
  readonly destinationId: string;
  readonly channel: DestinationChannel;
  readonly address: string;
}

/**
 * Locks the alerts whose events are notified, until the step commits: one that is switched off waits, and then finds the
 * notifications it has to skip. Throws AlertsMovedOn where one is no longer the version that was matched.
 */
export async function lockNotifiedAlerts(
  transaction: Transaction,
  events: readonly DecidedEvent[],
): Promise<ReadonlyMap<string, NotifiedAlert>> {
  const versions = new Map(events.filter(({ told }) => told).map(({ alertId, alertXid }) => [alertId, alertXid]));
  if (versions.size === 0) return new Map();
  const notified = await transaction.query<NotifiedAlert>(LOCK_ALERTS, [uuidArray([...versions.keys()], (id) => id)]);
  const current = notified.filter(({ alertId, xid }) => versions.get(alertId) === xid);
  if (current.length !== versions.size)
    throw new AlertsMovedOn(`${versions.size - current.length} alerts were written while they were matched.`);
  return new Map(notified.map((alert) => [alert.alertId, alert]));
}

/**
 * The mail of each alert that the sender has not taken yet, by alert; locked, so that it is not taken before the step
 * commits.
 */
export async function openMails(
  transaction: Transaction,
  notified: ReadonlyMap<string, NotifiedAlert>,
): Promise<Map<string, string>> {
  const mailed = [...notified.values()].filter(({ channel }) => channel === 'EMAIL');
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
  notified: ReadonlyMap<string, NotifiedAlert>,
  now: Date,
): Promise<number> {
  const firsts = new Map<string, EventRow>(); // by delivery
  for (const event of events) {
    if (event.deliveryId !== null && !firsts.has(event.deliveryId)) firsts.set(event.deliveryId, event);
  }
  if (firsts.size === 0) return 0;
  const rows = [...firsts].map(([deliveryId, { id, alertId }]) => ({
    deliveryId,
    eventId: id,
    ...notified.get(alertId)!,
  }));
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

import { firstAttempt } from '@gable/domain/delivery';
import { uuidArray } from '../../database/array-literals.js';
import type { Transaction } from '../../database/database.js';
import { newAttempt, queueAttempts } from '../../delivery/queue-attempts.js';
import { newId } from '../../database/new-id.js';
import type { EventRow } from './insert-events.js';
import type { NotifiedAlert } from './lock-alerts.js';
import { LOCK_MAILS, READ_NEXT_MAILS } from '../statements/commit-step.js';

/** Mails of the alerts that a step notifies, by alert. */
export interface AlertMails {
  /** The mail that the sender has not taken yet, which further events join. */
  readonly open: Map<string, string>;
  /** The earliest time of a new mail, in milliseconds since 1970; absent where none was ever sent. */
  readonly nextMailAt: ReadonlyMap<string, number>;
}

/** Reads the mails of these alerts. Open ones are locked, so that none is taken before the step commits. */
export async function readMails(
  transaction: Transaction,
  notified: ReadonlyMap<string, Pick<NotifiedAlert, 'alertId' | 'channel' | 'destinationId'>>,
): Promise<AlertMails> {
  const mailed = [...notified.values()].filter(({ channel }) => channel === 'EMAIL');
  if (mailed.length === 0) return { open: new Map(), nextMailAt: new Map() };
  const rows = await transaction.query<{ alertId: string; deliveryId: string }>(LOCK_MAILS, [
    uuidArray(mailed, ({ alertId }) => alertId),
    uuidArray(mailed, ({ destinationId }) => destinationId),
  ]);
  const open = new Map(rows.map(({ alertId, deliveryId }) => [alertId, deliveryId]));
  const fresh = mailed.filter(({ alertId }) => !open.has(alertId));
  if (fresh.length === 0) return { open, nextMailAt: new Map() };
  // After the locks: the sender that they waited for has taken a mail, and the next one has to wait.
  const next = await transaction.query<{ alertId: string; nextMailAt: Date }>(READ_NEXT_MAILS, [
    uuidArray(fresh, ({ alertId }) => alertId),
  ]);
  return { open, nextMailAt: new Map(next.map(({ alertId, nextMailAt }) => [alertId, nextMailAt.getTime()])) };
}

/**
 * Queues the first attempt of every mail that begins with one of these events, and answers how many. Webhooks are
 * queued with their events.
 */
export async function insertMails(
  transaction: Transaction,
  events: readonly EventRow[],
  notified: ReadonlyMap<string, NotifiedAlert>,
  { nextMailAt }: AlertMails,
  now: Date,
): Promise<number> {
  const firsts = new Map<string, EventRow>(); // by delivery
  for (const event of events) {
    const { deliveryId, attemptId } = event;
    if (deliveryId !== null && attemptId === null && !firsts.has(deliveryId)) firsts.set(deliveryId, event);
  }
  const writtenAt = now.getTime();
  // A delivery that stands there already is a mail that later events join: its attempt is left alone.
  return queueAttempts(
    transaction,
    [...firsts].map(([deliveryId, { id: eventId, alertId }]) =>
      newAttempt(
        newId(now),
        { deliveryId, eventId },
        notified.get(alertId)!,
        firstAttempt(writtenAt, nextMailAt.get(alertId)),
        writtenAt,
      ),
    ),
  );
}

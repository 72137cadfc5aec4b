import { firstAttempt, resentAttempt } from '@gable/domain/delivery';
import type { DestinationChannel } from '@gable/domain/alert';
import { announce } from '../announcements/announcements.js';
import type { Database, Transaction } from '../database/database.js';
import { newId } from '../database/new-id.js';
import { welcomeDestination } from './destinations.js';
import { reopenEndpoint } from './endpoint-rows.js';
import { queueAttempts } from './queue-attempts.js';
import {
  FORGET_BODIES,
  HURRY,
  LOCK_ALERT,
  LOCK_ALERT_OF_ATTEMPT,
  LOCK_DELIVERIES,
  READ_DESTINATION,
  READ_LAST_ATTEMPTS,
  SELECT_ENDED,
} from './statements/request-deliveries.js';
import { skipSentences } from './skip-store.js';
import { END_SKIPPED } from './statements/skips.js';

/** Why a resend, a test or a replay cannot be queued. */
export type RequestRefusal = 'NOT_FOUND' | 'NO_DESTINATION';

/** Which deliveries of an alert are sent again: those begun in the period. */
export interface ReplaySelection {
  readonly since: Date;
  /** Exclusive. */
  readonly until?: Date;
  /** Only those that failed for good; else those that were delivered or skipped, too. */
  readonly onlyFailed?: boolean;
  /** Goes on after this one, which an earlier step answered. */
  readonly after?: string;
}

/** One step of a replay. */
export interface Replayed {
  readonly queued: number;
  /** Where the next step goes on; null where nothing is left. */
  readonly after: string | null;
}

/** Deliveries that one step of a replay queues at most: what a transaction of a second or two can hold. */
export const REPLAY_LIMIT = 10_000;

/**
 * What owners ask for. Everything asked for goes to where the alert sends now, bears the delivery's id, begins the
 * schedule anew, and gives a destination that was switched off one try.
 */
export class DeliveryRequestStore {
  constructor(private readonly database: Database) {}

  /** Sends a delivery again: its next attempt, or the one that waits, at once. Answers the attempt's id. */
  async resend(
    accountId: string,
    notificationId: string,
    now: Date,
  ): Promise<{ notificationId: string } | { refused: RequestRefusal }> {
    return this.queue(async (transaction) => {
      const [found] = await transaction.query<{ deliveryId: string; destinationId: string | null }>(
        LOCK_ALERT_OF_ATTEMPT,
        [accountId, notificationId],
      );
      if (!found) return { refused: 'NOT_FOUND' };
      const target = await readTarget(transaction, found.destinationId);
      if (!target) return { refused: 'NO_DESTINATION' };
      await reopenEndpoint(transaction, target.endpointId, now);
      await endSkipped(transaction, [found.deliveryId], now);
      const [waiting] = await transaction.query<{ id: string }>(HURRY, [found.deliveryId, now]);
      if (waiting) return { notificationId: waiting.id };
      const [id] = await queueAgain(transaction, accountId, [found.deliveryId], target, now);
      return id === undefined ? { refused: 'NOT_FOUND' } : { notificationId: id }; // retention took it meanwhile
    });
  }

  /**
   * Queues a message that says it is a test. Answers the attempt's id. An address that has to confirm is asked for it
   * once more, within the bounds.
   */
  async test(
    accountId: string,
    alertId: string,
    now: Date,
  ): Promise<{ notificationId: string } | { refused: RequestRefusal }> {
    return this.queue(async (transaction) => {
      const [alert] = await transaction.query<{ destinationId: string | null }>(LOCK_ALERT, [accountId, alertId]);
      if (!alert) return { refused: 'NOT_FOUND' };
      const target = await readTarget(transaction, alert.destinationId);
      if (!target) return { refused: 'NO_DESTINATION' };
      await welcomeDestination(transaction, target.endpointId, now);
      const attempt = {
        id: newId(now),
        deliveryId: newId(now),
        accountId,
        alertId,
        eventId: null,
        writtenAt: now.getTime(),
      };
      await queueAttempts(transaction, [{ ...attempt, ...target, ...firstAttempt(now.getTime()) }]);
      return { notificationId: attempt.id };
    });
  }

  /**
   * Sends the alert's deliveries of a period again, the oldest first and `REPLAY_LIMIT` at most; those that wait anyway
   * are left alone.
   */
  async replay(
    accountId: string,
    alertId: string,
    { since, until, onlyFailed = false, after }: ReplaySelection,
    now: Date,
  ): Promise<Replayed | { refused: RequestRefusal }> {
    return this.queue(async (transaction) => {
      const [alert] = await transaction.query<{ destinationId: string | null }>(LOCK_ALERT, [accountId, alertId]);
      if (!alert) return { refused: 'NOT_FOUND' };
      const target = await readTarget(transaction, alert.destinationId);
      if (!target) return { refused: 'NO_DESTINATION' };
      await reopenEndpoint(transaction, target.endpointId, now);
      const found = await transaction.query<{ id: string; deliveryId: string }>(SELECT_ENDED, [
        alertId,
        since,
        until ?? null,
        onlyFailed,
        REPLAY_LIMIT + 1,
        after ?? null,
      ]);
      const deliveries = found.slice(0, REPLAY_LIMIT);
      const ids = deliveries.map(({ deliveryId }) => deliveryId);
      await endSkipped(transaction, ids, now);
      await queueAgain(transaction, accountId, ids, target, now);
      return { queued: deliveries.length, after: found.length > REPLAY_LIMIT ? deliveries.at(-1)!.id : null };
    });
  }

  private async queue<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const done = await this.database.transaction(work);
    announce(this.database, 'deliveries');
    return done;
  }
}

/** Where an alert sends now. */
interface Target {
  destinationId: string;
  endpointId: number;
  channel: DestinationChannel;
  address: string;
}

/** Read after the alert is locked: nobody gives it another destination meanwhile. */
async function readTarget(transaction: Transaction, destinationId: string | null): Promise<Target | undefined> {
  if (destinationId === null) return undefined;
  return (await transaction.query<Target>(READ_DESTINATION, [destinationId]))[0];
}

/** What a write of the alert has ended is written down before it begins anew: the sweep would no longer find it. */
async function endSkipped(transaction: Transaction, deliveryIds: readonly string[], now: Date): Promise<void> {
  await transaction.query(LOCK_DELIVERIES, [deliveryIds]);
  await transaction.query(END_SKIPPED, [deliveryIds, now, skipSentences()]);
}

interface LastAttempt {
  accountId: string;
  alertId: string;
  eventId: string | null;
  deliveryId: string;
  attemptNumber: number;
}

/** Begins a new round of deliveries that have ended, and answers the ids of its first attempts. */
async function queueAgain(
  transaction: Transaction,
  accountId: string,
  deliveryIds: readonly string[],
  target: Target,
  now: Date,
): Promise<string[]> {
  await transaction.query(FORGET_BODIES, [deliveryIds]);
  const last = await transaction.query<LastAttempt>(READ_LAST_ATTEMPTS, [deliveryIds, accountId]);
  const attempts = last.map((attempt) => ({
    ...attempt,
    ...target,
    ...resentAttempt(attempt.attemptNumber, now.getTime()),
    id: newId(now),
    writtenAt: now.getTime(),
  }));
  await queueAttempts(transaction, attempts);
  return attempts.map(({ id }) => id);
}

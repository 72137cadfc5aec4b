import type { QueuedAttempt } from '@gable/domain/delivery';
import type { DestinationChannel } from '@gable/domain/alert';
import { intArray, uuidArray } from '../database/array-literals.js';
import type { Queryable } from '../database/database.js';
import { QUEUE_ATTEMPTS } from './statements/queue-attempts.js';

/** An attempt to queue: which one it is and when (`QueuedAttempt`), of which delivery, and where it goes. */
export interface NewAttempt extends QueuedAttempt {
  readonly id: string;
  readonly accountId: string;
  readonly alertId: string;
  /** The event notified, the first of several; null for a test. */
  readonly eventId: string | null;
  readonly deliveryId: string;
  readonly endpointId: number;
  readonly channel: DestinationChannel;
  readonly destinationId: string;
  readonly address: string;
  /** In milliseconds since 1970. */
  readonly writtenAt: number;
}

/**
 * Puts an attempt together. Field by field: thousands go in one statement, and objects that are spread cost ten times
 * as much.
 */
export function newAttempt(
  id: string,
  delivery: Pick<NewAttempt, 'deliveryId' | 'eventId'>,
  target: Pick<NewAttempt, 'accountId' | 'alertId' | 'endpointId' | 'channel' | 'destinationId' | 'address'>,
  queued: QueuedAttempt,
  writtenAt: number,
): NewAttempt {
  return {
    id,
    accountId: target.accountId,
    alertId: target.alertId,
    eventId: delivery.eventId,
    deliveryId: delivery.deliveryId,
    attemptNumber: queued.attemptNumber,
    roundStart: queued.roundStart,
    endpointId: target.endpointId,
    channel: target.channel,
    destinationId: target.destinationId,
    address: target.address,
    scheduledAt: queued.scheduledAt,
    dueAt: queued.dueAt,
    writtenAt,
  };
}

/**
 * Queues attempts: the only way to do it. Writes each attempt, the delivery's place in the queue and the wake-up of its
 * endpoint together, so that no writer forgets one of them. Answers how many were written; an attempt that stands there
 * already is left alone.
 */
export async function queueAttempts(queryable: Queryable, attempts: readonly NewAttempt[]): Promise<number> {
  if (attempts.length === 0) return 0;
  const [written] = await queryable.query<{ count: number }>(QUEUE_ATTEMPTS, [
    uuidArray(attempts, ({ id }) => id),
    uuidArray(attempts, ({ accountId }) => accountId),
    uuidArray(attempts, ({ alertId }) => alertId),
    uuidArray(attempts, ({ eventId }) => eventId),
    uuidArray(attempts, ({ deliveryId }) => deliveryId),
    intArray(attempts, ({ attemptNumber }) => attemptNumber),
    intArray(attempts, ({ roundStart }) => roundStart),
    intArray(attempts, ({ endpointId }) => endpointId),
    attempts.map(({ channel }) => channel),
    uuidArray(attempts, ({ destinationId }) => destinationId),
    attempts.map(({ address }) => address),
    intArray(attempts, ({ scheduledAt }) => scheduledAt),
    intArray(attempts, ({ dueAt }) => dueAt),
    intArray(attempts, ({ writtenAt }) => writtenAt),
  ]);
  return written!.count;
}

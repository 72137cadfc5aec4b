import type { WaitsFor } from '@gable/domain/delivery';
import type { Queryable, Transaction } from '../database/database.js';
import { askFirstTime } from './ask-to-confirm.js';
import { BLOCK_QUEUES, RELEASE_QUEUES } from './statements/write-endpoints.js';

/** A queue that waits for something other than its time. */
export interface BlockedQueue {
  readonly endpointId: number;
  readonly waitsFor: WaitsFor;
  /** The earliest time in it. */
  readonly earliest: Date;
}

/**
 * Leaves queues alone until they are released: however many there are, they cost nothing. Addresses that were never
 * asked are asked to confirm.
 */
export async function blockQueues(
  transaction: Transaction,
  blocked: readonly BlockedQueue[],
  now: Date,
): Promise<void> {
  if (blocked.length === 0) return;
  const unconfirmed = blocked.filter(({ waitsFor }) => waitsFor === 'CONFIRMATION');
  if (unconfirmed.length > 0)
    await askFirstTime(
      transaction,
      unconfirmed.map(({ endpointId }) => endpointId),
      now,
    );
  await transaction.query(BLOCK_QUEUES, [
    blocked.map(({ endpointId }) => endpointId),
    blocked.map(({ waitsFor }) => waitsFor),
    blocked.map(({ earliest }) => earliest),
  ]);
}

/**
 * Has the queues looked at that need not wait, by a worker that has a mail server: another one without, or with an
 * older setting, may have blocked them. A queue that was released while a claim was about to block it is found here,
 * too.
 */
export async function releaseQueues(database: Queryable, now: Date): Promise<void> {
  await database.query(RELEASE_QUEUES, [now]);
}

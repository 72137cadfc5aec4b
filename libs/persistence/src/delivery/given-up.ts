import { skipMessage } from '@gable/domain/delivery';
import type { Transaction } from '../database/database.js';
import { END_QUEUE } from './statements/end-queue.js';

/**
 * What deliveries say that ended because their destination was given up; FAILED, so that a replay of what failed finds
 * them.
 */
const SWITCHED_OFF_MESSAGE =
  'DESTINATION_SWITCHED_OFF: The destination failed for 5 days and was switched off; ' +
  'send a test, or take it from the alert and give it again, then replay what failed.';
export const SUPPRESSED_MESSAGE = skipMessage('ADDRESS_SUPPRESSED');

/** Why an endpoint was given up, as alerts show it. */
export const switchedOffReasonOf = (lastMessage: string): string =>
  `DESTINATION_SWITCHED_OFF: It failed for 5 days. The last failure was ${lastMessage}`;

/**
 * Ends some of what waits for an endpoint that was given up, and answers how much; deliveries under way end by
 * themselves.
 */
export async function endQueue(
  transaction: Transaction,
  { id, switched_off_reason: reason }: { id: number; switched_off_reason: string | null },
  now: Date,
): Promise<number> {
  const isSuppressed = reason?.startsWith('ADDRESS_SUPPRESSED') ?? false;
  const [status, message] = isSuppressed ? ['SKIPPED', SUPPRESSED_MESSAGE] : ['FAILED', SWITCHED_OFF_MESSAGE];
  const [counted] = await transaction.query<{ count: number }>(END_QUEUE, [id, now, status, message, ENDED_AT_ONCE]);
  return counted!.count;
}

const ENDED_AT_ONCE = 500;

import { ALERT_EVENT_TYPES, type AlertEventType } from '@gable/domain/alert';
import { skipMessage, type SkipReason } from '@gable/domain/delivery';
import type { Transaction } from '../database/database.js';
import { SKIP_ALL, SKIP_ELSEWHERE, SKIP_EVENTS, SKIP_UNNOTIFIED } from './statements/skip-attempts.js';

// What an alert has queued and need no longer send is SKIPPED with the change that makes it so. The sender asks again
// before it sends: a matching step that is under way during the change may still queue something.

/** Everything that waits. */
export async function skipQueued(
  transaction: Transaction,
  alertId: string,
  reason: SkipReason,
  now: Date,
): Promise<void> {
  await skip(transaction, SKIP_ALL, [alertId, now, skipMessage(reason)]);
}

/** What waits and notifies of an event; a test goes out from an alert that is switched off, too. */
export async function skipEvents(
  transaction: Transaction,
  alertId: string,
  reason: SkipReason,
  now: Date,
): Promise<void> {
  await skip(transaction, SKIP_EVENTS, [alertId, now, skipMessage(reason)]);
}

/** What waits for another destination than this one; null where there is none now. */
export async function skipElsewhere(
  transaction: Transaction,
  alertId: string,
  destinationId: string | null,
  now: Date,
): Promise<void> {
  const reason = skipMessage(destinationId === null ? 'DESTINATION_REMOVED' : 'DESTINATION_CHANGED');
  await skip(transaction, SKIP_ELSEWHERE, [alertId, now, reason, destinationId]);
}

/**
 * What waits and notifies of no event of the types that are still asked for. A gathered mail stays as long as one of
 * its events does; tests always stay.
 */
export async function skipUnnotified(
  transaction: Transaction,
  alertId: string,
  notified: readonly AlertEventType[],
  now: Date,
): Promise<void> {
  const codes = notified.map((type) => ALERT_EVENT_TYPES.indexOf(type));
  await skip(transaction, SKIP_UNNOTIFIED, [alertId, now, skipMessage('RULE_OFF'), codes]);
}

/**
 * Twice: the first time may have waited for a sender that was writing down a failed attempt, and the next attempt,
 * which came with it, is only there for a statement that begins afterwards.
 */
async function skip(transaction: Transaction, statement: string, parameters: readonly unknown[]): Promise<void> {
  await transaction.query(statement, parameters);
  await transaction.query(statement, parameters);
}

import { ALERT_EVENT_TYPES, type AlertEventType } from '@gable/domain/alert';
import type { SkipReason } from '@gable/domain/delivery';
import type { Transaction } from '../database/database.js';
import { ORDER_SKIP } from './statements/skips.js';

/** Why what an alert has queued is not sent any more. */
export type OrderedSkip =
  | { readonly reason: Extract<SkipReason, `ALERT_${string}` | `DESTINATION_${string}`> }
  /** What notifies of no event of the types that are still asked for; a gathered mail stays as long as one is. */
  | { readonly reason: 'RULE_OFF'; readonly notified: readonly AlertEventType[] };

/**
 * What the alert has queued so far is not sent any more, from the moment that the transaction commits: one row says it
 * for all of it, however much it is, and the sweep writes it to each. The caller has locked the alert, so that whoever
 * queues has committed before, or queues for the alert as it is then. What is queued later has a later epoch: an alert
 * that is switched on again sends that, and nothing older. A test goes out from an alert that is switched off, too.
 */
export async function orderSkip(
  transaction: Transaction,
  alertId: string,
  skip: OrderedSkip,
  now: Date,
): Promise<void> {
  const notified = skip.reason === 'RULE_OFF' ? skip.notified.map((type) => ALERT_EVENT_TYPES.indexOf(type)) : [];
  await transaction.query(ORDER_SKIP, [alertId, skip.reason, notified.sort((a, b) => a - b), now]);
}

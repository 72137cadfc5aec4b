import { ALERT_EVENT_TYPES, type AlertEventType } from '@gable/domain/alert';
import { skipMessage, type SkipReason } from '@gable/domain/delivery';
import type { Transaction } from '../database.js';

// What an alert has queued and need no longer send is SKIPPED with the change that makes it so. The sender asks again before it sends: a matching
// step that is under way during the change may still queue something.

/** Everything that waits. */
export async function skipQueued(
  transaction: Transaction,
  alertId: string,
  reason: SkipReason,
  now: Date,
): Promise<void> {
  await skip(transaction, SKIP_OPEN, [alertId, now, skipMessage(reason)]);
}

/** What waits and tells an event; a test goes out from an alert that is switched off, too. */
export async function skipEvents(
  transaction: Transaction,
  alertId: string,
  reason: SkipReason,
  now: Date,
): Promise<void> {
  await skip(transaction, `${SKIP_OPEN} and event_id is not null`, [alertId, now, skipMessage(reason)]);
}

/** What waits for another destination than this one; null where there is none now. */
export async function skipElsewhere(
  transaction: Transaction,
  alertId: string,
  destinationId: string | null,
  now: Date,
): Promise<void> {
  const reason = skipMessage(destinationId === null ? 'DESTINATION_REMOVED' : 'DESTINATION_CHANGED');
  await skip(transaction, `${SKIP_OPEN} and destination_id is distinct from $4`, [alertId, now, reason, destinationId]);
}

/** What waits and tells no event of the types that are still told. A gathered mail stays as long as one of its events does; tests always stay. */
export async function skipUnnotified(
  transaction: Transaction,
  alertId: string,
  told: readonly AlertEventType[],
  now: Date,
): Promise<void> {
  const codes = told.map((type) => ALERT_EVENT_TYPES.indexOf(type));
  await skip(transaction, `${SKIP_OPEN} ${ONLY_UNTOLD}`, [alertId, now, skipMessage('RULE_OFF'), codes]);
}

/**
 * Twice: the first time may have waited for a sender that was writing down a failed attempt, and the next attempt, which came with it, is only there for a
 * statement that begins afterwards.
 */
async function skip(transaction: Transaction, statement: string, parameters: readonly unknown[]): Promise<void> {
  await transaction.query(statement, parameters);
  await transaction.query(statement, parameters);
}

const SKIP_OPEN = `
  update event_notification notification set status = 'SKIPPED', last_error_message = $3, scheduled_at = null, updated_at = $2
  where alert_id = $1 and status in ('PENDING', 'SUSPENDED')`;

// The first event of a delivery by its key, the others by alert_event_gathered.
const ONLY_UNTOLD = `
  and event_id is not null
  and not exists (select from alert_event event where event.alert_id = $1 and event.id = notification.event_id and event_type = any($4::smallint[]))
  and not exists (
    select from alert_event event
    where event.delivery_id = notification.delivery_id and event.delivery_id <> event.id and event.alert_id = $1 and event_type = any($4::smallint[]))`;

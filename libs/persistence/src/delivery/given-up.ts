import type { Transaction } from '../database.js';

/** What deliveries say that ended because their destination was given up; FAILED, so that a replay of what failed finds them. */
const SWITCHED_OFF_MESSAGE =
  'DESTINATION_SWITCHED_OFF: The destination failed for 5 days and was switched off; send a test or write it anew, then replay what failed.';
export const SUPPRESSED_MESSAGE =
  'ADDRESS_SUPPRESSED: The mail server said that there is no such mailbox; write the address anew to send to it again.';

/** Why an endpoint was given up, as alerts show it. */
export const switchedOffReasonOf = (lastMessage: string): string =>
  `DESTINATION_SWITCHED_OFF: It failed for 5 days. The last failure was ${lastMessage}`;

/** Ends some of what waits for an endpoint that was given up, and answers how much; deliveries under way end by themselves. */
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

// $1 endpoint, $2 now, $3 status, $4 sentence, $5 at most
const END_QUEUE = `
  with doomed as (
    select delivery.id, delivery.alert_id, notification.account_id, notification.id as notification_id
    from delivery join event_notification notification on notification.account_id = delivery.account_id and notification.id = delivery.notification_id
    where delivery.endpoint_id = $1 and delivery.owner is null limit $5 for update skip locked
  ), told as (
    update event_notification notification set status = $3, last_error_message = $4, scheduled_at = null, updated_at = $2
    from doomed where notification.account_id = doomed.account_id and notification.id = doomed.notification_id and notification.status = 'PENDING'
  ), payload as (
    delete from delivery_payload using doomed where delivery_payload.delivery_id = doomed.id
  ), mail as (
    update alert_mail set delivery_id = null from doomed where alert_mail.alert_id = doomed.alert_id and alert_mail.delivery_id = doomed.id
  ), gone as (
    delete from delivery using doomed where delivery.id = doomed.id
  )
  select count(*) from doomed`;

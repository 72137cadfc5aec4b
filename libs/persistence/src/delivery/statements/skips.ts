import { SKIP_REASON } from '../statement-fragments.js';

/**
 * Ends what an alert has queued, where it has queued anything. The same skip once more takes the earlier one's place: a
 * later epoch ends the same and more. $1 alert, $2 the reason, $3 codes of the types that are still notified, $4 now
 */
export const ORDER_SKIP = `
  with raised as (
    update alert set queue_epoch = queue_epoch + 1
    where id = $1
      and exists (select from event_notification where alert_id = $1 and status in ('PENDING', 'SUSPENDED'))
    returning id, queue_epoch
  )
  insert into alert_skip (alert_id, reason, notified, epoch, sweep_at)
  select id, $2, $3::smallint[], queue_epoch, $4 from raised
  on conflict (alert_id, reason, notified) do update set epoch = excluded.epoch, swept_to = null,
    has_left_over = false, sweep_at = excluded.sweep_at`;

/** Skips with rows left to sweep, locked; the one that waits longest first. $1 now, $2 at most */
export const PICK_SKIPS = `
  select alert_id as "alertId", reason, notified, swept_to as "sweptTo", has_left_over as "hasLeftOver"
  from alert_skip where sweep_at <= $1 order by sweep_at limit $2 for update skip locked`;

/** Locks what is to end, and ends it: of a CTE called examined, with the sentence of each reason in $3; $2 now. */
const endExamined = (condition: string, patience: string): string => `
  doomed as (
    select examined.* from examined
    join delivery on delivery.id = examined.delivery_id
    join event_notification notification
      on notification.account_id = examined.account_id and notification.id = examined.id
    where examined.reason is not null and delivery.notification_id = examined.id
      and notification.status in ('PENDING', 'SUSPENDED') and ${condition}
    order by delivery.id for update of delivery, notification ${patience}
  ), ended as (
    update event_notification notification
    set status = 'SKIPPED', last_error_message = $3::jsonb ->> doomed.reason, scheduled_at = null, updated_at = $2
    from doomed where notification.account_id = doomed.account_id and notification.id = doomed.id
  ), payload as (
    delete from delivery_payload using doomed where delivery_payload.delivery_id = doomed.delivery_id
  ), mail as (
    update alert_mail set delivery_id = null
    from doomed where alert_mail.alert_id = doomed.alert_id and alert_mail.delivery_id = doomed.delivery_id
  ), gone as (
    delete from delivery using doomed where delivery.id = doomed.delivery_id
  )`;

/**
 * One portion of what an alert has queued: of the events after $4 (null: from the first), $5 at most, and as many
 * tests. Answers where it came to, whether there is more, and how much could not be ended now: it is under way, or
 * somebody writes it. $1 alert, $2 now, $3 sentences by reason
 */
export const SWEEP_SKIPPED = `
  with events as (
    select account_id, id, alert_id, event_id, delivery_id from event_notification
    where alert_id = $1 and status in ('PENDING', 'SUSPENDED') and ($4::uuid is null or event_id > $4)
      and event_id is not null
    order by event_id limit $5
  ), tests as (
    select account_id, id, alert_id, event_id, delivery_id from event_notification
    where alert_id = $1 and status in ('PENDING', 'SUSPENDED') and event_id is null limit $5
  ), examined as (
    select notification.*, ${SKIP_REASON} as reason
    from (select * from events union all select * from tests) notification
    join delivery on delivery.id = notification.delivery_id and delivery.notification_id = notification.id
  ), ${endExamined('delivery.owner is null', 'skip locked')}
  select (select count(*) from events) as events,
    (select event_id from events order by event_id desc limit 1) as "sweptTo",
    (select count(*) from doomed) as ended,
    (select count(*) from examined where reason is not null) - (select count(*) from doomed) as "leftOver"`;

/**
 * Ends those of these deliveries that a skip has ended already, those under way too: they are about to begin anew. $1
 * deliveries, $2 now, $3 sentences by reason
 */
export const END_SKIPPED = `
  with examined as (
    select notification.account_id, notification.id, notification.alert_id, notification.delivery_id,
      ${SKIP_REASON} as reason
    from unnest($1::uuid[]) as asked(id)
    join delivery on delivery.id = asked.id
    join event_notification notification
      on notification.account_id = delivery.account_id and notification.id = delivery.notification_id
    where notification.status = 'PENDING'
  ), ${endExamined('true', '')}
  select count(*) as ended from doomed`;

/**
 * Writes how far a skip was swept. $1 alert, $2 reason, $3 types, $4 to where, $5 something is left over, $6 when on
 */
export const WRITE_SWEPT = `
  update alert_skip set swept_to = $4, has_left_over = $5, sweep_at = $6
  where alert_id = $1 and reason = $2 and notified = $3::smallint[]`;

/** Nothing is left of it. $1 alert, $2 reason, $3 types */
export const REMOVE_SKIP = 'delete from alert_skip where alert_id = $1 and reason = $2 and notified = $3::smallint[]';

/** Those of claimed deliveries that may not go out any more, with the reason. $1 deliveries */
export const READ_SKIPPED = `
  select * from (
    select delivery.id, ${SKIP_REASON} as reason
    from delivery join event_notification notification
      on notification.account_id = delivery.account_id and notification.id = delivery.notification_id
    where delivery.id = any($1::uuid[])
      and exists (select from alert_skip where alert_skip.alert_id = delivery.alert_id)
  ) asked where reason is not null`;

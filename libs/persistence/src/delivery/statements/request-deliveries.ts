import { SKIPPED_FOR } from '../statement-fragments.js';

/** An attempt, of a table called notification, that waits and is not sent any more: the sweep has not come to it. */
const IS_SKIPPED = `(${SKIPPED_FOR}) is not null`;

/** Which destination an alert has; the alert is locked. $1 account, $2 alert */
export const LOCK_ALERT = `
  select destination_id as "destinationId" from alert
  where account_id = $1 and id = $2 and deleted_at is null for no key update`;

/** The delivery of an attempt, and which destination its alert has now; the alert is locked. $1 account, $2 attempt */
export const LOCK_ALERT_OF_ATTEMPT = `
  select notification.delivery_id as "deliveryId", alert.destination_id as "destinationId"
  from event_notification notification join alert on alert.id = notification.alert_id
  where notification.account_id = $1 and notification.id = $2 and alert.deleted_at is null
  for no key update of alert`;

/** $1 destination */
export const READ_DESTINATION = `
  select id as "destinationId", endpoint_id as "endpointId", channel, address from event_destination where id = $1`;

/**
 * Deliveries that wait or are under way, locked. Their attempts are read by statements after this one: whoever waits
 * for a result that is being written down sees the next attempt. $1 deliveries
 */
export const LOCK_DELIVERIES = 'select from delivery where id = any($1::uuid[]) order by id for update';

/** Makes a delivery that waits due at once; one that is under way is answered as it is. $1 delivery, $2 now */
export const HURRY = `
  with waiting as (
    select delivery.id, delivery.endpoint_id, delivery.owner, attempt.id as attempt_id
    from delivery join event_notification attempt
      on attempt.account_id = delivery.account_id and attempt.id = delivery.notification_id
    where delivery.id = $1 and attempt.status = 'PENDING' for update of delivery
  ), hurried as (
    update delivery set due_at = $2
    from waiting where delivery.id = waiting.id and waiting.owner is null and delivery.due_at > $2
    returning waiting.endpoint_id
  ), woken as (
    insert into delivery_wakeup (endpoint_id, at) select endpoint_id, $2 from hurried
  )
  select attempt_id as id from waiting`;

/**
 * What was rendered, left by a delivery that a write of the alert skipped; it may have been for another channel. $1
 * deliveries
 */
export const FORGET_BODIES = 'delete from delivery_payload where delivery_id = any($1::uuid[])';

/**
 * The last attempt of each delivery. The account is asked for outside: inside, the planner may look for each delivery
 * among all of the account's attempts. $1 deliveries, $2 account
 */
export const READ_LAST_ATTEMPTS = `
  select last.account_id as "accountId", last.alert_id as "alertId", last.event_id as "eventId",
    last.delivery_id as "deliveryId", last.attempt_number as "attemptNumber"
  from unnest($1::uuid[]) as again(delivery_id)
  cross join lateral (
    select * from event_notification attempt
    where attempt.delivery_id = again.delivery_id order by attempt_number desc limit 1
  ) last
  where last.account_id = $2`;

/**
 * Deliveries of an alert that began in a period and have ended. $1 alert, $2 since, $3 until, $4 only failed ones, $5
 * at most, $6 after this one
 */
export const SELECT_ENDED = `
  select begun.id, begun.delivery_id as "deliveryId"
  from event_notification begun
  cross join lateral (
    select case when ${IS_SKIPPED} then 'SKIPPED' else notification.status end as status
    from event_notification notification
    where notification.delivery_id = begun.delivery_id order by attempt_number desc limit 1
  ) last
  where begun.alert_id = $1 and begun.attempt_number = 1 and begun.event_id is not null
    and begun.created_at >= $2 and ($3::timestamptz is null or begun.created_at < $3)
    and ($6::uuid is null or begun.id > $6)
    and case when $4::boolean then last.status = 'FAILED' else last.status not in ('PENDING', 'SUSPENDED') end
  order by begun.id limit $5`;

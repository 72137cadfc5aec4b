import { WAITING } from '../statement-fragments.js';

// Nothing is written to attempts when a breaker opens or closes: the endpoint says it for all that wait for it.
const SHOWN_STATUS = `
  case when notification.status = 'PENDING' and notification.destination_id in (
    select destination.id from event_destination destination
    join delivery_endpoint endpoint on endpoint.id = destination.endpoint_id
    where destination.account_id = $1 and endpoint.opened_at is not null
  ) then 'SUSPENDED' else notification.status end`;

const SELECTED = `
  notification.account_id = $1 and ($2::uuid is null or notification.alert_id = $2)
  and ($3::text is null or (
    notification.status = case $3 when 'SUSPENDED' then 'PENDING' else $3 end and ${SHOWN_STATUS} = $3))
  and ($4::text is null or notification.channel = $4)`;

// The first event has the delivery's id or is named by the notification; those that joined it are found by the narrow
// index of such.
const COLUMNS = `
  notification.id, notification.alert_id as "alertId", notification.event_id as "eventId", notification.channel,
  array(
    select notification.event_id where notification.event_id is not null
    union
    select event.id from alert_event event
    where event.delivery_id = notification.delivery_id and event.delivery_id <> event.id
    order by 1
  ) as "eventIds",
  notification.destination_address as "destinationAddress", ${SHOWN_STATUS} as status,
  notification.attempt_number as "attemptNumber",
  case when notification.status = 'PENDING'
    then coalesce(
      (select due_at from delivery
       where delivery.id = notification.delivery_id and delivery.notification_id = notification.id),
      notification.scheduled_at)
    else notification.scheduled_at end as "scheduledAt",
  notification.delivered_at as "deliveredAt", notification.response_status as "responseStatus",
  notification.last_error_message as "lastErrorMessage",
  case when notification.status = 'PENDING' then (
    select ${WAITING} from event_destination destination
    join delivery_endpoint endpoint on endpoint.id = destination.endpoint_id
    where destination.id = notification.destination_id
  ) end as waiting,
  notification.created_at as "createdAt", notification.updated_at as "updatedAt"`;

/** $1 account, $2 alert, $3 status, $4 channel; a null asks for all */
export const COUNT_ATTEMPTS = `select count(*) as total from event_notification notification where ${SELECTED}`;

/** The newest first. $1 to $4 as above, $5 the first, $6 at most */
export const READ_PAGE = `
  with notification as (
    select * from event_notification notification where ${SELECTED} order by notification.id desc offset $5 limit $6
  )
  select ${COLUMNS} from notification order by notification.id desc`;

/** $1 account, $2 attempt */
export const FIND_ATTEMPT = `
  select ${COLUMNS} from event_notification notification where notification.account_id = $1 and notification.id = $2`;

/** $1 account, $2 alert */
export const FIND_ALERT = 'select 1 from alert where account_id = $1 and id = $2 and deleted_at is null';

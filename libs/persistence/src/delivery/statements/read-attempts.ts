import { LOOKED_AT } from '../../database/endless-list.js';
import { SKIPPED_FOR, WAITING } from '../statement-fragments.js';

// Nothing is written to attempts when a breaker opens or closes: endpoint and origin say it for all that wait.
const shownStatus = (isSuspended: string) => `
  case when notification.status <> 'PENDING' then notification.status
    when (${SKIPPED_FOR}) is not null then 'SKIPPED'
    when ${isSuspended} then 'SUSPENDED' else 'PENDING' end`;

// An endpoint that waits for its own breaker, for that of its origin, or for its account.
const SUSPENDING_ENDPOINTS = `event_destination destination
    join delivery_endpoint endpoint on endpoint.id = destination.endpoint_id
    join account on account.id = endpoint.account_id
    left join delivery_origin origin on origin.id = endpoint.origin_id
    where (account.blocked_at is not null or endpoint.opened_at is not null
      or origin.opened_at is not null and not endpoint.answers_well)`;

/** The status of a few attempts: each asks its endpoint. */
const SHOWN_STATUS = shownStatus(`exists (
    select from ${SUSPENDING_ENDPOINTS} and destination.id = notification.destination_id)`);

/** The same of thousands, of the account $1: what its open breakers hold is looked up once. */
const isHeld = (of: string) => `${of}.destination_id in (
    select destination.id from ${SUSPENDING_ENDPOINTS} and endpoint.account_id = $1)`;

/**
 * Whether one that is looked at is shown as $4. Only where its alert has something to skip is the attempt itself
 * fetched: the index of a status has all the rest.
 */
const IS_SHOWN_AS = `
  case when looked_at.status <> 'PENDING' then looked_at.status = $4
    when $4 <> 'SKIPPED' and (${isHeld('looked_at')}) <> ($4 = 'SUSPENDED') then false
    when not exists (select from alert_skip where alert_skip.alert_id = looked_at.alert_id) then $4 <> 'SKIPPED'
    else $4 = (
      select ${shownStatus(isHeld('notification'))} from event_notification notification
      where notification.account_id = $1 and notification.id = looked_at.id) end`;

/** Which attempts are looked at: those of an account, of an alert, or of an account in a status but DELIVERED. */
export type AttemptSet = 'ofAccount' | 'ofAlert' | 'ofStatus';

/** An index has each of these sets in the order of ids. All attempts of an alert are of one account. */
const SETS: { readonly [S in AttemptSet]: (account: string, other: string) => string } = {
  ofAccount: (account) => `notification.account_id = ${account}`,
  ofAlert: (account, alert) => `notification.alert_id = ${alert}
    and ${account} = (
      select one.account_id from event_notification one where one.alert_id = ${alert} order by one.id desc limit 1)`,
  ofStatus: (account, status) =>
    `notification.account_id = ${account} and notification.status = ${status} and notification.status <> 'DELIVERED'`,
};

const lookedAt = (set: AttemptSet) => `
  select notification.id, notification.account_id, notification.status, notification.alert_id,
    notification.destination_id, notification.channel
  from event_notification notification where ${SETS[set]('$1', set === 'ofAlert' ? '$2' : '$3')}`;

/** $1 account, $2 alert, $3 stored status, $4 shown status, $5 channel; a null asks for all */
const SELECTED = `
  looked_at.account_id = $1 and ($2::uuid is null or looked_at.alert_id = $2)
  and ($3::text is null or looked_at.status = $3 or $3 = 'SKIPPED' and looked_at.status = 'PENDING')
  and ($4::text is null or ${IS_SHOWN_AS})
  and ($5::text is null or looked_at.channel = $5)`;

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
  ${SKIPPED_FOR} as "skipReason",
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

/** Of the newest of a set: how many there are, and how many of them are selected. $1 to $5 as above */
export const countAttempts = (set: AttemptSet) => `
  select count(*) as seen, count(*) filter (where ${SELECTED}) as selected
  from (${lookedAt(set)} order by notification.id desc limit ${LOOKED_AT}) looked_at`;

/**
 * A page, the newest first, cut out of the index before anything else is fetched. $1 to $5 as above, behind the attempt
 * $6 (null: from the beginning), $7 the first, $8 at most, $9 how many are looked at (null: all)
 */
export const readAttempts = (set: AttemptSet) => `
  with looked_at as (
    ${lookedAt(set)} and ($6::uuid is null or notification.id < $6) order by notification.id desc limit $9
  ), page as materialized (
    select id from looked_at where ${SELECTED} order by id desc offset $7 limit $8
  )
  select ${COLUMNS}
  from page join event_notification notification on notification.account_id = $1 and notification.id = page.id
  order by notification.id desc`;

/** The last attempt that a page looks at. $1 behind this one or null, $2 account, $3 alert or stored status */
export const readLastLookedAt = (set: AttemptSet) => `
  with last as (
    select notification.account_id, notification.id from event_notification notification
    where ${SETS[set]('$2', '$3')} and ($1::uuid is null or notification.id < $1)
    order by notification.id desc offset ${LOOKED_AT - 1} limit 1
  )
  select id, created_at as "createdAt" from last join event_notification using (account_id, id)`;

const ALL_SETS = Object.keys(SETS) as AttemptSet[];

/** What the builders make. */
export const SAMPLES = {
  countAttempts: ALL_SETS.map(countAttempts),
  readAttempts: ALL_SETS.map(readAttempts),
  readLastLookedAt: ALL_SETS.map(readLastLookedAt),
};

/** $1 account, $2 attempt */
export const FIND_ATTEMPT = `
  select ${COLUMNS} from event_notification notification where notification.account_id = $1 and notification.id = $2`;

/** One that was removed is there for its attempts as long as it has any. $1 account, $2 alert */
export const FIND_ALERT = `
  select 1 from alert where account_id = $1 and id = $2
    and (deleted_at is null or exists (select from event_notification where alert_id = alert.id))`;

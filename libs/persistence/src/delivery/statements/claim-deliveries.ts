import { prepared } from '../../database/prepared.js';
import { ENDPOINT_COLUMNS, IS_OF_BLOCKED, IS_UNCONFIRMED } from '../statement-fragments.js';

/** Endpoints to serve, locked; one that somebody else has locked is passed over, and its wake-ups stay. $1 ids */
export const LOCK_FREE_ENDPOINTS = prepared(`
  select ${ENDPOINT_COLUMNS}, ${IS_UNCONFIRMED} as is_unconfirmed, ${IS_OF_BLOCKED} as is_of_blocked,
    endpoint.account_id, endpoint.origin_id, endpoint.wake_at, endpoint.wake_from, endpoint.next_mail_at
  from delivery_endpoint endpoint where endpoint.id = any($1::bigint[]) order by endpoint.id
  for update of endpoint skip locked`);

/**
 * Removes the wake-ups of these endpoints and answers each one's earliest. Before the queues are read, not after: a
 * wake-up that commits in between would be removed and what it stands for not seen. $1 endpoints, $2 from where on
 * each, $3 now
 */
export const REMOVE_WAKEUPS = prepared(`
  with removed as (
    delete from delivery_wakeup wakeup using unnest($1::bigint[], $2::timestamptz[]) as run(endpoint_id, from_at)
    where wakeup.endpoint_id = run.endpoint_id and wakeup.at >= run.from_at and wakeup.at <= $3
    returning wakeup.endpoint_id, wakeup.at
  )
  select endpoint_id as id, min(at) as at from removed group by endpoint_id`);

/**
 * The next deliveries of each endpoint. $1 endpoints, $2 how many of each, $3 from where on, $4 whether as a probe, $5
 * now, $6 the end of the lease, $7 the owner: what a row would only repeat is not answered. Times come in
 * milliseconds since 1970
 */
export const CLAIM_DELIVERIES = prepared(`
  with picked as (
    select next.id, run.is_probe
    from unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::boolean[]) as run(endpoint_id, take, from_at, is_probe)
    cross join lateral (
      select delivery.id from delivery
      where delivery.endpoint_id = run.endpoint_id and delivery.owner is null
        and delivery.due_at <= $5 and delivery.due_at >= run.from_at
      order by delivery.due_at, delivery.id limit run.take for update skip locked
    ) next
  ), claimed as (
    update delivery set owner = $7, leased_until = $6, is_probe = picked.is_probe
    from picked where delivery.id = picked.id returning delivery.*
  )
  select claimed.id, claimed.notification_id as "notificationId", claimed.alert_id as "alertId",
    notification.event_id as "eventId", claimed.endpoint_id as "endpointId",
    claimed.destination_id as "destinationId", notification.destination_address as address,
    claimed.attempt_number as "attemptNumber", claimed.round_start as "roundStart", claimed.is_probe as "isProbe",
    (extract(epoch from claimed.due_at) * 1000)::bigint as "dueAt",
    (extract(epoch from notification.created_at) * 1000)::bigint as "queuedAt",
    notification.taken_at is not null as taken,
    coalesce(notification.status = 'PENDING', false) as waiting
  from claimed left join event_notification notification
    on notification.account_id = claimed.account_id and notification.id = claimed.notification_id
  order by claimed.due_at, claimed.id`);

/** The earliest time in each endpoint's queue. $1 endpoints, $2 from where on */
export const READ_QUEUES = prepared(`
  select queue.endpoint_id as id, (
    select due_at from delivery
    where delivery.endpoint_id = queue.endpoint_id and owner is null and due_at >= queue.from_at order by due_at limit 1
  ) as earliest
  from unnest($1::bigint[], $2::timestamptz[]) as queue(endpoint_id, from_at)`);

/** Frees deliveries whose lease ran out: their worker is gone, or asleep. $1 now, $2 the low watermark, $3 at most */
export const FREE_EXPIRED = prepared(`
  with expired as (
    select id from delivery where owner is not null and leased_until <= $1 and leased_until >= $2
    order by leased_until limit $3 for update skip locked
  ), freed as (
    update delivery set owner = null, leased_until = null, is_probe = false, due_at = $1
    from expired where delivery.id = expired.id returning delivery.endpoint_id
  )
  insert into delivery_wakeup (endpoint_id, at) select distinct endpoint_id, $1::timestamptz from freed`);

/** Gives back deliveries that were claimed and may not go yet. $1 ids, $2 their times */
export const PUT_BACK = `
  with back as (
    update delivery set owner = null, leased_until = null, is_probe = false, due_at = again.due_at
    from unnest($1::uuid[], $2::timestamptz[]) as again(id, due_at)
    where delivery.id = again.id returning endpoint_id, delivery.due_at
  )
  insert into delivery_wakeup (endpoint_id, at) select endpoint_id, min(due_at) from back group by endpoint_id`;

/** Removes deliveries that have ended, by an attempt or by somebody else, a write of the alert for example. $1 ids */
export const REMOVE_DELIVERIES = prepared(`
  with payload as (delete from delivery_payload where delivery_id = any($1::uuid[])),
  mail as (
    update alert_mail set delivery_id = null from delivery
    where delivery.id = any($1::uuid[]) and delivery.channel = 'EMAIL'
      and alert_mail.alert_id = delivery.alert_id and alert_mail.delivery_id = delivery.id
  )
  delete from delivery where id = any($1::uuid[])`);

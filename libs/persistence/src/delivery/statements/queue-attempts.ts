import { prepared } from '../../database/prepared.js';

/**
 * Queues attempts: each attempt's row, the delivery's place in the queue at that attempt, and a wake-up of its
 * endpoint, all in one statement. An attempt that stands there already is left alone. Of a delivery that is queued
 * already, the new attempt takes the place of the earlier one. A delivery belongs to its alert's epoch at the begin of
 * its round; whoever begins one has locked the alert. $1 to $14 the columns of `queued`, times in milliseconds
 * since 1970. Answers how many attempts were written.
 */
export const QUEUE_ATTEMPTS = prepared(`
  with queued as (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::int[], $7::int[], $8::bigint[],
      $9::text[], $10::uuid[], $11::text[], $12::bigint[], $13::bigint[], $14::bigint[])
      as queued(id, account_id, alert_id, event_id, delivery_id, attempt_number, round_start, endpoint_id,
        channel, destination_id, destination_address, scheduled_at, due_at, written_at)
  ), written as (
    insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel,
      destination_id, destination_address, status, scheduled_at, created_at, updated_at)
    select id, account_id, alert_id, event_id, delivery_id, attempt_number, channel,
      destination_id, destination_address, 'PENDING', to_timestamp(scheduled_at / 1000.0), at, at
    from queued, lateral (select to_timestamp(written_at / 1000.0) as at) written_at
    order by alert_id, id
    on conflict on constraint event_notification_attempt do nothing
    returning id
  ), placed as (
    insert into delivery (id, account_id, alert_id, endpoint_id, channel, destination_id, notification_id,
      attempt_number, round_start, due_at, epoch)
    select delivery_id, queued.account_id, alert_id, endpoint_id, channel, queued.destination_id, queued.id,
      attempt_number, round_start, to_timestamp(due_at / 1000.0), coalesce(alert.queue_epoch, 0)
    from queued join written using (id) left join alert on alert.id = queued.alert_id
    on conflict (id) do update set endpoint_id = excluded.endpoint_id, channel = excluded.channel,
      destination_id = excluded.destination_id, notification_id = excluded.notification_id,
      attempt_number = excluded.attempt_number, round_start = excluded.round_start, due_at = excluded.due_at,
      epoch = case when delivery.round_start = excluded.round_start then delivery.epoch else excluded.epoch end,
      owner = null, leased_until = null, is_probe = false
    returning endpoint_id, due_at
  ), woken as (
    insert into delivery_wakeup (endpoint_id, at) select endpoint_id, min(due_at) from placed group by endpoint_id
  )
  select count(*) from written`);

import { prepared } from '../../database/prepared.js';
import { QUEUE_FIRST_ATTEMPTS, SKIP_REASON } from '../../delivery/statement-fragments.js';

/**
 * Writes events and queues the webhooks that tell them, in one statement: the columns of both are sent and read once.
 * In the order of the indexes, which all begin with the alert: neighbours go to the same page. $1 to $9 the events,
 * with the webhook's attempt where there is one; $10 how many; $11 to $16 where the webhooks of each alert go; $17 to
 * $20 an attempt that is the first. The ids come back only where some are missing, which is rare: ten thousand rows are
 * slow to read.
 */
export const WRITE_EVENTS = prepared(`
  with new as (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::smallint[], $7::int[],
      $8::uuid[], $9::uuid[])
      as new(id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version, delivery_id, attempt_id)
  ), written as (
    insert into alert_event (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version,
      delivery_id, created_at)
    select id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version, delivery_id,
      $20::timestamptz
    from new
    -- It may have been erased meanwhile. By its key, one by one, whatever the planner thinks.
    cross join lateral (select from listing where listing.id = new.listing_id limit 1) as still_there
    order by alert_id, id
    on conflict on constraint alert_event_once do nothing
    returning id
  ), begun as (
    select attempt_id, account_id, alert_id, id as event_id, delivery_id, $17::int as attempt_number,
      $18::int as round_start, endpoint_id, 'WEBHOOK' as channel, destination_id, destination_address, epoch,
      $19::timestamptz as scheduled_at, $19::timestamptz as due_at, $20::timestamptz as written_at
    from unnest($11::uuid[], $12::uuid[], $13::bigint[], $14::uuid[], $15::text[], $16::int[])
      as target(alert_id, account_id, endpoint_id, destination_id, destination_address, epoch)
    join new using (alert_id) join written using (id)
    where attempt_id is not null
  ), ${QUEUE_FIRST_ATTEMPTS}
  select case when count(*) < $10::int then coalesce(array_agg(id), '{}') end as ids,
    (select count(*) from begun) as attempts
  from written`);

/**
 * Versions of alerts, in the order of ids, as every step locks them. A share lock: workers of different shards never
 * meet here, writers of the alert wait.
 */
export const LOCK_ALERTS = prepared(`
  select id as "alertId", xid::text::bigint as xid from alert where id = any($1::uuid[]) order by id for share`);

/**
 * Where alerts send their events. Read after the locks: a statement that waits for one goes on with the destination
 * that it saw before.
 */
export const READ_TARGETS = prepared(`
  select alert.id as "alertId", alert.account_id as "accountId", destination.id as "destinationId",
    destination.endpoint_id as "endpointId", destination.channel, destination.address, alert.queue_epoch as epoch
  from alert join event_destination destination on destination.id = alert.destination_id
  where alert.id = any($1::uuid[])`);

/**
 * Mails that were not taken yet; locked, so that they are not taken before the step commits. What joined one that is
 * not sent any more would be lost.
 */
export const LOCK_MAILS = `
  select mail.alert_id as "alertId", mail.delivery_id as "deliveryId"
  from unnest($1::uuid[], $2::uuid[]) as asked(alert_id, destination_id)
  join event_notification mail on mail.alert_id = asked.alert_id and mail.destination_id = asked.destination_id
  where mail.status = 'PENDING' and mail.attempt_number = 1 and mail.taken_at is null and mail.channel = 'EMAIL'
    and mail.event_id is not null
    and not exists (
      select from delivery join event_notification notification on notification.id = mail.id
        and notification.account_id = mail.account_id
      where delivery.id = mail.delivery_id and ${SKIP_REASON} is not null)
  order by mail.alert_id, mail.id for update of mail`;

/** When each of these alerts may send its next mail. */
export const READ_NEXT_MAILS = `
  select alert_id as "alertId", next_mail_at as "nextMailAt" from alert_mail where alert_id = any($1::uuid[])`;

/** Locks in the order of shards: a worker that lost some of them to another must not wait for it in a circle. */
export const MOVE_POSITIONS = prepared(`
  with mine as (
    select alert_shard.shard, alert_shard.epoch from alert_shard
      join unnest($1::smallint[], $2::bigint[]) as held(shard, epoch) using (shard, epoch)
    where alert_shard.position = $3 order by alert_shard.shard for update of alert_shard
  )
  update alert_shard set position = $4 from mine
  where alert_shard.shard = mine.shard and alert_shard.epoch = mine.epoch and alert_shard.position = $3
  returning alert_shard.shard`);

/** A step that was locked at one place ends earlier after all. */
export const MOVE_POSITIONS_BACK = `
  update alert_shard set position = $2 where shard = any($1::smallint[])`;

import { prepared } from '../../database/prepared.js';
import { LOCK_STEP } from '../statement-fragments.js';
import { QUEUE_FIRST_ATTEMPTS, SKIP_REASON } from '../../delivery/statement-fragments.js';

/**
 * Writes the events of a CTE called `new`, at the time $9. In the order of the indexes, which all begin with the alert:
 * neighbours go to the same page.
 */
const WRITTEN = `
  written as (
    insert into alert_event (id, alert_id, account_id, property_id, listing_id, revision_id, event_type,
      criteria_version, delivery_id, created_at)
    select id, alert_id, owner.account_id, property_id, listing_id, revision_id, event_type, criteria_version,
      delivery_id, $9::timestamptz
    from new
    cross join lateral (select account_id from alert where alert.id = new.alert_id limit 1) as owner
    -- It may have been erased meanwhile. By its key, one by one, whatever the planner thinks.
    cross join lateral (select from listing where listing.id = new.listing_id limit 1) as still_there
    order by alert_id, id
    on conflict on constraint alert_event_once do nothing
    returning id
  )`;

const COLUMNS_OF_EVENTS = `
  $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::smallint[], $7::int[], $8::uuid[]`;
const NAMES_OF_EVENTS = 'id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version, delivery_id';

/** The ids come back only where some of $10 events are missing, which is rare: ten thousand rows are slow to read. */
const MISSING = "case when count(*) < $10::int then coalesce(array_agg(id), '{}') end as ids";

/** Writes events that no webhook tells. $1 to $8 the events, $9 now, $10 how many. */
export const INSERT_EVENTS = prepared(`
  with new as (select * from unnest(${COLUMNS_OF_EVENTS}) as new(${NAMES_OF_EVENTS})), ${WRITTEN}
  select ${MISSING}, 0 as attempts from written`);

/**
 * Writes events and queues the webhooks that tell them, in one statement: the columns of both are sent and read once.
 * $1 to $10 the events; $11 the webhook's attempt of each, where it has one; $12 to $17 where the webhooks of each
 * alert go; $18 to $20 an attempt that is the first.
 */
export const INSERT_EVENTS_WITH_WEBHOOKS = prepared(`
  with new as (
    select * from unnest(${COLUMNS_OF_EVENTS}, $11::uuid[]) as new(${NAMES_OF_EVENTS}, attempt_id)
  ), ${WRITTEN}, begun as (
    select attempt_id, account_id, alert_id, id as event_id, delivery_id, $18::int as attempt_number,
      $19::int as round_start, endpoint_id, 'WEBHOOK' as channel, destination_id, destination_address, epoch,
      $20::timestamptz as scheduled_at, $20::timestamptz as due_at, $9::timestamptz as written_at
    from unnest($12::uuid[], $13::uuid[], $14::bigint[], $15::uuid[], $16::text[], $17::int[])
      as target(alert_id, account_id, endpoint_id, destination_id, destination_address, epoch)
    join new using (alert_id) join written using (id)
    where attempt_id is not null
  ), ${QUEUE_FIRST_ATTEMPTS}
  select ${MISSING}, (select count(*) from begun) as attempts from written`);

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

/**
 * Locks in the order of shards: a worker that lost some of them to another must not wait for it in a circle. Answers
 * the time of the step: whoever does not see its lock has looked earlier.
 */
export const MOVE_POSITIONS = prepared(`
  with step as materialized (select ${LOCK_STEP} as lock), mine as (
    select alert_shard.shard, alert_shard.epoch from step cross join alert_shard
      join unnest($1::smallint[], $2::bigint[]) as held(shard, epoch) using (shard, epoch)
    where alert_shard.position = $3 order by alert_shard.shard for update of alert_shard
  )
  update alert_shard set position = $4 from mine
  where alert_shard.shard = mine.shard and alert_shard.epoch = mine.epoch and alert_shard.position = $3
  returning alert_shard.shard, clock_timestamp() as now`);

/** A step that was locked at one place ends earlier after all. */
export const MOVE_POSITIONS_BACK = `
  update alert_shard set position = $2 where shard = any($1::smallint[])`;

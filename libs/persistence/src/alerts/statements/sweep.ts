/** A worker that did not read alerts for ten minutes begins anew: an hour is plenty. */
const KEPT_FOR_WORKERS = '1 hour';

const counted = (deletion: string) => `with gone as (${deletion} returning 1) select count(*) from gone`;

/** Removed alerts that workers need not see any more, and whether they recorded anything. $1 at most */
export const SELECT_REMOVED_ALERTS = `
  select id, exists (select from alert_event where alert_id = alert.id)
    or exists (select from event_notification where alert_id = alert.id) as "hasRecords"
  from alert
  where not is_reduced and deleted_at is not null
    and deleted_at < clock_timestamp() - interval '${KEPT_FOR_WORKERS}'
  order by deleted_at limit $1`;

/** Reduced alerts that were removed longer ago than $2 ms. $1 at most */
export const SELECT_EXPIRED_ALERTS = `
  select id from alert
  where is_reduced and deleted_at is not null and deleted_at < clock_timestamp() - $2 * interval '1 millisecond'
  order by deleted_at limit $1`;

/** Leaves of the removed alerts $1 what explains their events: the row, and the criteria that made them. */
export const REDUCE_ALERTS = `
  with criteria as (
    insert into alert_criteria_history (alert_id, criteria_version, criteria, shape_ids)
    select id, criteria_version, criteria, shape_ids from alert where id = any($1::uuid[])
    on conflict do nothing
  ), mail as (
    delete from alert_mail where alert_id = any($1::uuid[])
  ), subscription as (
    delete from mail_subscription where alert_id = any($1::uuid[])
  ), reduced as (
    update alert set is_reduced = true, criteria = '{"conditions":[],"operator":"AND","children":[]}', shape_ids = '{}',
      shape_positions = 0, classic_filters = null, notification_config = null, signing_key = null,
      previous_signing_key = null, previous_signing_key_until = null
    where id = any($1::uuid[]) returning 1
  ) select count(*) from reduced`;

const BELONGINGS = [
  'event_notification',
  'alert_criteria_history',
  'alert_mail',
  'mail_subscription',
  'alert_skip',
  'alert_event',
];

const deleteBelongings = (table: string) =>
  counted(`
    delete from ${table} where ctid = any(array(select ctid from ${table} where alert_id = any($1::uuid[]) limit $2))`);

/** Up to $2 rows that belong to the alerts $1, a statement per table: the events last, by which the alert is there. */
export const DELETE_BELONGINGS = BELONGINGS.map(deleteBelongings);

/**
 * The rows of those of the alerts $1 that have nothing left: rows that another worker was removing, which has lost the
 * lock of upkeep, counted as gone before.
 */
export const DELETE_ALERTS = counted(`
  delete from alert where id = any($1::uuid[])
    ${BELONGINGS.map((table) => `and not exists (select from ${table} where alert_id = alert.id)`).join('\n    ')}`);

/** Events of a version are written within so long of its time: a worker reads alerts all the time, or begins anew. */
const EVENTS_WITHIN = '10 minutes';

/**
 * Alerts whose criteria were replaced an hour ago and more, and nobody has looked yet which of them made events. An
 * alert that is written all the time comes once in half an hour. $1 at most
 */
export const SELECT_UNSETTLED_ALERTS = `
  select distinct alert_id as id from (
    select alert_id from alert_criteria_history
    where explains is null and replaced_at is not null and replaced_at < clock_timestamp() - interval '1 hour'
    order by replaced_at limit $1
  ) unsettled`;

/**
 * Criteria of the alert $1 that were replaced half an hour ago and more, the oldest first, and whether events were made
 * by them. The oldest may have been there for years, so its newest event is looked for; of the others, which came and
 * went since, all events are read once. $2 at most
 */
export const SELECT_UNSETTLED_CRITERIA = `
  with unsettled as materialized (
    select criteria_version, replaced_at from alert_criteria_history
    where alert_id = $1 and explains is null and replaced_at < clock_timestamp() - interval '30 minutes'
    order by criteria_version limit $2
  ), oldest as (
    select criteria_version, replaced_at, (
      select replaced_at from alert_criteria_history
      where alert_id = $1 and criteria_version < unsettled.criteria_version order by criteria_version desc limit 1
    ) as made_at
    from unsettled order by criteria_version limit 1
  ), used as materialized (
    (select criteria_version from alert_event where alert_id = $1
      and created_at >= coalesce((select made_at from oldest), '-infinity') - interval '${EVENTS_WITHIN}'
      and created_at <= (select replaced_at from oldest) + interval '${EVENTS_WITHIN}'
      and criteria_version = (select criteria_version from oldest)
    order by created_at desc limit 1)
    union
    select criteria_version from alert_event where alert_id = $1
      and created_at >= (select min(replaced_at) from unsettled) - interval '${EVENTS_WITHIN}'
      and created_at <= (select max(replaced_at) from unsettled) + interval '${EVENTS_WITHIN}'
  )
  select criteria_version as version, criteria_version in (select criteria_version from used) as explains
  from unsettled order by criteria_version`;

/** Removes the versions $2 of the criteria of the alert $1, and notes that the versions $3 explain events. */
export const SETTLE_CRITERIA = `
  with gone as (
    delete from alert_criteria_history where alert_id = $1 and criteria_version = any($2::int[]) returning 1
  ), kept as (
    update alert_criteria_history set explains = true where alert_id = $1 and criteria_version = any($3::int[])
      returning 1
  )
  select (select count(*) from gone) + (select count(*) from kept) as count`;

/** First answers of requests, kept for a day. */
export const DELETE_OLD_ANSWERS = counted(`
  delete from idempotent_request where id = any(array(
    select id from idempotent_request where created_at < clock_timestamp() - interval '24 hours'
    order by created_at limit $1))`);

/** Workers long dead. What they had under way was taken over with their shards. */
export const DELETE_DEAD_WORKERS = counted(`
  delete from match_worker worker where leased_until < clock_timestamp() - interval '10 minutes'
    and not exists (select from alert_shard where worker_id = worker.id)
    and not exists (select from match_inflight where worker_id = worker.id)`);

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

const deleteBelongings = (table: string) =>
  counted(`
    delete from ${table} where ctid = any(array(select ctid from ${table} where alert_id = any($1::uuid[]) limit $2))`);

/** Up to $2 rows that belong to the alerts $1, a statement per table: the events last, by which the alert is there. */
export const DELETE_BELONGINGS = [
  'event_notification',
  'alert_criteria_history',
  'alert_mail',
  'mail_subscription',
  'alert_skip',
  'alert_event',
].map(deleteBelongings);

/** The rows of the alerts themselves. */
export const DELETE_ALERTS = counted('delete from alert where id = any($1::uuid[])');

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

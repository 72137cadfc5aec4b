/** A worker that did not read alerts for ten minutes begins anew: an hour is plenty. */
const KEPT_FOR_WORKERS = '1 hour';

const counted = (deletion: string) => `with gone as (${deletion} returning 1) select count(*) from gone`;

/** Alerts removed longer ago than workers need to see it. */
export const SELECT_REMOVED_ALERTS = `
  select id from alert where deleted_at < clock_timestamp() - interval '${KEPT_FOR_WORKERS}' order by deleted_at
    limit $1`;

const deleteBelongings = (table: string) =>
  counted(`
    delete from ${table} where ctid = any(array(select ctid from ${table} where alert_id = any($1::uuid[]) limit $2))`);

/** Up to $2 rows that belong to the alerts $1, a statement per table. */
export const DELETE_BELONGINGS = [
  'event_notification',
  'alert_event',
  'alert_criteria_history',
  'alert_mail',
  'mail_subscription',
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

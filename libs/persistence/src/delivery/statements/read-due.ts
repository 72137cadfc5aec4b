import { prepared } from '../../database/prepared.js';

/**
 * Endpoints that are to be looked at: by their own time, and by wake-ups; of a page of each, in the order of time. An
 * endpoint comes once for each, however often it was woken: `at` is the first time, `last` the last one, and `seen` how
 * many rows of the page are its. $1 now, $2 and $3 the time and the endpoint after which the first page begins, $4 and
 * $5 the second, $6 rows of each
 */
export const READ_DUE = prepared(`
  with page as (
    (select id, wake_at as at, false as is_wakeup from delivery_endpoint
     where wake_at <= $1 and wake_at >= $2 and (wake_at, id) > ($2, $3::bigint) order by wake_at, id limit $6)
    union all
    (select endpoint_id, at, true from delivery_wakeup
     where at <= $1 and at >= $4 and (at, endpoint_id) > ($4, $5::bigint) order by at, endpoint_id limit $6)
  ), due as (
    select id, is_wakeup, min(at) as at, max(at) as last, count(*)::int as seen from page group by id, is_wakeup
  )
  select due.id as "endpointId", due.at, due.last, due.seen, due.is_wakeup as "isWakeUp",
    endpoint.account_id as "accountId", endpoint.origin_id as "originId", origin.origin,
    endpoint.answers_well as "isProven"
  from due
  join delivery_endpoint endpoint on endpoint.id = due.id
  left join delivery_origin origin on origin.id = endpoint.origin_id
  order by due.at, due.id`);

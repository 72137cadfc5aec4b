/**
 * One statement, so one transaction: the number and the counts. In order, so that two processes never wait for each
 * other in a circle.
 */
export const ADD_USAGE = `
  with turn as (
    insert into usage_writer (id, batches, written_at) values ($1, $2, now())
    on conflict (id) do update set batches = excluded.batches, written_at = excluded.written_at
      where usage_writer.batches < excluded.batches
    returning 1
  )
  insert into usage_count (api_key_id, at, route, route_type, calls, results)
  select * from unnest($3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::integer[],
    $8::bigint[]) as given (api_key_id, at, route, route_type, calls, results)
  where exists (select from turn) order by api_key_id, at, route
  on conflict (api_key_id, at, route) do update set calls = usage_count.calls + excluded.calls,
    results = usage_count.results + excluded.results`;

/** By period, key and route. */
export const READ_USAGE = `
  select api_key_id as "apiKeyUuid", to_char(at at time zone 'UTC', $4) as period, route, route_type as "routeType",
    sum(calls)::bigint as calls, sum(results)::bigint as results
  from usage_count where api_key_id = any($1::uuid[]) and at >= $2 and at < $3
  group by 1, 2, 3, 4 order by 2, 3, 1`;

const HOUR = `date_bin('1 hour', at, '2000-01-01T00:00:00Z')`;

/** Adds up to $2 moments to their hours. */
export const FOLD_USAGE = `
  with fine as (
    select api_key_id, at, route from usage_count
    where at <> ${HOUR} and at < date_bin('1 hour', $1::timestamptz, '2000-01-01T00:00:00Z') - interval '2 hours'
    order by at limit $2 for update skip locked
  ), gone as (
    delete from usage_count using fine where usage_count.api_key_id = fine.api_key_id and usage_count.at = fine.at
      and usage_count.route = fine.route
    returning usage_count.*
  ), folded as (
    insert into usage_count (api_key_id, at, route, route_type, calls, results)
    select api_key_id, ${HOUR}, route, min(route_type), sum(calls), sum(results) from gone
      group by api_key_id, ${HOUR}, route order by 1, 2, 3
    on conflict (api_key_id, at, route) do update set calls = usage_count.calls + excluded.calls,
      results = usage_count.results + excluded.results
  )
  select count(*) from gone`;

import { SUMMED_FIELDS } from '../summed-fields.js';

/**
 * Lists the city-months that have $2 events or more by a sample of the table's pages of $1 percent, so that it costs
 * the same however large the store is. A month near the limit may be missed, or listed a little early. The months are
 * gathered into one array before the first is written: until then the transaction has no id.
 */
export const LIST_LARGE = `
  insert into market_month (city_id, event_month)
  select listed.* from (
    select array_agg(large) as months from (
      select city_id, event_month from market_event tablesample system ($1)
      where city_id is not null and event_month >= 12 -- PostgreSQL has no year 0
      group by city_id, event_month having count(*) >= greatest(1, $2 * $1 / 100)
    ) large
    -- Asked apart from the conflict, which would wait for a batch that is raising the version.
    where not exists (select from market_month listed where listed.city_id = large.city_id
      and listed.event_month = large.event_month)
  ) gathered, unnest(gathered.months) as listed(city_id bigint, event_month integer)
  on conflict (city_id, event_month) do nothing`;

/**
 * Run after LIST_LARGE has committed: who takes a higher number than this transaction's sees what is listed when it
 * writes events. A snapshot's xmax would be too low: numbers above it may have been given to transactions that have not
 * ended.
 */
export const FENCE_LISTED = `
  insert into market_rollup_month (city_id, event_month, fence)
  select city_id, event_month, pg_current_xact_id() from market_month listed
  where not exists (select from market_rollup_month fenced where fenced.city_id = listed.city_id
    and fenced.event_month = listed.event_month)
  on conflict (city_id, event_month) do nothing`;

const IS_STALE = `rolled_up.version is distinct from market_month.version
  and rolled_up.fence <= pg_snapshot_xmin(pg_current_snapshot())`;

/** Those that changed $1 milliseconds ago or earlier, the longest unchanged first; $2 at most. */
export const FIND_STALE = `
  select city_id as "cityId", event_month as "eventMonth" from market_month join market_rollup_month rolled_up
    using (city_id, event_month)
  where ${IS_STALE} and changed_at <= clock_timestamp() - $1 * interval '1 millisecond'
  order by changed_at, city_id, event_month limit $2`;

/** Listed months that are not summed up as they are, also those that have to wait for transactions to end. */
export const SELECT_IS_BEHIND = `
  select exists (
    select from market_month left join market_rollup_month rolled_up using (city_id, event_month)
      where rolled_up.version is distinct from market_month.version
  ) as behind`;

const SUMS = ['n', 'sum', 'min', 'max', 'values'] as const;
const SUM_TYPES = { n: 'bigint', sum: 'float8', min: 'float8', max: 'float8', values: 'bytea' };

const sumUp = (field: string): string => `
      count(${field}) as ${field}_n, sum(${field}::float8) as ${field}_sum, min(${field}::float8) as ${field}_min,
      max(${field}::float8) as ${field}_max,
      string_agg(float8send(${field}::float8), ''::bytea order by ${field}) as ${field}_values`;

const fieldColumns = (column: (field: string, sum: (typeof SUMS)[number]) => string): string =>
  SUMMED_FIELDS.map((field) => SUMS.map((sum) => column(`${field}_${sum}`, sum)).join(', ')).join(',\n      ');

/**
 * Sums the events of a month up, replaces its sums and notes their version. One statement, so one snapshot shows the
 * version and the events: a batch under way is in neither, and once it commits, the version is another. All sums are
 * gathered into one array before the first row is written; until then the transaction has no id, however many events
 * there are. Answers nothing where there is nothing to do (any more).
 */
export const ROLL_UP = `
  with stale as materialized (
    select market_month.version from market_month join market_rollup_month rolled_up using (city_id, event_month)
    where city_id = $1 and event_month = $2 and ${IS_STALE}
  ), summed as materialized (
    select array_agg(sums) as rows, coalesce(sum(events), 0)::bigint as events from (
      select city_id, event_month, transaction_type, property_type, event_type, count(*) as events,
        min(event_at) as first_at, max(event_at) as last_at,${SUMMED_FIELDS.map(sumUp).join(',')}
      from market_event
      where city_id = $1 and event_month = $2 and event_at >= make_timestamptz($2 / 12, $2 % 12 + 1, 1, 0, 0, 0, 'UTC')
        and event_at < make_timestamptz(($2 + 1) / 12, ($2 + 1) % 12 + 1, 1, 0, 0, 0, 'UTC')
        and exists (select from stale)
      group by city_id, event_month, transaction_type, property_type, event_type
    ) sums
  ), removed as (
    delete from market_rollup using stale, summed where city_id = $1 and event_month = $2 returning 1
  ), written as (
    insert into market_rollup (city_id, event_month, transaction_type, property_type, event_type, events, first_at,
      last_at, ${fieldColumns((column) => column)})
    select sums.* from stale, summed, unnest(summed.rows) as sums(city_id bigint, event_month integer,
      transaction_type smallint, property_type smallint, event_type smallint, events bigint, first_at timestamptz,
      last_at timestamptz, ${fieldColumns((column, sum) => `${column} ${SUM_TYPES[sum]}`)})
    where (select count(*) from removed) >= 0 -- after they are gone
    returning 1
  )
  update market_rollup_month set version = stale.version, rolled_up_at = clock_timestamp(), events = summed.events
  from stale, summed where city_id = $1 and event_month = $2 and (select count(*) from written) >= 0 returning 1`;

/** Takes a month off the list, with its sums. */
export const UNLIST = `
  with sums as (delete from market_rollup where city_id = $1 and event_month = $2), fence as (delete
    from market_rollup_month where city_id = $1 and event_month = $2)
  delete from market_month where city_id = $1 and event_month = $2`;

/** The percentage of the table that has about $1 events. */
export const ESTIMATE_SAMPLE = `select least(100, 100 * $1 / greatest(reltuples, 1))::float8 as percent from pg_class
  where oid = 'market_event'::regclass`;

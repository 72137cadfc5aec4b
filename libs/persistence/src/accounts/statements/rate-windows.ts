const IS_OVER = `known.started_at <= statement_timestamp() - interval '60 s'`;
/** What is left of the minute, at most as much as is wanted. */
const LEFT = 'greatest(0, least(excluded.taken, excluded.maximum - known.granted))';

/**
 * Takes portions of the minutes of keys, or begins them. In the order of the ids, so that two processes cannot wait for
 * each other. $1 keys, $2 requests in a minute of each, $3 how many are wanted
 */
export const TAKE_PORTIONS = `
  insert into rate_window as known (api_key_id, started_at, maximum, granted, taken)
  select id, statement_timestamp(), maximum, least(wanted, maximum), least(wanted, maximum)
  from unnest($1::uuid[], $2::int[], $3::int[]) as asked(id, maximum, wanted) order by id
  on conflict (api_key_id) do update set maximum = excluded.maximum,
    started_at = case when ${IS_OVER} then excluded.started_at else known.started_at end,
    granted = case when ${IS_OVER} then excluded.taken else known.granted + ${LEFT} end,
    taken = case when ${IS_OVER} then excluded.taken else ${LEFT} end
  returning api_key_id as key, taken, granted,
    least(60000, greatest(0, extract(epoch from started_at + interval '60 s' - statement_timestamp()) * 1000))::float8
      as "endsInMs"`;

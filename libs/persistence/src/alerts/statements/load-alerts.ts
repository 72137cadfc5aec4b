import { prepared } from '../../database/prepared.js';

/**
 * A page of alerts in the order of their ids: at most $2 after $1, and no further ones once their criteria have $4
 * bytes together. Criteria of more than $3 bytes, or whose shapes have more than $5 positions, stay in the database.
 * Criteria come as text: whoever adds them parses them one by one, so that no page of trees is kept.
 */
const pageOf = (condition: string) => `
  with candidate as (
    select *, octet_length(criteria::text) as bytes from alert where ${condition} and id > $1 order by id limit $2
  ), counted as (
    select *, bytes > $3 or shape_positions > $5 as is_too_large,
      sum(case when bytes > $3 or shape_positions > $5 then 0 else bytes end)
        over (order by id rows unbounded preceding) as bytes_through
    from candidate
  )
  select id, shard, xid::text, active and deleted_at is null as is_open, active_since::text, bytes,
    nullif(shape_ids, '{}') as shape_ids, shape_positions,
    case when not is_too_large then criteria::text end as criteria,
    criteria_version, notification_config, destination_id is not null as has_destination
  from counted where bytes_through <= $4
  order by id`;

/** Open alerts of the shard $6. */
export const SELECT_OPEN_ALERTS = pageOf('shard = $6 and active and deleted_at is null');

/** The alerts $6, removed ones too. */
export const SELECT_ALERTS_BY_ID = pageOf('id = any($6::uuid[])');

/** Ids first, bodies apart: what a long transaction keeps above the watermark is named again at every step. */
export const SELECT_ALERT_VERSIONS = prepared(`
  select pg_snapshot_xmin(pg_current_snapshot())::text as watermark, date_trunc('milliseconds',
    clock_timestamp()) as now,
    coalesce(array_agg(id), '{}') as ids, coalesce(array_agg(xid::text::bigint), '{}') as xids
  from alert where xid >= $1::text::xid8 and shard = any($2::smallint[])`);

/** An xid that no change after $1 lies below. */
export const SELECT_FLOOR = `
  select least(pg_snapshot_xmin(pg_current_snapshot()), (select min(xid) from listing_change
    where id > $1))::text as floor`;

/** What is not to be seen yet has this xid or a later one. */
export const SELECT_WATERMARK = 'select pg_snapshot_xmin(pg_current_snapshot())::text as watermark';

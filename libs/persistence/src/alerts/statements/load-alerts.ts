const COLUMNS = `
  id, shard, xid::text, active and deleted_at is null as is_open, active_since::text, criteria, criteria_version,
    notification_config,
  destination_id is not null as has_destination`;

/** A page of the open alerts of a shard. */
export const SELECT_OPEN_ALERTS = `
  select ${COLUMNS} from alert where shard = $1 and id > $2 and active and deleted_at is null order by id limit $3`;

/** These alerts, removed ones too. */
export const SELECT_ALERTS_BY_ID = `select ${COLUMNS} from alert where id = any($1::uuid[])`;

/** Ids first, bodies apart: what a long transaction keeps above the watermark is named again at every step. */
export const SELECT_ALERT_VERSIONS = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as watermark, date_trunc('milliseconds',
    clock_timestamp()) as now,
    coalesce(array_agg(id), '{}') as ids, coalesce(array_agg(xid::text::bigint), '{}') as xids
  from alert where xid >= $1::text::xid8 and shard = any($2::smallint[])`;

/** An xid that no change after $1 lies below. */
export const SELECT_FLOOR = `
  select least(pg_snapshot_xmin(pg_current_snapshot()), (select min(xid) from listing_change
    where id > $1))::text as floor`;

/** What is not to be seen yet has this xid or a later one. */
export const SELECT_WATERMARK = 'select pg_snapshot_xmin(pg_current_snapshot())::text as watermark';

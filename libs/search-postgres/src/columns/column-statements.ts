import { packed } from './packed-rows.js';
import { POSITION, REACHES_BACK, SINCE } from './write-log.js';

const ON_MAP = 'online_count > 0 and map_key is not null';

/** The next $3 properties on the map behind the key $1 and the id $2, and where they end; no row at the end. */
export const SELECT_PORTION = `
  with portion as materialized (
    select id, map_key, lat, lng, min_price from property
    where ${ON_MAP} and (map_key, id) > ($1::bigint, $2::uuid) order by map_key, id limit $3
  ), last as materialized (
    select map_key, id from portion order by map_key desc, id desc limit 1
  )
  select map_key::text as key, id, (${packed('portion p')}) as rows from last`;

const standing = (ids: string): string =>
  `(select id, map_key, lat, lng, min_price from property where ${ON_MAP} and id in (${ids})) p`;

/** Properties by their ids. */
export const SELECT_PACKED = packed(standing('select unnest($1::uuid[])'));

/**
 * What was written since the snapshot $1 of the server that began at $2: their ids, and where they are at most $3 what
 * they are now, all of one moment. The log does not tell where `isWhole` is false.
 */
export const SELECT_WRITTEN = `
  with log as materialized (
    select property_ids from property_write where ${SINCE}
  ), written as materialized (
    select distinct unnest(property_ids) as id from log
  ), few as materialized (
    select id from written where (select count(*) from written) <= $3
  )
  select ${POSITION},
    ${REACHES_BACK}
      and not exists (select from log where property_ids is null) as "isWhole",
    (select string_agg(uuid_send(id), ''::bytea) from written) as ids,
    (${packed(standing('select id from few'))}) as rows,
    (select count(*) from written) <= $3 as "isRead"`;

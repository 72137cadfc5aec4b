import { DEEPEST_TILE_ZOOM, type Tile } from '@gable/domain/geo';
import { FEW_PROPERTIES, keysWithin } from '@gable/search';
import { Parameters, type Bind } from './bind.js';
import type { CompiledSql } from './compile-to-sql.js';
import type { KeyRange } from './key-ranges.js';
import { condition } from './statements.js';

/** A row of `mapStatement`. */
export interface CellRow {
  readonly key: number;
  readonly count: number;
  readonly lat: number;
  readonly lng: number;
  readonly medianPrice: number | null;
  readonly ids: readonly string[] | null;
}

/** Where matching properties are looked for: in one tile, first among some stretches of map keys, or anywhere. */
export type MapPlaces = { readonly within: Tile } | { readonly near: readonly KeyRange[] } | null;

/** Matching properties by the tiles they stand in: the key of a tile is theirs without its last bits. */
export function mapStatement(found: CompiledSql, tileZoom: number, places: MapPlaces): CompiledSql {
  const { bind, values } = new Parameters();
  const matches = condition(found, values);
  const shift = bind(2 * (DEEPEST_TILE_ZOOM - tileZoom));
  const members =
    places !== null && 'near' in places ? membersNear(matches, places.near, bind) : membersOf(matches, places, bind);
  return {
    text: `
      ${members}
      select m.key::float8 as key, count(*)::integer as count, avg(m.lat) as lat, avg(m.lng) as lng,
        percentile_cont(0.5) within group (order by m.min_price) as "medianPrice",
        case when count(*) <= ${FEW_PROPERTIES} then array_agg(m.id)::text[] end as ids
      from (select p.map_key >> ${shift}::integer as key, p.lat, p.lng, p.min_price, p.id from member p) m
      group by m.key`,
    parameters: values,
  };
}

function membersOf(matches: string, places: { readonly within: Tile } | null, bind: Bind): string {
  return `
    with member as (
      select p.id, p.map_key, p.lat, p.lng, p.min_price from property p
      where p.online_count > 0 and ${places ? standsIn(places.within, bind) : 'p.map_key is not null'}
        and p.id in (select l.property_id from listing l where l.online and ${matches})
    )`;
}

/**
 * Reads what stands in the stretches from an index that has it side by side, and keeps what matches: a tenth of looking
 * each up. That reads no more than some for each that matches; those that are not among them are looked up.
 */
function membersNear(matches: string, near: readonly KeyRange[], bind: Bind): string {
  const [from, below] = [0, 1].map((end) => `${bind(near.map((range) => range[end]))}::bigint[]`);
  const columns = ['id', 'map_key', 'lat', 'lng', 'min_price'].map((name) => `p.${name}`).join(', ');
  return `
    with found as materialized (
      select distinct l.property_id as id from listing l where l.online and ${matches}
    ), near as materialized (
      select ${columns} from unnest(${from}, ${below}) as stretch(from_key, below_key)
      join property p on p.online_count > 0 and p.map_key >= stretch.from_key and p.map_key < stretch.below_key
      limit (select ${NEAR_PER_FOUND} * count(*) from found)
    ), member as (
      select ${columns} from near p where p.id in (select f.id from found f)
      union all
      select ${columns} from property p
      where p.online_count > 0 and p.map_key is not null
        and p.id = any(array(select f.id from found f where not exists (select from near n where n.id = f.id)))
    )`;
}

/** Places that may be read for each property that matches: looking one up costs as much as reading some ten. */
const NEAR_PER_FOUND = 4;

/** How many matching properties stand nowhere on a map. */
export function countWithoutPlaceStatement(found: CompiledSql): CompiledSql {
  return {
    text: `
      select count(*)::integer as total from property p
      where p.map_key is null and p.id in (select l.property_id from listing l where l.online and ${found.text})`,
    parameters: found.parameters,
  };
}

function standsIn(tile: Tile, bind: Bind): string {
  const [from, below] = keysWithin(tile);
  return `p.map_key >= ${bind(from)}::bigint and p.map_key < ${bind(below)}::bigint`;
}

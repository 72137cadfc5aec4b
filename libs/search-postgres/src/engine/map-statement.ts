import { DEEPEST_TILE_ZOOM, type Tile } from '@gable/domain/geo';
import { FEW_PROPERTIES, keysWithin } from '@gable/search';
import { Parameters, type Bind } from './bind.js';
import type { CompiledSql } from './compile-to-sql.js';
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

/** Matching properties by the tiles they stand in: the key of a tile is theirs without its last bits. */
export function mapStatement(found: CompiledSql, tileZoom: number, within?: Tile): CompiledSql {
  const { bind, values } = new Parameters();
  const matches = condition(found, values);
  const shift = bind(2 * (DEEPEST_TILE_ZOOM - tileZoom));
  return {
    text: `
      select m.key::float8 as key, count(*)::integer as count, avg(m.lat) as lat, avg(m.lng) as lng,
        percentile_cont(0.5) within group (order by m.min_price) as "medianPrice",
        case when count(*) <= ${FEW_PROPERTIES} then array_agg(m.id::text) end as ids
      from (
        select p.map_key >> ${shift}::integer as key, p.lat, p.lng, p.min_price, p.id
        from property p
        where p.online_count > 0 and ${within ? standsIn(within, bind) : 'p.map_key is not null'}
          and p.id in (select l.property_id from listing l where l.online and ${matches})
      ) m
      group by m.key`,
    parameters: values,
  };
}

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

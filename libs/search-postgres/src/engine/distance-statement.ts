import type { DistanceSort } from '@gable/search';
import { Parameters } from './bind.js';
import type { CompiledSql } from './compile-to-sql.js';
import { DIRECTION_WORDS, momentOf } from './sort-orders.js';
import { condition, isAny, type Cut } from './statements.js';

/** A cut out of the order by distance. */
export type DistanceCut = Omit<Cut, 'sort'> & { readonly sort: DistanceSort };

/**
 * Every matching property by its distance from a point, cut; no index has that order. Rows are those of
 * `gatherStatement`. The key is that of `distanceKey`.
 */
export function distanceStatement(cut: DistanceCut): CompiledSql {
  const { criteria, sort, after, seenUntil } = cut;
  const { bind, values } = new Parameters();
  const found = condition(cut.found, values);
  const { center, direction } = sort;
  // Of no place it answers the half of the earth's girth, since `least` passes over nulls.
  const distance = `gable_distance(${bind(center.lat)}::float8, ${bind(center.lng)}::float8, p.lat, p.lng)`;
  const beyond = direction === 'ASC' ? '>' : '<';
  const behind =
    after === null
      ? 'true'
      : after.key === null
        ? `p.key is null and p.id ${beyond} ${bind(after.id)}::uuid`
        : `((p.key, p.id) ${beyond} (${bind(after.key)}::float8, ${bind(after.id)}::uuid) or p.key is null)`;
  const seen = seenUntil === null ? 'true' : `p.created_at <= ${momentOf(bind(seenUntil))}`;
  const way = DIRECTION_WORDS[direction];
  const order = `p.key ${way} nulls last, p.id ${way}`;
  return {
    text: `
      with found as materialized (
        ${
          isAny(criteria)
            ? 'select p.id from property p where p.online_count > 0'
            : `select distinct l.property_id as id from listing l where l.online and ${found}`
        }
      )
      select s.properties, 0 as listings, p.id, p.key
      from (select count(*)::integer as properties from found f) s
      left join (
        select p.id, p.key
        from (
          select p.id, p.created_at, case when p.map_key is not null then round(${distance} * 1000) / 1000 end as key
          from found f join property p on p.id = f.id
        ) p
        where ${behind} and ${seen}
        order by ${order}
        offset ${bind(cut.offset)}::integer limit ${bind(cut.limit)}::integer
      ) p on true
      order by ${order}`,
    parameters: values,
  };
}

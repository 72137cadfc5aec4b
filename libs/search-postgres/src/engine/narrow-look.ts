import type { KeySort, SearchPosition } from '@gable/search';
import { Parameters } from './bind.js';
import type { CompiledSql } from './compile-to-sql.js';
import { afterInWhole, momentOf, SORT_COLUMNS, wholeOrder } from './sort-orders.js';
import { condition, type Cut } from './statements.js';
import { readsTexts } from './words-sql.js';

/**
 * Listings of a narrow look. Most searches match fewer; where more match, finding so many costs 0.3 ms of the 5 and
 * more that follow.
 */
export const NARROW_LOOK = 500;

/** How many times as many where each is read for its text: a look in vain then costs most of what follows. */
const TEXT_LOOK = 8;

/** Listings that a narrow look gathers at most. */
export function mostOfNarrowLook(narrowLook: number, { criteria, found }: Pick<Cut, 'criteria' | 'found'>): number {
  if (found.properties !== null) return found.properties.length + 1;
  return readsTexts(criteria, found) ? narrowLook * TEXT_LOOK : narrowLook;
}

/** The answer of a narrow look. */
export interface NarrowRow {
  /** How many match, of so many that are looked for. */
  readonly listings: number;
  readonly properties: number;
  /** Of the properties that were asked for, in any order: id, sort key and revision. Null where there are none. */
  readonly hits: readonly (readonly [id: string, key: number | null, revision: number])[] | null;
}

/**
 * Gathers so many matching listings and, if there are fewer, cuts the page out of their properties. One row answers it,
 * so that many can be asked as one statement; it is short, so that a single one is planned in a third of the time that
 * `gatherStatement` takes. Properties that are known to match are not looked for.
 */
export function narrowStatement(cut: Cut, listingLimit: number): CompiledSql {
  const { sort, after, seenUntil } = cut;
  const { bind, values } = new Parameters();
  const found =
    cut.found.properties === null
      ? `select l.property_id from listing l where l.online and ${condition(cut.found, values)} limit ${listingLimit}`
      : `select unnest(${bind(cut.found.properties)}::uuid[]) as property_id`;
  const { column, toNumber } = SORT_COLUMNS[sort.field];
  const text = `
    with found as materialized (
      ${found}
    )
    select s.listings, s.properties, (
      select json_agg(json_build_array(p.id, ${toNumber(`p.${column}`)}, p.revision))
      from (
        select p.id, p.${column}, p.revision from property p
        where p.id = any(array(select f.property_id from found f where s.listings < ${listingLimit}))
          ${seenUntil === null ? '' : `and p.created_at <= ${momentOf(bind(seenUntil))}`}
          ${after === null ? '' : `and ${afterInWhole(sort, after, bind)}`}
        order by ${wholeOrder(sort)}
        offset ${bind(cut.offset)}::integer limit ${bind(cut.limit)}::integer
      ) p
    ) as hits
    from (
      select count(*)::integer as listings, count(distinct f.property_id)::integer as properties from found f
    ) s`;
  return { text, parameters: values };
}

/** The properties of a narrow look in their order, and the revisions that they had. */
export function narrowHits(
  { hits }: NarrowRow,
  sort: KeySort,
): { readonly hits: SearchPosition[]; readonly revisions: Map<string, number> } {
  const rows = hits ?? [];
  return {
    hits: rows.map(([id, key]) => ({ id, key })).sort(comparing(sort)),
    revisions: new Map(rows.map(([id, , revision]) => [id, revision])),
  };
}

/** The order of `wholeOrder`: missing keys last, whichever the direction. UUIDs sort by text as by bytes. */
function comparing({ direction }: KeySort): (one: SearchPosition, other: SearchPosition) => number {
  const sign = direction === 'ASC' ? 1 : -1;
  return (one, other) => {
    if (one.key === null || other.key === null) {
      if (one.key !== other.key) return one.key === null ? 1 : -1;
    } else if (one.key !== other.key) return sign * (one.key - other.key);
    return one.id === other.id ? 0 : sign * (one.id < other.id ? -1 : 1);
  };
}

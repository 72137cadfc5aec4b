import type { Criteria } from '@gable/domain/criteria';
import type { SearchPosition, KeySort } from '@gable/search';
import { Parameters } from './bind.js';
import type { CompiledCriteria, CompiledSql } from './compile-to-sql.js';
import { afterInWhole, momentOf, SORT_COLUMNS, stretchOrder, wholeOrder } from './sort-orders.js';
import { stretchConditions, stretchesOf } from './stretches.js';

/** Which results a statement is to give, in which order. */
export interface Cut {
  readonly criteria: Criteria;
  /** The criteria compiled, once for all statements of a request; its placeholders begin at 1. */
  readonly found: CompiledCriteria;
  readonly sort: KeySort;
  readonly after: SearchPosition | null;
  /** Epoch milliseconds; only properties first seen until then. null = all. */
  readonly seenUntil: number | null;
  readonly offset: number;
  readonly limit: number;
}

/** A row of the statements that gather: the size of the whole on every row, and a hit unless there is none. */
export interface GatheredRow {
  readonly properties: number;
  readonly listings: number;
  readonly id: string | null;
  readonly key: number | null;
}

/**
 * Gathers the matching listings, at most `listingLimit`, counts their properties, and cuts the page out of them. To
 * find the first of n properties it reads the sort order's index and keeps what was gathered (a look into a hash, 0.25
 * µs); if that would be longer than fetching the sort key of each (3.5 µs, cold memory), it fetches them.
 *
 * `isBunched` says that the order is known to begin far from any hit, so that only fetching makes sense.
 *
 * When `listings` reaches `listingLimit` the gathering was not complete and no hits are given.
 */
export function gatherStatement(cut: Cut, listingLimit: number, isBunched = false): CompiledSql {
  const { sort, after, seenUntil } = cut;
  const { bind, values } = new Parameters();
  const found = condition(cut.found, values);
  const { column, toNumber } = SORT_COLUMNS[sort.field];
  const need = `${bind(cut.offset + cut.limit)}::integer`;
  const limit = `${bind(listingLimit)}::integer`;
  const seen = seenUntil === null ? null : momentOf(bind(seenUntil));
  const stretches = stretchesOf(cut);
  const canScan = !isBunched && stretches.includes('keys');
  const perListing = canScan ? SCAN_PER_LISTING : 0;
  const isApartFirst = canScan && stretches[0] === 'apart';
  const among = '(p.id in (select f.property_id from found f)) is true';
  const text = `
    with found as materialized (
      select f.property_id, count(*) as listings
      from (select l.property_id from listing l where l.online and ${found} limit ${limit}) f
      group by f.property_id
    ), size as materialized (
      select count(*)::integer as properties, coalesce(sum(f.listings), 0)::integer as listings from found f
    ), scanned as materialized (
      select p.id, p.${column}
      from (
        select p.id, p.${column} from property p
        where ${canScan ? stretchConditions(cut, 'keys', bind) : 'false'}
        order by ${stretchOrder(sort)}
        limit (
          select case when s.listings < ${limit} and s.properties >= ${need} then ${perListing} * s.listings else 0 end
          from size s
        )
      ) p
      where ${among}
      ${seen ? `and (select s.created_at <= ${seen} from property s where s.id = p.id)` : ''}
      limit ${need}
    ), apart as materialized (
      select p.id, p.${column} from property p
      where ${isApartFirst ? stretchConditions(cut, 'apart', bind) : 'false'} and ${among}
        and (select count(*) >= ${need} from scanned)
      ${seen ? `and p.created_at <= ${seen}` : ''}
    ), fetched as materialized (
      select p.id, p.${column} from property p
      where p.id = any(array(select f.property_id from found f))
        and (select s.listings < ${limit} from size s) and (select count(*) < ${need} from scanned)
        ${after ? `and ${afterInWhole(sort, after, bind)}` : ''} ${seen ? `and p.created_at <= ${seen}` : ''}
      order by ${wholeOrder(sort)}
      limit ${need}
    )
    select s.properties, s.listings, p.id, ${toNumber(`p.${column}`)} as key
    from size s left join (
      select p.* from (
        select s.* from scanned s where (select count(*) >= ${need} from scanned)
        union all select a.* from apart a
        union all select f.* from fetched f
      ) p
      order by ${wholeOrder(sort)}
      offset ${bind(cut.offset)}::integer limit ${bind(cut.limit)}::integer
    ) p on true
    order by ${wholeOrder(sort)}`;
  return { text, parameters: values };
}

/**
 * Candidates that the scan through the order may read per gathered listing, before fetching every key is the cheaper
 * way.
 */
const SCAN_PER_LISTING = 4;

/** The plain way that always works: every matching property, sorted, cut. Its cost follows the size of the whole. */
export function sortStatement(cut: Cut): CompiledSql {
  const { sort, after, seenUntil } = cut;
  const { bind, values } = new Parameters();
  const found = condition(cut.found, values);
  const { column, toNumber } = SORT_COLUMNS[sort.field];
  const text = `
    with found as materialized (
      select l.property_id, count(*) as listings from listing l where l.online and ${found} group by l.property_id
    )
    select s.properties, s.listings, p.id, ${toNumber(`p.${column}`)} as key
    from (select count(*)::integer as properties, coalesce(sum(f.listings), 0)::integer as listings from found f) s
    left join (
      select p.id, p.${column} from found f join property p on p.id = f.property_id
      where true ${after ? `and ${afterInWhole(sort, after, bind)}` : ''}
        ${seenUntil === null ? '' : `and p.created_at <= ${momentOf(bind(seenUntil))}`}
      order by ${wholeOrder(sort)}
      offset ${bind(cut.offset)}::integer limit ${bind(cut.limit)}::integer
    ) p on true
    order by ${wholeOrder(sort)}`;
  return { text, parameters: values };
}

/** The exact number of matching properties; with a limit, of those that the first so many listings belong to. */
export function countStatement(
  { criteria, found }: Pick<Cut, 'criteria' | 'found'>,
  listingLimit: number | null = null,
): CompiledSql {
  const limit = listingLimit === null ? '' : `limit ${listingLimit}`;
  if (isAny(criteria)) {
    return {
      text: `
        select count(*)::integer as total from (select from property p where p.online_count > 0 ${limit}) p`,
      parameters: [],
    };
  }
  const { text, parameters } = found;
  return {
    text: `
      select count(*)::integer as total
      from (select distinct f.property_id from (
        select l.property_id from listing l where l.online and ${text} ${limit}
      ) f) f`,
    parameters,
  };
}

/** The row of `countFewStatement`. */
export interface FewCounted {
  readonly listings: number;
  readonly total: number;
}

/** The number of matching listings and of their properties, of the first so many listings. */
export function countFewStatement({ found }: Pick<Cut, 'found'>, listingLimit: number): CompiledSql {
  return {
    text: `
      select count(*)::integer as listings, count(distinct f.property_id)::integer as total
      from (select l.property_id from listing l where l.online and ${found.text} limit ${listingLimit}) f`,
    parameters: found.parameters,
  };
}

/** Whether every listing meets the criteria. */
export function isAny({ conditions, children }: Criteria): boolean {
  return conditions.length === 0 && children.length === 0;
}

/** The criteria as an expression whose parameters are the first of the statement. */
export function condition({ text, parameters }: CompiledSql, values: unknown[]): string {
  for (const parameter of parameters) values.push(parameter);
  return text;
}

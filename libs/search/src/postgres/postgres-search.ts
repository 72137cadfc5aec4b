import type { Criteria } from '@gable/domain';
import {
  TOTAL_CAP, type PageQuery, type PageResult, type PropertySearch, type SearchPosition, type WalkQuery, type WalkResult,
} from '../property-search.js';
import { CityIds } from './city-ids.js';
import type { CompiledSql, SqlOptions } from './compile-to-sql.js';
import { expectedWalk, FIRST_LOOK, gatheringIsCheaper, walkBudget, WIDE_LOOK } from './costs.js';
import { searchFailure } from './failures.js';
import type { QueryPort } from './query-port.js';
import { SORT_COLUMNS } from './sort-orders.js';
import { impliedKeyBounds } from './implied-key-bounds.js';
import {
  countStatement, gatherStatement, sortStatement, walkStatement, type Cut, type GatheredRow, type WalkedRow,
} from './statements.js';

/**
 * `PropertySearch` on PostgreSQL. It does not trust the planner to choose between narrow and broad filters: a first look gathers a bounded
 * number of matching listings, which gives the capped total and, if that was all of them, the page. Where more match, a walk through the sort
 * order finds the page soon; where that fails to (matches bunched at the far end, deep pages), a wider look or a full sort does.
 *
 * Statements go out without a name, so that each is planned for its own values.
 */
export class PostgresSearch implements PropertySearch {
  private readonly cities: CityIds;
  private size: { readonly properties: number; readonly readAt: number } | null = null;

  constructor(private readonly database: QueryPort) {
    this.cities = new CityIds((text, parameters) => this.rows(text, parameters));
  }

  async findPage({ criteria, sort, offset, limit }: PageQuery): Promise<PageResult> {
    const options = await this.cities.optionsFor(criteria);
    const cut: Cut = { criteria, sort, after: null, seenUntil: null, offset, limit: limit + 1 };
    const first = await this.gather(cut, FIRST_LOOK, options);
    if (first.complete) return page(first, limit);
    // So many listings with so few properties: rare, and only the full sort counts them all.
    const answer = first.total >= TOTAL_CAP ? await this.findFurther(cut, TOTAL_CAP, WIDE_LOOK, options) : await this.sortAll(cut, options);
    return page({ ...answer, total: Math.max(first.total, answer.total) }, limit);
  }

  async findAfter({ criteria, sort, limit, after, seenUntil, total }: WalkQuery): Promise<WalkResult> {
    const options = await this.cities.optionsFor(criteria);
    const cut: Cut = { criteria, sort, after, seenUntil, offset: 0, limit: limit + 1 };
    if (total !== null) return walkResult(await this.findFurther(cut, total, total * LISTINGS_PER_PROPERTY, options), total, limit);
    const first = await this.gather(cut, FIRST_LOOK, options);
    if (first.complete) return walkResult(first, first.total, limit);
    const counted = await this.countAll(criteria, options);
    return walkResult(await this.findFurther(cut, counted, counted * LISTINGS_PER_PROPERTY, options), counted, limit);
  }

  async count(criteria: Criteria): Promise<number> {
    return this.countAll(criteria, await this.cities.optionsFor(criteria));
  }

  async now(): Promise<number> {
    const [row] = await this.rows<{ now: number }>(
      `select (extract(epoch from date_trunc('milliseconds', clock_timestamp())) * 1000)::float8 as now`, [],
    );
    return row!.now;
  }

  /** The page when `matching` properties and `listings` of theirs may match: the way that promises to be cheapest first, each bounded. */
  private async findFurther(cut: Cut, matching: number, listings: number, options: SqlOptions): Promise<Found> {
    const need = cut.offset + cut.limit;
    const walk = expectedWalk(need, matching, await this.propertyCount());
    if (gatheringIsCheaper(listings, walk)) {
      const gathered = await this.gather(cut, WIDE_LOOK, options);
      if (gathered.complete) return gathered;
    }
    const hits = await this.walk(cut, walkBudget(walk), options);
    return hits === null ? this.sortAll(cut, options) : { hits: hits.slice(cut.offset), total: 0, complete: true };
  }

  private async gather(cut: Cut, listingLimit: number, options: SqlOptions): Promise<Found> {
    const rows = await this.run<GatheredRow>(gatherStatement(cut, listingLimit, options));
    return { ...gathered(rows), complete: rows[0]!.listings < listingLimit };
  }

  private async sortAll(cut: Cut, options: SqlOptions): Promise<Found> {
    return { ...gathered(await this.run<GatheredRow>(sortStatement(cut, options))), complete: true };
  }

  /** The first hits of the order, offset included; null when the budget ran out before they were found. */
  private async walk(cut: Cut, budget: number, options: SqlOptions): Promise<SearchPosition[] | null> {
    const need = cut.offset + cut.limit;
    const hits: SearchPosition[] = [];
    for (const stretch of stretchesOf(cut)) {
      const rest = { ...cut, offset: 0, limit: need - hits.length };
      const rows = await this.run<WalkedRow>(walkStatement(rest, stretch, budget, options));
      hits.push(...rows.filter(({ hit }) => hit).map(({ id, key }) => ({ id, key })));
      if (hits.length >= need) return hits;
      if (rows.at(-1)?.last) return null;
    }
    return hits;
  }

  private async countAll(criteria: Criteria, options: SqlOptions): Promise<number> {
    const [row] = await this.run<{ total: number }>(countStatement(criteria, options));
    return row!.total;
  }

  /** About how many properties there are; the planner's own figure, read once a minute. */
  private async propertyCount(): Promise<number> {
    if (this.size === null || Date.now() - this.size.readAt > 60_000) {
      const [row] = await this.rows<{ properties: number }>(
        `select greatest(reltuples, 1000)::float8 as properties from pg_class where oid = 'property_by_created_at'::regclass`, [],
      );
      this.size = { properties: row!.properties, readAt: Date.now() };
    }
    return this.size.properties;
  }

  private run<Row extends object>({ text, parameters }: CompiledSql): Promise<Row[]> {
    return this.rows<Row>(text, parameters);
  }

  private async rows<Row extends object>(text: string, parameters: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.database.query<Row>(text, parameters);
    } catch (error) {
      throw searchFailure(error);
    }
  }
}

/** Roughly; for costs only. */
const LISTINGS_PER_PROPERTY = 1.5;

interface Found {
  readonly hits: readonly SearchPosition[];
  readonly total: number;
  /** Whether the hits are what was asked for; if not, only the total says something: at least so many. */
  readonly complete: boolean;
}

/** First the properties with a sort key, then those without, as far as the walk has not passed them and the criteria leave any. */
function stretchesOf({ criteria, sort, after }: Cut): ('keys' | 'missing')[] {
  const missing = SORT_COLUMNS[sort.field].nullable && impliedKeyBounds(criteria, sort.field).length === 0;
  return [...(after?.key === null ? [] : ['keys' as const]), ...(missing ? ['missing' as const] : [])];
}

function gathered(rows: readonly GatheredRow[]): { hits: SearchPosition[]; total: number } {
  return { hits: rows.flatMap(({ id, key }) => (id === null ? [] : [{ id, key }])), total: rows[0]!.properties };
}

function page({ hits, total }: Found, limit: number): PageResult {
  return { ids: hits.slice(0, limit).map(({ id }) => id), total: Math.min(total, TOTAL_CAP), hasMore: hits.length > limit };
}

function walkResult({ hits }: Found, total: number, limit: number): WalkResult {
  return { hits: hits.slice(0, limit), total, hasMore: hits.length > limit };
}

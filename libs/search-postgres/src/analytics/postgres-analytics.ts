import type { Criteria } from '@gable/domain/criteria';
import { DivisionLevels } from '../engine/division-levels.js';
import { asSearchError } from '../engine/failures.js';
import type { Queryable } from '@gable/persistence';
import { MAX_GROUPS, type AnalyticsQuery } from './analytics-query.js';
import { groupsOf, type GroupRow } from './analytics-groups.js';
import { chooseSorting, type EventsKnown } from './choose-sorting.js';
import { compileAnalytics, type AnalyticsSql, type Sorting } from './compile-analytics.js';
import { carriedFields, compileRolledUp } from './compile-rolled-up.js';
import { TooManyGroups, type AnalyticsResult, type ListingAnalytics } from './listing-analytics.js';
import { rolledUpPart, type RolledUpPart } from './rolled-up-part.js';

/** Values that may leave the database for one question: 16 MB of doubles, twice as much on the wire. */
const MOST_CARRIED = 2_000_000;
/** For how long what is known of the table of events counts. */
const KNOWN_FOR_MS = 60_000;

/**
 * `ListingAnalytics` on PostgreSQL: one statement per question, planned for its own values, so that the whole answer is
 * of one moment.
 */
export class PostgresAnalytics implements ListingAnalytics {
  private known: (EventsKnown & { readonly readAt: number }) | null = null;

  private readonly levels: DivisionLevels;

  constructor(private readonly database: Queryable) {
    this.levels = new DivisionLevels((text, parameters) => this.rows(text, parameters));
  }

  async summarise(query: AnalyticsQuery, criteria: Criteria | null = null): Promise<AnalyticsResult> {
    const { text, parameters } = await this.compile(query, criteria);
    const rows = await this.rows<GroupRow>(text, parameters);
    if (rows.length > MAX_GROUPS) throw new TooManyGroups();
    const isEmpty = rows.length === 0;
    return {
      sampleSize: rows.reduce((sum, { events }) => sum + events, 0),
      minEventAt: isEmpty
        ? null
        : new Date(rows.reduce((first, row) => Math.min(first, row.first_at), Infinity)).toISOString(),
      maxEventAt: isEmpty
        ? null
        : new Date(rows.reduce((last, row) => Math.max(last, row.last_at), -Infinity)).toISOString(),
      groups: await groupsOf(rows, query),
    };
  }

  /** Rollups know nothing of what only states say. */
  private async compile(query: AnalyticsQuery, criteria: Criteria | null): Promise<AnalyticsSql> {
    if (criteria !== null) {
      const { levelOf } = await this.levels.optionsFor(criteria);
      return compileAnalytics(query, await this.sorting(query, true), { criteria, levelOf });
    }
    const part = rolledUpPart(query);
    return part !== null && (await this.isRolledUp(query, part))
      ? compileRolledUp(query, part)
      : compileAnalytics(query, await this.sorting(query, false));
  }

  /**
   * Whether rollups are worth it: any are there, and what they carry is no burden. Only a hint; which of them count is
   * found with the answer, in one snapshot.
   */
  private async isRolledUp(
    { metrics }: AnalyticsQuery,
    { cities, firstMonth, lastMonth }: RolledUpPart,
  ): Promise<boolean> {
    const [row] = await this.rows<{ events: number }>(ROLLED_UP_EVENTS, [cities, firstMonth, lastMonth]);
    return row!.events > 0 && row!.events * carriedFields(metrics).length <= MOST_CARRIED;
  }

  private sorting(query: AnalyticsQuery, hasCriteria: boolean): Promise<Sorting> {
    return chooseSorting(query, hasCriteria, async () => {
      if (this.known === null || Date.now() - this.known.readAt > KNOWN_FOR_MS)
        this.known = { ...(await this.readKnown()), readAt: Date.now() };
      return this.known;
    });
  }

  /** Both figures only steer: a statement divided by bounds of before is as exact. */
  private async readKnown(): Promise<EventsKnown> {
    const [{ events } = { events: 0 }] = await this.rows<{ events: number }>(EVENT_COUNT, []);
    const percent = Math.min(100, (100 * SAMPLED_EVENTS) / Math.max(1, events));
    const [sample] = await this.rows<{ bounds: number[] | null; placed: number }>(CITY_BOUNDS, [PARTS, percent]);
    const bounds = [...new Set(sample!.bounds ?? [])];
    return { events, cityBounds: sample!.placed > 0.5 && bounds.length > 1 ? bounds : null };
  }

  private async rows<Row extends object>(text: string, parameters: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.database.query<Row>(text, parameters);
    } catch (error) {
      throw asSearchError(error);
    }
  }
}

/** The planner's own figure. */
const EVENT_COUNT = `
  select greatest(reltuples, 0)::float8 as events from pg_class where oid = 'market_event'::regclass`;

/** Parts that a question for all cities is divided into: more than processors, so that none waits long for the last. */
const PARTS = 6;
const SAMPLED_EVENTS = 5_000;
const CITY_BOUNDS = `
  select percentile_disc((select array_agg(n / $1::float8) from generate_series(1, $1::integer - 1) n))
      within group (order by city_id)::float8[] as bounds,
    count(city_id) / greatest(count(*), 1)::float8 as placed
  from market_event tablesample system ($2::float4)`;

const ROLLED_UP_EVENTS = `
  select coalesce(sum(events), 0)::bigint as events from market_rollup_month
  where city_id = any($1::bigint[])
    and event_month >= coalesce($2::integer, 0) and event_month <= coalesce($3::integer, 2147483647)`;

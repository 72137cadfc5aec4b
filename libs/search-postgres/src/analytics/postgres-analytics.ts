import type { Criteria } from '@gable/domain/criteria';
import { DivisionLevels } from '../engine/division-levels.js';
import { asSearchError } from '../engine/failures.js';
import type { Queryable } from '@gable/persistence';
import { MAX_GROUPS, type AnalyticsQuery } from './analytics-query.js';
import { groupsOf, type GroupRow } from './analytics-groups.js';
import type { AnalyticsColumn } from './columns.js';
import { compileAnalytics, type AnalyticsSql } from './compile-analytics.js';
import { carriedFields, compileRolledUp } from './compile-rolled-up.js';
import { TooManyGroups, type AnalyticsResult, type ListingAnalytics } from './listing-analytics.js';
import { rolledUpPart, type RolledUpPart } from './rolled-up-part.js';

/** Values that a statement may hold in memory at once: 128 MB of doubles. */
const MOST_GATHERED = 16_000_000;
/** Values that may leave the database for one question: 16 MB of doubles, twice as much on the wire. */
const MOST_CARRIED = 2_000_000;
const PLACES: readonly AnalyticsColumn[] = ['city_id', 'district_id', 'neighborhood_id'];

/**
 * `ListingAnalytics` on PostgreSQL: one statement per question, planned for its own values, so that the whole answer is
 * of one moment.
 */
export class PostgresAnalytics implements ListingAnalytics {
  private size: { readonly events: number; readonly readAt: number } | null = null;

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
      return compileAnalytics(query, await this.canGather(query), { criteria, levelOf });
    }
    const part = rolledUpPart(query);
    return part !== null && (await this.isRolledUp(query, part))
      ? compileRolledUp(query, part)
      : compileAnalytics(query, await this.canGather(query));
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

  /** The events of a place are few; of everything, as many as the table holds. */
  private async canGather({ filters, metrics }: AnalyticsQuery): Promise<boolean> {
    if (filters.some((filter) => filter.kind === 'oneOf' && PLACES.includes(filter.column))) return true;
    const fields = new Set(metrics.flatMap((metric) => (metric.kind === 'percentile' ? [metric.field] : [])));
    return fields.size > 0 && fields.size * (await this.eventCount()) <= MOST_GATHERED;
  }

  /** About how many events there are; the planner's own figure, read once a minute. */
  private async eventCount(): Promise<number> {
    if (this.size === null || Date.now() - this.size.readAt > 60_000) {
      const [row] = await this.rows<{ events: number }>(
        `select greatest(reltuples, 0)::float8 as events from pg_class where oid = 'market_event'::regclass`,
        [],
      );
      this.size = { events: row!.events, readAt: Date.now() };
    }
    return this.size.events;
  }

  private async rows<Row extends object>(text: string, parameters: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.database.query<Row>(text, parameters);
    } catch (error) {
      throw asSearchError(error);
    }
  }
}

const ROLLED_UP_EVENTS = `
  select coalesce(sum(events), 0)::bigint as events from market_rollup_month
  where city_id = any($1::bigint[])
    and event_month >= coalesce($2::integer, 0) and event_month <= coalesce($3::integer, 2147483647)`;

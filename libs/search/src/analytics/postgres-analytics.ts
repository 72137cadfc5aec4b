import { searchFailure } from '../postgres/failures.js';
import type { QueryPort } from '../postgres/query-port.js';
import { MAX_GROUPS, type AnalyticsQuery } from './analytics-query.js';
import { ANALYTICS_COLUMNS, type AnalyticsColumn, type GroupColumn } from './columns.js';
import { bucketStart, compileAnalytics } from './compile-analytics.js';
import { TooManyGroups, type AnalyticsGroup, type AnalyticsResult, type ListingAnalytics } from './listing-analytics.js';

/** What every row holds; beside it the columns grouped by (`g1` …) and the metrics (`m1` …). */
interface GroupRow {
  readonly bucket: number;
  readonly events: number;
  /** Epoch milliseconds. */
  readonly first_at: number;
  readonly last_at: number;
  readonly [column: string]: string | number | null;
}

/** Values that a statement may hold in memory at once: 128 MB of doubles. */
const MOST_GATHERED = 16_000_000;
const PLACES: readonly AnalyticsColumn[] = ['city_id', 'district_id', 'neighborhood_id'];

/** `ListingAnalytics` on PostgreSQL: one statement per question, planned for its own values. */
export class PostgresAnalytics implements ListingAnalytics {
  private size: { readonly events: number; readonly readAt: number } | null = null;

  constructor(private readonly database: QueryPort) {}

  async summarise(query: AnalyticsQuery): Promise<AnalyticsResult> {
    const { text, parameters } = compileAnalytics(query, await this.canGather(query));
    const rows = await this.rows<GroupRow>(text, parameters);
    if (rows.length > MAX_GROUPS) throw new TooManyGroups();
    const isEmpty = rows.length === 0;
    return {
      sampleSize: rows.reduce((sum, { events }) => sum + events, 0),
      minEventAt: isEmpty ? null : new Date(rows.reduce((first, row) => Math.min(first, row.first_at), Infinity)).toISOString(),
      maxEventAt: isEmpty ? null : new Date(rows.reduce((last, row) => Math.max(last, row.last_at), -Infinity)).toISOString(),
      groups: groupsOf(rows, query),
    };
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
      const [row] = await this.rows<{ events: number }>(`select greatest(reltuples, 0)::float8 as events from pg_class where oid = 'market_event'::regclass`, []);
      this.size = { events: row!.events, readAt: Date.now() };
    }
    return this.size.events;
  }

  private async rows<Row extends object>(text: string, parameters: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.database.query<Row>(text, parameters);
    } catch (error) {
      throw searchFailure(error);
    }
  }
}

function groupsOf(rows: readonly GroupRow[], { groupBy, timeBucket, metrics }: AnalyticsQuery): AnalyticsGroup[] {
  const starts = new Map<number, string>();
  return rows.map((row) => {
    const start = starts.get(row.bucket) ?? bucketStart(timeBucket, row.bucket);
    starts.set(row.bucket, start);
    const group: Record<string, string | number | null> = {};
    groupBy.forEach((column, i) => (group[column] = valueOf(column, row[`g${i + 1}`]!)));
    group.time_bucket = start;
    const values: Record<string, number | null> = {};
    metrics.forEach(({ name }, i) => (values[name] = row[`m${i + 1}`] as number | null));
    return { group, metrics: values };
  });
}

function valueOf(column: GroupColumn, stored: string | number | null): string | number | null {
  const values = ANALYTICS_COLUMNS[column];
  return typeof values === 'object' && stored !== null ? values.words[stored as number]! : stored;
}

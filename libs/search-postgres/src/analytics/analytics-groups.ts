import type { AnalyticsQuery } from './analytics-query.js';
import { ANALYTICS_COLUMNS, type GroupColumn } from './columns.js';
import { carriedFields } from './compile-rolled-up.js';
import { mapInPortions } from './in-portions.js';
import type { AnalyticsGroup } from './listing-analytics.js';
import { percentilesOf } from './percentiles.js';
import { bucketStart } from './time-buckets.js';

/** What every row holds; beside it the columns grouped by (`g1` …) and the metrics (`m1` …). */
export interface GroupRow {
  readonly bucket: number;
  readonly events: number;
  /** Epoch milliseconds. */
  readonly first_at: number;
  readonly last_at: number;
  readonly [column: string]: string | number | Buffer | null;
}

/** Percentiles that are taken here, from all values of a group that a column carries. */
interface Carried {
  readonly column: string;
  readonly names: readonly string[];
  readonly fractions: readonly number[];
}

/** The groups of an answer. Beside a long one, others get their turns of the event loop. */
export function groupsOf(rows: readonly GroupRow[], query: AnalyticsQuery): Promise<AnalyticsGroup[]> {
  const { groupBy, timeBucket, metrics } = query;
  const starts = new Map<number, string>();
  const carried = rows.length === 0 ? [] : carriedBy(rows[0]!, query);
  const values = groupBy.length + metrics.length + 1;
  const groupOf = (row: GroupRow): AnalyticsGroup => {
    const start = starts.get(row.bucket) ?? bucketStart(timeBucket, row.bucket);
    starts.set(row.bucket, start);
    const group: Record<string, string | number | null> = {};
    groupBy.forEach((column, i) => (group[column] = valueOf(column, row[`g${i + 1}`] as string | number | null)));
    group.time_bucket = start;
    return { group, metrics: measuresOf(row, query, carried) };
  };
  return mapInPortions(
    rows,
    ({ events }) => values + events * carried.length,
    (portion) => portion.map(groupOf),
  );
}

/** The statement decides whether rows carry values, all of them the same. */
function carriedBy(row: GroupRow, { metrics }: AnalyticsQuery): Carried[] {
  return carriedFields(metrics).flatMap((field) => {
    const column = `every_${field}`;
    if (row[column] === undefined) return [];
    const asked = metrics.flatMap((metric) => (metric.kind === 'percentile' && metric.field === field ? [metric] : []));
    return [{ column, names: asked.map(({ name }) => name), fractions: asked.map(({ fraction }) => fraction) }];
  });
}

/** Percentiles come as such, or are taken here. */
function measuresOf(
  row: GroupRow,
  { metrics }: AnalyticsQuery,
  carried: readonly Carried[],
): Record<string, number | null> {
  const measures: Record<string, number | null> = {};
  metrics.forEach(({ name }, i) => (measures[name] = row[`m${i + 1}`] as number | null));
  for (const { column, names, fractions } of carried)
    percentilesOf(row[column] as Buffer | null, fractions).forEach((value, i) => (measures[names[i]!] = value));
  return measures;
}

function valueOf(column: GroupColumn, stored: string | number | null): string | number | null {
  const values = ANALYTICS_COLUMNS[column];
  return typeof values === 'object' && stored !== null ? values.words[stored as number]! : stored;
}

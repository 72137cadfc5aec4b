import type { AnalyticsColumn, GroupColumn, MetricField } from './columns.js';

/** The start of the bucket that an event falls into is part of its group; weeks start on Monday, all in UTC. */
export const TIME_BUCKETS = ['day', 'week', 'month', 'quarter', 'year'] as const;
/** One of TIME_BUCKETS. */
export type TimeBucket = (typeof TIME_BUCKETS)[number];

/** Columns that one question may group by. */
export const MAX_GROUP_COLUMNS = 10;
/** Metrics that one question may ask for. */
export const MAX_METRICS = 20;
/** More groups than these are not answered. */
export const MAX_GROUPS = 10_000;

/** Columns with bounds; price and area are the displayed ones. */
export type BoundedColumn = 'price_displayed' | 'area_displayed' | 'rooms' | 'bedrooms' | 'lat' | 'lng';

/**
 * One condition on events; all of a query hold at once. Bounds are inclusive, null = open; an event that does not state
 * a value meets no condition on it. `values` are words or ids; `from` and `until` are ISO 8601 in UTC.
 */
export type AnalyticsFilter =
  | { readonly kind: 'oneOf'; readonly column: AnalyticsColumn; readonly values: readonly (string | number)[] }
  | {
      readonly kind: 'between';
      readonly column: BoundedColumn;
      readonly min: number | null;
      readonly max: number | null;
    }
  | { readonly kind: 'period'; readonly from: string | null; readonly until: string | null };

/**
 * `name` is the metric as it was asked for, and the key of its value in answers. `fraction` is above 0 and at most 1.
 */
export type Metric =
  | { readonly name: string; readonly kind: 'count' }
  | { readonly name: string; readonly kind: 'avg' | 'min' | 'max'; readonly field: MetricField }
  | { readonly name: string; readonly kind: 'percentile'; readonly field: MetricField; readonly fraction: number };

/** A question to the market events, as `parseAnalyticsQuery` makes it. */
export interface AnalyticsQuery {
  readonly filters: readonly AnalyticsFilter[];
  readonly groupBy: readonly GroupColumn[];
  readonly timeBucket: TimeBucket;
  readonly metrics: readonly Metric[];
}

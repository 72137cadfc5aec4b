export {
  type AnalyticsFilter,
  type AnalyticsQuery,
  type BoundedColumn,
  MAX_GROUPS,
  MAX_GROUP_COLUMNS,
  MAX_METRICS,
  type Metric,
  TIME_BUCKETS,
  type TimeBucket,
} from './analytics/analytics-query.js';
export {
  ANALYTICS_COLUMNS,
  type AnalyticsColumn,
  GROUP_COLUMNS,
  type GroupColumn,
  METRIC_FIELDS,
  type MetricField,
} from './analytics/columns.js';
export type { AnalyticsSql } from './analytics/compile-analytics.js';
export { mapInPortions } from './analytics/in-portions.js';
export {
  type AnalyticsGroup,
  type AnalyticsResult,
  type ListingAnalytics,
  TooManyGroups,
} from './analytics/listing-analytics.js';
export { BOUNDS, LISTED_COLUMNS, LIST_MAX_ENTRIES } from './analytics/parameters.js';
export { parseAnalyticsQuery } from './analytics/parse-analytics-query.js';
export { PERCENT_PATTERN } from './analytics/read-metric.js';
export { PostgresAnalytics } from './analytics/postgres-analytics.js';
export { CityMemory, type CityMemoryOptions } from './cities/city-memory.js';
export { CitySearch, type OrderedEngine } from './cities/city-search.js';
export { ColumnMap, type ColumnMapOptions } from './columns/column-map.js';
export { type CompiledSql, type SqlOptions, compileToSql } from './engine/compile-to-sql.js';
export { PostgresSearch } from './engine/postgres-search.js';
export { PostgresPropertyDocuments } from './indexing/property-documents.js';
export type { CityBlock } from './cities/city-block.js';
export type { AskOrder, KnownOrder } from './engine/known-order.js';
export type { DivisionLevel } from './engine/level-columns.js';
export type { ListingColumns } from './columns/listing-columns.js';

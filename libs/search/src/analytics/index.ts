export * from './analytics-query.js';
export * from './listing-analytics.js';
export {
  ANALYTICS_COLUMNS,
  GROUP_COLUMNS,
  METRIC_FIELDS,
  type AnalyticsColumn,
  type GroupColumn,
  type MetricField,
} from './columns.js';
export { ANALYTICS_PARAMETERS, BOUNDS, LIST_MAX_ENTRIES, LISTED_COLUMNS } from './parameters.js';
export { parseAnalyticsQuery } from './parse-analytics-query.js';
export { compileAnalytics, type AnalyticsSql } from './compile-analytics.js';
export { PostgresAnalytics } from './postgres-analytics.js';

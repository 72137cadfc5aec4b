export {
  type PeriodUsage,
  ROUTE_TYPES,
  type RouteType,
  USAGE_GRANULARITIES,
  type UsageCount,
  type UsageGranularity,
  UsageStore,
  type UsageQuestion,
} from './usage-store.js';

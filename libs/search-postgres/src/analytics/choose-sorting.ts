import type { AnalyticsQuery, BoundedColumn } from './analytics-query.js';
import type { AnalyticsColumn, MetricField } from './columns.js';
import type { Sorting } from './compile-analytics.js';

/** What is known of the table of events: of some moment within the last minute. */
export interface EventsKnown {
  /** about how many there are */
  readonly events: number;
  /** Cities that divide the events into parts of like size; null where most have none, or all have the same. */
  readonly cityBounds: readonly number[] | null;
}

/** Columns that the index `market_event_market` holds: what asks for others has to read the table. */
const IN_MARKET_INDEX: ReadonlySet<string> = new Set([
  'city_id',
  'transaction_type',
  'property_type',
  'event_type',
  'dpe_energy_rating',
  'publisher_type',
  'rooms',
  'bedrooms',
  'price',
  'price_displayed',
  'price_per_sqm',
  'area_displayed',
  'district_id',
  'neighborhood_id',
] satisfies readonly (AnalyticsColumn | MetricField | BoundedColumn)[]);

/** Values that a statement may hold in memory at once: 128 MB of doubles. */
const MOST_GATHERED = 16_000_000;
/** Below that the start of further processes costs more than they do. */
const FEWEST_DIVIDED = 100_000;
const PLACES: readonly AnalyticsColumn[] = ['city_id', 'district_id', 'neighborhood_id'];

/**
 * How a question sorts values for its percentiles. The events of a place are few; of everything, as many as the table
 * holds, which only then is asked. `hasCriteria`: events are joined with states, which no index of cities orders.
 */
export async function chooseSorting(
  query: AnalyticsQuery,
  hasCriteria: boolean,
  known: () => Promise<EventsKnown>,
): Promise<Sorting> {
  const { filters, metrics } = query;
  if (filters.some((filter) => filter.kind === 'oneOf' && PLACES.includes(filter.column))) return { kind: 'gathered' };
  const fields = new Set(metrics.flatMap((metric) => (metric.kind === 'percentile' ? [metric.field] : [])));
  if (fields.size === 0) return { kind: 'sorted' };
  const { events, cityBounds } = await known();
  if (cityBounds !== null && events >= FEWEST_DIVIDED && !hasCriteria && mayDivide(query))
    return { kind: 'by city', bounds: cityBounds };
  return { kind: fields.size * events <= MOST_GATHERED ? 'gathered' : 'sorted' };
}

/**
 * Whether the index of markets answers all of it, city after city. A period is better found by the index of instants,
 * which knows no cities.
 */
function mayDivide({ filters, groupBy, metrics }: AnalyticsQuery): boolean {
  const columns = [
    ...groupBy,
    ...filters.map((filter) => (filter.kind === 'period' ? null : filter.column)),
    ...metrics.flatMap((metric) => (metric.kind === 'count' ? [] : [metric.field])),
  ];
  return groupBy.includes('city_id') && columns.every((column) => column !== null && IN_MARKET_INDEX.has(column));
}

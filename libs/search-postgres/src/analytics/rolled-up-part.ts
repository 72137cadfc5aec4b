import { SUMMED_FIELDS } from '@gable/persistence/analytics';
import type { AnalyticsFilter, AnalyticsQuery } from './analytics-query.js';
import type { AnalyticsColumn } from './columns.js';

/**
 * What of a question may come from rollups: these cities, the months within these bounds (since the year 0, both
 * included), and what else filters them.
 */
export interface RolledUpPart {
  readonly cities: readonly number[];
  /** null = open */
  readonly firstMonth: number | null;
  readonly lastMonth: number | null;
  /** On columns that rollups are kept apart by. */
  readonly filters: readonly AnalyticsFilter[];
  /** The same, and the period: what filters the events of the other months. */
  readonly eventFilters: readonly AnalyticsFilter[];
}

const KEPT_APART: readonly AnalyticsColumn[] = ['city_id', 'transaction_type', 'property_type', 'event_type'];

const isSummed = (field: string): boolean => (SUMMED_FIELDS as readonly string[]).includes(field);

/** Null where the question names no city, or asks for what rollups do not hold: another column, days or weeks. */
export function rolledUpPart({ filters, groupBy, timeBucket, metrics }: AnalyticsQuery): RolledUpPart | null {
  if (timeBucket === 'day' || timeBucket === 'week' || !groupBy.every((column) => KEPT_APART.includes(column)))
    return null;
  if (metrics.some((metric) => metric.kind !== 'count' && !isSummed(metric.field))) return null;
  let cities: readonly number[] | null = null;
  let firstMonth: number | null = null;
  let lastMonth: number | null = null;
  const kept: AnalyticsFilter[] = [];
  for (const filter of filters) {
    if (filter.kind === 'period') {
      firstMonth = filter.from === null ? null : monthOf(Date.parse(filter.from) - 1) + 1;
      // Instants are whole milliseconds.
      lastMonth = filter.until === null ? null : monthOf(Date.parse(filter.until) + 1) - 1;
    } else if (filter.kind === 'between' || !KEPT_APART.includes(filter.column)) return null;
    else if (filter.column === 'city_id') cities = filter.values as readonly number[];
    else kept.push(filter);
  }
  if (cities === null) return null;
  return {
    cities,
    firstMonth,
    lastMonth,
    filters: kept,
    eventFilters: [...kept, ...filters.filter(({ kind }) => kind === 'period')],
  };
}

/** Months since the year 0, in UTC. */
function monthOf(at: number): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

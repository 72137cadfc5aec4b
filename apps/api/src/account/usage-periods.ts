import type { UsageGranularity } from '@gable/persistence/usage';

/**
 * Names of the UTC days, months or years that a range touches, oldest first: `2026-11-21`, `2026-11`, `2026`. Its end
 * is exclusive. Stops behind `limit`.
 */
export function usagePeriods(from: Date, to: Date, granularity: UsageGranularity, limit: number): string[] {
  const names: string[] = [];
  for (
    let start = startOf(from, granularity);
    start < to && names.length <= limit;
    start = startOf(start, granularity, 1)
  ) {
    names.push(start.toISOString().slice(0, LENGTHS[granularity]));
  }
  return names;
}

const LENGTHS: Readonly<Record<UsageGranularity, number>> = { year: 4, month: 7, day: 10 };

/** The start of the period an instant lies in, or of one of the next. */
function startOf(instant: Date, granularity: UsageGranularity, later = 0): Date {
  const start = new Date(instant);
  start.setUTCHours(0, 0, 0, 0);
  if (granularity === 'day') start.setUTCDate(start.getUTCDate() + later);
  else if (granularity === 'month') start.setUTCMonth(start.getUTCMonth() + later, 1);
  else start.setUTCFullYear(start.getUTCFullYear() + later, 0, 1);
  return start;
}

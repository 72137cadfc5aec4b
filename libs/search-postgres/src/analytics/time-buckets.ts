import type { TimeBucket } from './analytics-query.js';

/**
 * The bucket of an event as a whole number, from columns that count days since 2000-01-01 and months since the year 0:
 * date_trunc would cost as much as reading the row. 2000-01-03 was a Monday; the remainder of a negative number is
 * negative.
 */
export const BUCKETS: Readonly<Record<TimeBucket, string>> = {
  day: 'event_day',
  week: 'event_day - ((event_day - 2) % 7 + 7) % 7',
  month: 'event_month',
  quarter: 'event_month / 3',
  year: 'event_month / 12',
};

/** An instant of SQL as epoch milliseconds, in SQL. */
export const epochMilliseconds = (instant: string): string => `round(date_part('epoch', ${instant}) * 1000)`;

/** When a bucket begins, ISO 8601 in UTC. */
export function bucketStart(timeBucket: TimeBucket, bucket: number): string {
  const months = MONTHS[timeBucket];
  const start = new Date(Date.UTC(2000, 0, 1));
  if (months === null) start.setUTCDate(1 + bucket);
  else start.setUTCFullYear(Math.floor((bucket * months) / 12), (bucket * months) % 12);
  return start.toISOString();
}

const MONTHS: Readonly<Record<TimeBucket, number | null>> = { day: null, week: null, month: 1, quarter: 3, year: 12 };

import type { Schema } from '../../client/api.js';
import { everyMonth } from './every-month.js';

/** Metrics by month for lines: a month that the answer leaves out interrupts them. */
export function metricsByMonth(groups: Schema<'ListingAnalytics'>['data']) {
  const months = groups.map(({ group, metrics }) => ({ ...metrics, at: Date.parse(group.time_bucket) }));
  const names = Object.keys(groups[0]?.metrics ?? {});
  return everyMonth(months, (at) => ({ ...Object.fromEntries(names.map((name) => [name, null])), at }));
}

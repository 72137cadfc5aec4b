import type { Schema } from '../../client/api.js';
import { everyMonth } from './every-month.js';

export interface MonthOfEvents {
  readonly at: number;
  readonly created: number;
  readonly expired: number;
}

/** Groups of months and event types as one entry for each month, oldest first; without events one of zeros. */
export function countByMonth(groups: Schema<'ListingAnalytics'>['data']): MonthOfEvents[] {
  const months = new Map<number, MonthOfEvents>();
  for (const { group, metrics } of groups) {
    const at = Date.parse(group.time_bucket);
    const month = months.get(at) ?? nothingAt(at);
    const count = metrics.count ?? 0;
    months.set(at, group.event_type === 'CREATED' ? { ...month, created: count } : { ...month, expired: count });
  }
  return everyMonth([...months.values()], nothingAt);
}

function nothingAt(at: number): MonthOfEvents {
  return { at, created: 0, expired: 0 };
}

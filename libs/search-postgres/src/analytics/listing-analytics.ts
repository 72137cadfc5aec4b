import type { Criteria } from '@gable/domain/criteria';
import type { AnalyticsQuery } from './analytics-query.js';

/**
 * One group: the value of every column grouped by (null where events do not state it), the start of the bucket, and the
 * metrics by their names.
 */
export interface AnalyticsGroup {
  /** Words and currencies as text, divisions as integers, sources as UUIDs; `time_bucket` as ISO 8601 in UTC. */
  readonly group: Readonly<Record<string, string | number | null>>;
  /** null where no event of the group states the field. */
  readonly metrics: Readonly<Record<string, number | null>>;
}

/** What a question of analytics is answered with. */
export interface AnalyticsResult {
  /** Events that meet the filters. */
  readonly sampleSize: number;
  /** First and last of them, ISO 8601 in UTC; null where there are none. */
  readonly minEventAt: string | null;
  readonly maxEventAt: string | null;
  /**
   * By time bucket, then by the columns in the order asked for (words in the order of their lists), missing values
   * last.
   */
  readonly groups: readonly AnalyticsGroup[];
}

/**
 * Answers questions to the market events: every creation, change, expiry and return of a listing. Throws
 * `TooManyGroups`, or `SearchUnavailable` when the engine cannot answer in time.
 */
export interface ListingAnalytics {
  /** `criteria`: only events count whose listing met them as it was then. */
  summarise(query: AnalyticsQuery, criteria?: Criteria | null): Promise<AnalyticsResult>;
}

/** The question has more than MAX_GROUPS groups: the caller has to narrow it. */
export class TooManyGroups extends Error {
  constructor() {
    super('The question has too many groups.');
    this.name = 'TooManyGroups';
  }
}

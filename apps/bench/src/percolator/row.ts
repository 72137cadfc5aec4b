import type { Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';

/** One way to ask the server which alerts a listing meets. */
export interface Row {
  readonly name: string;
  readonly mappings: Record<string, unknown>;
  /** The documents one alert is stored as; each carries the alert's number as `alert`. */
  documents(id: number, criteria: Criteria): readonly Record<string, unknown>[];
  /** The search of one listing; its aggregation `ids` answers the alerts. */
  search(listing: Listing): Record<string, unknown>;
}

/** Most alerts one listing may meet, the limit of buckets; more would be an error, not a short answer. */
const MOST_ALERTS = 65_000;

/**
 * Nothing but the ids: no hits, no scores, no total. Numbers make a small hash table; ordinals of keywords would clear
 * an array of all alerts each time.
 */
export function idsOnly(
  filter: readonly Record<string, unknown>[],
  mustNot: readonly Record<string, unknown>[] = [],
): Record<string, unknown> {
  return {
    size: 0,
    track_total_hits: false,
    query: { bool: { filter, must_not: mustNot } },
    aggs: { ids: { terms: { field: 'alert', size: MOST_ALERTS, order: { _key: 'asc' } } } },
  };
}

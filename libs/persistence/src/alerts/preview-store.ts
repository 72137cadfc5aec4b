import type { Listing, ListingPast } from '@gable/domain/listing';
import type { ListingRevision, PropertyHistory } from '@gable/domain/alert';
import type { Queryable } from '../database/database.js';
import { knownListing } from '../listings/known-listing.js';
import type { ListingCondition } from './listing-condition.js';
import { COUNT_CHANGED, SELECT_REVISIONS, selectChanged } from './statements/previews.js';

/**
 * A share of all properties: those whose hash is below `below` of `HASHES`. Of two shares the smaller is part of the
 * larger.
 */
export const HASHES = 2 ** 20;

/**
 * Which stored changes an alert that does not exist yet would have seen. They belong to nobody and are the same for
 * every account.
 */
export class PreviewStore {
  constructor(private readonly database: Queryable) {}

  /** How many properties changed since. */
  async countChanged(since: Date): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(COUNT_CHANGED, [since]);
    return row!.count;
  }

  /**
   * A sample of the properties that changed since `since`: those whose hash is below `below` and of which a changed
   * listing meets the condition today. At most `limit`, lowest hash first, each with its hash.
   */
  async changed(
    since: Date,
    below: number,
    condition: ListingCondition,
    limit: number,
  ): Promise<{ id: string; hash: number }[]> {
    return this.database.query<{ id: string; hash: number }>(selectChanged(condition), [
      since,
      below,
      limit,
      HASHES - 1,
      ...condition.parameters,
    ]);
  }

  /**
   * What happened since to the listings that now belong to these properties. Of one ingest, the states stand as they
   * were observed.
   */
  async histories(propertyIds: readonly string[], since: Date): Promise<PropertyHistory[]> {
    if (propertyIds.length === 0) return [];
    const rows = await this.database.query<RevisionRow>(SELECT_REVISIONS, [propertyIds, since]);
    const histories = new Map<string, { propertyId: string; before: ListingRevision[]; changes: ListingRevision[] }>();
    for (const row of rows) {
      const { property_id: propertyId, listing_id: listingId, online, is_change } = row;
      const history = histories.get(propertyId) ?? { propertyId, before: [], changes: [] };
      histories.set(propertyId, history);
      (is_change ? history.changes : history.before).push({ listingId, online, listing: knownListing(row) });
    }
    return [...histories.values()];
  }
}

interface RevisionRow {
  property_id: string;
  listing_id: string;
  online: boolean;
  state: Listing;
  past: ListingPast | null;
  source_id: string;
  is_change: boolean;
}

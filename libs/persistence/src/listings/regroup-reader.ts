import { BatchStore, type MemberKey } from './batch-store.js';
import { SELECT_LISTING_IDS, SELECT_PLANNED_IDS, SELECT_PLANNED_MEMBERS } from './statements/regroup.js';

/** Reads properties and their listings for a run over the store. */
export class RegroupReader extends BatchStore {
  /** Listings of these properties, online or not. */
  async listingIdsOf(propertyIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(SELECT_LISTING_IDS, [propertyIds]);
    return rows.map(({ id }) => id);
  }
}

/** Reads the same as it would be after what a dry run has planned so far. */
export class PlanReader extends RegroupReader {
  override async listingIdsOf(propertyIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(SELECT_PLANNED_IDS, [propertyIds]);
    return rows.map(({ id }) => id);
  }

  override async members(listingIds: readonly string[]): Promise<MemberKey[]> {
    if (listingIds.length === 0) return [];
    return this.database.query<MemberKey>(SELECT_PLANNED_MEMBERS, [listingIds]);
  }
}

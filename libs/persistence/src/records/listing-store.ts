import { viewOfListing, type ListingStateView } from '@gable/domain/property';
import type { Queryable } from '../database/database.js';
import { readRecords, type ShownState } from './shown-state.js';
import { isoOf } from './utc-text.js';
import { COUNT_REVISIONS, SELECT_LISTING, SELECT_REVISIONS } from './statements/states.js';

/** Listings with every state they had. They belong to nobody and are the same for every account. */
export class ListingStore {
  constructor(private readonly database: Queryable) {}

  /** The listing as it is now, online or not; null when there is none. */
  async find(id: string): Promise<ListingStateView | null> {
    const [found] = await this.view(await this.database.query<StateRow>(SELECT_LISTING, [id]));
    return found ?? null;
  }

  /** States of a listing from an offset on, oldest first, and how many it has; null when there is no such listing. */
  async revisions(
    id: string,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ items: ListingStateView[]; total: number } | null> {
    const [counted] = await this.database.query<{ total: number; gone: number }>(COUNT_REVISIONS, [id]);
    if (!counted) return null;
    const { total, gone } = counted;
    const upTo = gone + Math.min(total, offset + limit);
    return { items: offset >= total ? [] : await this.between(id, gone + offset, upTo), total };
  }

  /** One state of a listing; null when there is none of that number. */
  async revision(id: string, revisionId: number): Promise<ListingStateView | null> {
    const [found] = await this.between(id, revisionId - 1, revisionId);
    return found ?? null;
  }

  private async between(id: string, behind: number, upTo: number): Promise<ListingStateView[]> {
    return this.view(await this.database.query<StateRow>(SELECT_REVISIONS, [id, behind, upTo]));
  }

  private async view(rows: readonly StateRow[]): Promise<ListingStateView[]> {
    const records = await readRecords(this.database, rows);
    return rows.map((row, i) => ({
      ...viewOfListing(records[i]!),
      propertyId: row.property_id,
      revisionId: row.revision_id,
      status: row.online ? 'ONLINE' : 'OFFLINE',
      observedAt: row.observed_at.toISOString(),
      recordedAt: isoOf(row.recorded_at),
    }));
  }
}

interface StateRow extends ShownState {
  property_id: string;
  revision_id: number;
  online: boolean;
  observed_at: Date;
}

import { createHash } from 'node:crypto';
import { listingContent, probedKeys, storedKeys, type FeedState, type Listing } from '@gable/domain';
import type { DivisionIndex } from '../placing/division-index.js';

/** A line of the feed made ready to be applied. Time in epoch milliseconds. */
export interface IncomingState {
  readonly state: FeedState;
  readonly sourceId: string;
  readonly observedAt: number;
  /** The listing with its divisions; of an OFFLINE line nothing. */
  readonly listing: Listing;
  /** Hash of what the advert says (not of where that was found to lie); null when OFFLINE. */
  readonly contentHash: Buffer | null;
  readonly storedKeys: readonly string[];
  readonly probedKeys: readonly string[];
}

/** Everything about a line that does not depend on the store. */
export function incomingState(state: FeedState, sourceId: string, divisions: DivisionIndex): IncomingState {
  const observedAt = Date.parse(state.observedAt);
  if (state.status === 'OFFLINE') return { state, sourceId, observedAt, listing: {}, contentHash: null, storedKeys: [], probedKeys: [] };
  const location = divisions.place(state.listing.location);
  const listing: Listing = location ? { ...state.listing, location } : state.listing;
  return {
    state, sourceId, observedAt, listing,
    contentHash: createHash('sha256').update(listingContent(state.listing)).digest(),
    storedKeys: storedKeys(listing), probedKeys: probedKeys(listing),
  };
}

import { createHash } from 'node:crypto';
import { listingContent, probedKeys, storedKeys, type FeedState, type Listing } from '@gable/domain';
import type { DivisionIndex } from '../placing/division-index.js';

/** A line of the feed made ready to be applied. Time in epoch milliseconds. */
export interface IncomingState {
  readonly state: FeedState;
  readonly sourceId: string;
  readonly observedAt: number;
  /** Hash of what the advert says (not of where that was found to lie); null when OFFLINE. */
  readonly contentHash: Buffer | null;
}

/** A listing placed in its divisions, with the blocking keys it stands under and those it is compared through. */
export interface PlacedListing {
  readonly listing: Listing;
  readonly storedKeys: readonly string[];
  readonly probedKeys: readonly string[];
}

/** What tells a new state from one that is stored. */
export function incomingState(state: FeedState, sourceId: string): IncomingState {
  const contentHash = state.status === 'OFFLINE' ? null : createHash('sha256').update(listingContent(state.listing)).digest();
  return { state, sourceId, observedAt: Date.parse(state.observedAt), contentHash };
}

/** Done only for states that may change something: it costs more than everything else about a line. */
export function placeListing(listing: Listing, divisions: DivisionIndex): PlacedListing {
  const location = divisions.place(listing.location);
  const placed: Listing = location ? { ...listing, location } : listing;
  return { listing: placed, storedKeys: storedKeys(placed), probedKeys: probedKeys(placed) };
}

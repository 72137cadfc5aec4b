import { createHash } from 'node:crypto';
import { listingContent, type FeedState, type Listing } from '@gable/domain/listing';
import { probedKeys, storedKeys } from '@gable/domain/grouping';
import type { DivisionIndex } from '../placing/division-index.js';

/** A listing placed in its divisions, with the blocking keys it stands under and those it is compared through. */
export interface PlacedListing {
  readonly listing: Listing;
  readonly storedKeys: readonly string[];
  readonly probedKeys: readonly string[];
}

/** A line of the feed made ready to be applied: everything about it that does not depend on the store. */
export class IncomingState {
  /** Epoch milliseconds. */
  readonly observedAt: number;
  /** Hash of what the listing says (not of where that was found to lie); of an OFFLINE line null. */
  readonly contentHash: Buffer | null;
  private made: PlacedListing | undefined;

  constructor(
    readonly state: FeedState,
    private readonly divisions: DivisionIndex,
  ) {
    this.observedAt = Date.parse(state.observedAt);
    this.contentHash =
      state.status === 'OFFLINE' ? null : createHash('sha256').update(listingContent(state.listing)).digest();
  }

  /** Known once the transaction of the batch has looked the source up. */
  sourceId = '';

  get isOffline(): boolean {
    return this.contentHash === null;
  }

  /** Whether the state says what the stored one says. */
  repeats(stored: { online: boolean; contentHash: Buffer }): boolean {
    return this.contentHash === null ? !stored.online : stored.online && stored.contentHash.equals(this.contentHash);
  }

  /**
   * Whether the state repeats one that was stored when no division was known there, and now one is: reading the same
   * feed again after `gable divisions` places its listings.
   */
  findsPlace(stored: { online: boolean; contentHash: Buffer; isPlaced: boolean; divisionCount: number }): boolean {
    if (stored.isPlaced || this.isOffline || !this.repeats(stored)) return false;
    const { cityId, districtId, neighborhoodId } = this.state.listing.location ?? {};
    const statesOne = (cityId ?? districtId ?? neighborhoodId) !== undefined;
    if (stored.divisionCount > 0 && !statesOne) return false; // a point led to them, so they were known
    const { location } = this.made?.listing ?? { location: this.divisions.place(this.state.listing.location) };
    return (location?.divisionIds?.length ?? 0) > stored.divisionCount;
  }

  /**
   * Made when first asked for: it costs more than everything else about a line, and a line that changes nothing does
   * not need it.
   */
  get placed(): PlacedListing {
    return (this.made ??= placeListing(this.state.listing, this.divisions));
  }
}

function placeListing(listing: Listing, divisions: DivisionIndex): PlacedListing {
  const location = divisions.place(listing.location);
  const placed: Listing = location ? { ...listing, location } : listing;
  return { listing: placed, storedKeys: storedKeys(placed), probedKeys: probedKeys(placed) };
}

import type { KnownListing, Listing, ListingPast } from '@gable/domain/listing';

/** A state with what ingest knows beside it, as statements answer them; null: it is not stored. */
interface StateColumns {
  readonly state: Listing;
  readonly past: ListingPast | null;
  readonly source_id: string | null;
}

/**
 * The listing as criteria ask for it. The row's own object is filled up: it was read for this, and a state that
 * somebody spoilt stays what it is.
 */
export function knownListing({ state, past, source_id }: StateColumns): KnownListing {
  const listing: KnownListing = state;
  if (typeof listing !== 'object' || Array.isArray(listing)) return listing;
  if (past !== null) listing.past = past;
  if (source_id !== null) listing.sourceId = source_id;
  return listing;
}

/** When a source last saw a row of `listing`, as the view `listing_seen` says of all. */
export const LAST_SEEN = `greatest(listing.observed_at, (
    select observed_at from listing_sighting where listing_id = listing.id))`;

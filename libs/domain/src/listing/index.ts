export { type Attribute, type AttributeGroup, isAttribute, LISTING_ATTRIBUTES } from './attributes.js';
export { listingContent } from './content.js';
export { type AttributeChange, type AttributeValue, diffListings } from './diff.js';
export {
  type DisplayedPrices,
  type KnownListing,
  type ListingPast,
  type ObservedState,
  type PriceCut,
  continuePast,
  lastPriceCut,
  priceCut,
  tracePast,
} from './past.js';
export {
  FEATURES,
  type Feature,
  type FeedState,
  type Listing,
  type ListingLocation,
  type StatedLocation,
  statedLocation,
} from './listing.js';
export { parseDateTime } from './parse-date-time.js';
export { MOMENT_FORMS, type Moment, parseMoment } from './parse-moment.js';
export { type ParsedFeedLine, parseFeedLine } from './parse-feed-line.js';
export { type ParsedSnapshotLine, parseSnapshotLine, readNames, type Snapshot } from './parse-snapshot-line.js';
export { readHostName } from './read-host-name.js';
export { MOST_AHEAD_MS, refuseAhead } from './refuse-ahead.js';
export { unknownName } from './unknown-name.js';

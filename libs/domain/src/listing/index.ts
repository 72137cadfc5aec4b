export { listingContent } from './content.js';
export { type AttributeChange, type AttributeValue, diffListings } from './diff.js';
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
export { type ParsedFeedLine, parseFeedLine } from './parse-feed-line.js';

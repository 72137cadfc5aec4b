export { type ListingRecord, type PropertyRecord, viewOfListing, viewOfProperty } from './listing-view.js';
export { type MergedRecord, mergeListings } from './merged-record.js';
export { type PropertySummary, summarise } from './property-summary.js';
export type { ListingView, PropertyView } from './property-view.js';

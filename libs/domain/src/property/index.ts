export { type ListingRecord, type PropertyRecord, viewOfListing, viewOfProperty } from './listing-view.js';
export { type MergedRecord, mergeListings } from './merged-record.js';
export { MOST_EXPIRED, mergedView } from './property-record.js';
export { type PropertySummary, summarise } from './property-summary.js';
export type {
  ListingStateView,
  ListingView,
  MergedView,
  PropertyRecordView,
  PropertyView,
  SourceView,
} from './property-view.js';
export { LISTING_VIEW_FIELDS, MERGED_VIEW_FIELDS, PROPERTY_VIEW_FIELDS, type ViewField } from './view-fields.js';

export { BatchStore } from './batch-store.js';
export { PlanReader, RegroupReader } from './regroup-reader.js';
export { ChangeStore } from './change-store.js';
export type {
  BatchRows,
  ListingHead,
  MovedListing,
  PropertyMember,
  PropertyRow,
  StoredListing,
  StoredProperty,
} from './rows.js';
export { type Source, SourceStore } from './source-store.js';
export { writeBatch } from './write-batch.js';
export { LISTING } from './copied-tables.js';
export { copyRows } from './copy-rows.js';
export { FLAG_COLUMNS, RANGE_COLUMNS } from './listing-columns.js';

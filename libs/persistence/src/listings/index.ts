export { BatchStore } from './batch-store.js';
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
export { copyRows, encodeRows } from './copy-rows.js';
export { CONDITION_COLUMNS, conditionCells } from './listing-columns.js';

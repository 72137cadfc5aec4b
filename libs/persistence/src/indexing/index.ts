export { type IndexedProperty, type Mark, MarkStore, type RefusedProperty, type ClaimedMarks } from './mark-store.js';
export { type SearchIndexRecord, SearchIndexStore } from './search-index-store.js';

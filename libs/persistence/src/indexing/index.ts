export { type IndexedProperty, type Mark, MarkStore, type RefusedProperty } from './mark-store.js';
export { type SearchIndexRecord, SearchIndexStore } from './search-index-store.js';

export * from './mark-store.js';
export * from './search-index-store.js';

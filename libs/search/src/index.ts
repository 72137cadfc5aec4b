export * from './property-search.js';
export * from './postgres/index.js';
export * from './opensearch/index.js';
export * from './fallback/index.js';
export * from './indexing/index.js';
export * from './cursor/index.js';
export * from './analytics/index.js';

export * from './property-search.js';
export * from './postgres/index.js';
export * from './cursor/index.js';

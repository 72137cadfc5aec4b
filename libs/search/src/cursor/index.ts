export * from './cursor.js';
export * from './hash-filters.js';

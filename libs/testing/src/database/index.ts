export * from './query-once.js';
export * from './test-database.js';

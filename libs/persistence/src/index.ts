import 'reflect-metadata';

export { Database, Transaction, migrate, openDatabase, type DatabaseOptions, type Queryable } from './database.js';
export { newId } from './new-id.js';
export * from './analytics/index.js';
export * from './delivery/index.js';
export * from './grouping/index.js';
export * from './indexing/index.js';
export * from './ingest/index.js';
export * from './matching/index.js';
export * from './stores/index.js';

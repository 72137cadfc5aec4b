import 'reflect-metadata';

export { Database, Transaction, migrate, openDatabase, type DatabaseOptions, type Queryable } from './database.js';
export * from './ingest/index.js';
export * from './stores/index.js';

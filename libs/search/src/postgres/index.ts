export * from './query-port.js';
export { compileToSql, type CompiledSql, type SqlOptions } from './compile-to-sql.js';
export { PostgresSearch } from './postgres-search.js';

export { acquirePostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres.js';
export { findRunningServer, type RunningServer } from './running-server.js';
export { PostgresStartError } from './start-error.js';

import 'reflect-metadata';
import pg from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import { PG_SNAPSHOT, XID8 } from './database/column-types.js';
import { entities } from './entities.js';
import { migrations as allMigrations } from './migrations/index.js';
import { PostgresNamingStrategy } from './database/naming-strategy.js';

/** How a process uses its connections. */
export interface DatabaseOptions {
  /** Connections of the pool. */
  poolSize?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** A statement that takes longer is cut; 0 = never. */
  statementTimeoutMs?: number;
  /** Migrations that are known; all of this release if left out. */
  migrations?: readonly (new () => MigrationInterface)[];
  /** Processes that a statement may take beside its own; default: as the server is set. */
  parallelWorkers?: number;
}

/** TypeORM's data source with every entity and migration, not yet connected. It never changes the schema by itself. */
export function dataSourceOf(
  url: string,
  {
    poolSize = 10,
    applicationName = 'gable',
    statementTimeoutMs = 0,
    parallelWorkers,
    migrations = allMigrations,
  }: DatabaseOptions = {},
): DataSource {
  const source = new DataSource({
    type: 'postgres',
    driver: pg,
    url,
    poolSize,
    applicationName,
    entities,
    migrations: [...migrations],
    namingStrategy: new PostgresNamingStrategy(),
    migrationsTableName: 'gable_migration',
    synchronize: false,
    extra: {
      types: { getTypeParser: typeParser },
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: 60_000,
      ...(parallelWorkers !== undefined && { options: `-c max_parallel_workers_per_gather=${parallelWorkers}` }),
    },
  });
  source.driver.supportedDataTypes.push(XID8, PG_SNAPSHOT);
  return source;
}

/** bigint comes as a number: ids of divisions, counts and revisions all stay far below 2^53. */
function typeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === INT8) return Number;
  if (oid === INT8_ARRAY) return (value: string) => (value === '{}' ? [] : value.slice(1, -1).split(',').map(Number));
  return pg.types.getTypeParser(oid, format);
}

const INT8 = 20;
const INT8_ARRAY = 1016; // pg_type.oid of bigint and bigint[]; our lists hold no nulls

import 'reflect-metadata';
import pg from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import { readAddresses } from '@gable/runtime';
import { ForgottenConnections } from './connections/forgotten-connections.js';
import { SilentConnections } from './connections/silent-connections.js';
import { connectionClass } from './connections/connection.js';
import { ServerList } from './connections/server-list.js';
import { startupOptions, withoutOptions } from './connections/session-settings.js';
import { transactionSettings } from './connections/transaction-settings.js';
import { PG_SNAPSHOT, XID8 } from './database/column-types.js';
import { entities as allEntities } from './entities.js';
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
  /** Entities that are known; all if left out. */
  entities?: readonly (new () => object)[];
  /** Migrations that are known; all of this release if left out. */
  migrations?: readonly (new () => MigrationInterface)[];
  /** Processes that a statement may take beside its own; default: as the server is set. */
  parallelWorkers?: number;
  /**
   * Where the address leads to a pooler that hands out connections per transaction: the server itself, for what belongs
   * to a session.
   */
  directUrl?: string;
}

/** TypeORM's data source with every entity and migration, not yet connected. It never changes the schema by itself. */
export function dataSourceOf(url: string, options: DatabaseOptions = {}): DataSource {
  const { poolSize = 10, applicationName = 'gable', entities = allEntities, migrations = allMigrations } = options;
  const source = new DataSource({
    type: 'postgres',
    driver: pg,
    url: withoutOptions(firstOf(url)),
    poolSize,
    applicationName,
    entities: [...entities],
    migrations: [...migrations],
    namingStrategy: new PostgresNamingStrategy(),
    migrationsTableName: 'gable_migration',
    synchronize: false,
    extra: connectionsTo(url, options, options.directUrl !== undefined),
  });
  source.driver.supportedDataTypes.push(XID8, PG_SNAPSHOT);
  return source;
}

/** Connections for what belongs to a session: locks and temporary tables. */
export function sessionPool(url: string, options: DatabaseOptions): pg.Pool {
  return poolOf(url, { ...options, poolSize: MOST_SESSIONS });
}

/** Connections without entities, opened as they are needed: also to a server that is not there yet. */
export function poolOf(url: string, options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withoutOptions(firstOf(url)),
    max: options.poolSize,
    application_name: options.applicationName ?? 'gable',
    ...connectionsTo(url, options, false),
  });
  pool.on('error', () => {}); // of an idle connection: it is gone, and nobody has lost anything
  return pool;
}

/** Feeds that are open at once (16), and the locks that the stages of a worker hold. */
const MOST_SESSIONS = 32;
const IDLE_IN_TRANSACTION_MS = 60_000;

/** What the driver is told beside the address. */
function connectionsTo(
  url: string,
  { statementTimeoutMs = 0, parallelWorkers }: DatabaseOptions,
  isPooled: boolean,
): Omit<pg.PoolConfig, 'Client'> {
  const given = {
    types: { getTypeParser: typeParser },
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: 5_000,
  };
  const settings = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    options: startupOptions(
      url,
      parallelWorkers === undefined ? {} : { max_parallel_workers_per_gather: String(parallelWorkers) },
    ),
  };
  const pooled = transactionSettings({
    statementTimeoutMs,
    idleInTransactionMs: IDLE_IN_TRANSACTION_MS,
    parallelWorkers,
  });
  return {
    ...given,
    ...(!isPooled && settings), // a pooler refuses what it cannot keep for each of its clients
    Client: connectionClass({
      servers: serversOf(url),
      ...(isPooled ? { pooled } : { silent: SILENT, forgotten: forgottenOf(url), statementTimeoutMs }),
    }),
  } as Omit<pg.PoolConfig, 'Client'>;
}

/** Of all pools of the process. */
const SILENT = new SilentConnections();

const FORGOTTEN = new Map<string, ForgottenConnections>();

/** The same for every pool of an address. */
function forgottenOf(url: string): ForgottenConnections {
  const known = FORGOTTEN.get(url) ?? new ForgottenConnections({ connectionString: firstOf(url) });
  FORGOTTEN.set(url, known);
  return known;
}

const LISTS = new Map<string, ServerList>();

/** The servers of an address, the same for every pool of the process; undefined where it names one. */
function serversOf(url: string): ServerList | undefined {
  const addresses = readAddresses(url);
  if (addresses === undefined || addresses.hosts.length < 2) return undefined;
  const list = LISTS.get(url) ?? new ServerList(addresses.hosts, { connectionString: addresses.url });
  LISTS.set(url, list);
  return list;
}

/** What the driver can read of an address; it takes other forms, too. */
function firstOf(url: string): string {
  return readAddresses(url)?.url ?? url;
}

/** bigint comes as a number: ids of divisions, counts and revisions all stay far below 2^53. */
function typeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === INT8) return Number;
  if (oid === INT8_ARRAY) return (value: string) => (value === '{}' ? [] : value.slice(1, -1).split(',').map(Number));
  return pg.types.getTypeParser(oid, format);
}

const INT8 = 20;
const INT8_ARRAY = 1016; // pg_type.oid of bigint and bigint[]; our lists hold no nulls

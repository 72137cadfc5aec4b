import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { adoptServer, isAdopted } from './adopt-server.js';
import { dataSourceOf, poolOf, sessionPool, type DatabaseOptions } from './data-source.js';
import { migrations as allMigrations } from './migrations/index.js';
import { markedName, unmarkedName } from './release-mark.js';
import { managedEntities } from './entities.js';
import { LOCKS } from './database/advisory-locks.js';
import { describeMark, readRestoreMark, removeRestoreMark, RestoreRefused } from './restore-mark.js';
import { Database } from './database/database.js';
import { appliedMigrations, isNewerBeside, noteCompatibility, readSchemaState } from './schema-state.js';
import { refuseUnfitSchema } from './schema-fit.js';
import { refuseUnfitServer } from './server-fit.js';
import { StatementPool } from './database/statement-pool.js';
import { ReplicatedDatabase, type Replica } from './replica/replicated-database.js';

/** Connects, and checks that the server answers. Does not migrate. */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const source = await dataSourceOf(url, { ...options, entities: managedEntities }).initialize();
  return new Database(source, () => sessionPool(options.directUrl ?? url, options));
}

/** The same; work for which `StaleReads` allows it reads a standby over connections of its own. */
export async function openReplicated(
  url: string,
  options: DatabaseOptions,
  { url: replicaUrl, ...replica }: Omit<Replica, 'pool'> & { readonly url: string },
): Promise<Database> {
  const source = await dataSourceOf(url, { ...options, entities: managedEntities }).initialize();
  const applicationName = markedName(`${unmarkedName(options.applicationName ?? 'gable')} replica`);
  return new ReplicatedDatabase(source, () => sessionPool(options.directUrl ?? url, options), {
    ...replica,
    pool: openReplicaPool(replicaUrl, { ...options, applicationName }),
  });
}

/** Connections to a standby, which may be away. */
export function openReplicaPool(url: string, options: DatabaseOptions): StatementPool {
  return new StatementPool(poolOf(url, options));
}

/**
 * Brings the schema up to date, makes a restored database this server's own, and answers the names of the migrations
 * applied now. Safe to run from several processes at once: one does it, the others wait. Where there is nothing to do,
 * nobody waits for a backup.
 * @throws ServerUnfit, SchemaTooNew, RestoreRefused
 */
export async function migrate(url: string): Promise<string[]> {
  const source = await dataSourceOf(url, {
    ...{ poolSize: 2, applicationName: 'gable migrate' },
    entities: managedEntities, // one has a generated column: for such TypeORM makes a table of its own
  }).initialize();
  endWithProcess(source);
  const lock: QueryRunner = source.createQueryRunner();
  try {
    const database = new Database(source, noSessions);
    while (!(await tryLock(lock))) {
      if (await isDoneBesideReaders(lock, database)) return [];
      await sleep(LOOK_AGAIN_MS);
    }
    await refuseUnfitServer(database);
    const before = await appliedMigrations(database);
    if (before.length === 0) await refuseUnfitSchema(database);
    const isAhead = await isNewerBeside(database, before);
    const mark = await readRestoreMark(database);
    if (mark?.state === 'BEGUN') throw new RestoreRefused(describeMark(mark));
    const applied = isAhead ? [] : await source.runMigrations({ transaction: 'each' });
    if (!isAhead) await noteCompatibility(database);
    await source.transaction((manager) =>
      adoptServer((text, parameters) => manager.query(text, [...(parameters ?? [])])),
    );
    await removeRestoreMark(database); // of a restore that was loaded: this was what it lacked
    return applied.map(({ name }) => name);
  } finally {
    await giveBack(lock);
    await source.destroy();
  }
}

/**
 * Takes a schema to that of these migrations, forwards or, where it is newer, back: for a store without rows alone.
 */
export async function migrateTo(url: string, names: readonly string[]): Promise<void> {
  const wanted = allMigrations.filter((migration) => names.includes(new migration().name));
  const forwards = await dataSourceOf(url, { ...RESTORING, poolSize: 2, migrations: wanted }).initialize();
  const lock = forwards.createQueryRunner();
  try {
    await takeLock(lock);
    const back = await dataSourceOf(url, { ...RESTORING, poolSize: 1 }).initialize();
    try {
      const database = new Database(back, noSessions);
      await refuseUnfitServer(database);
      const applied = await appliedMigrations(database);
      if (applied.length === 0) await refuseUnfitSchema(database);
      for (const name of applied.toReversed())
        if (!names.includes(name)) await back.undoLastMigration({ transaction: 'each' });
    } finally {
      await back.destroy();
    }
    await forwards.runMigrations({ transaction: 'each' });
  } finally {
    await giveBack(lock);
    await forwards.destroy();
  }
}

/**
 * Asks again and again: a statement that waits for the lock would hold a snapshot, for which an index that is built
 * concurrently waits in turn.
 */
async function takeLock(runner: QueryRunner): Promise<void> {
  while (!(await tryLock(runner))) await sleep(LOOK_AGAIN_MS);
}

async function tryLock(runner: QueryRunner, shared: '' | '_shared' = ''): Promise<boolean> {
  const [row] = (await runner.query(`select pg_try_advisory_lock${shared}(${LOCKS.migration}) as held`)) as [
    { held: boolean },
  ];
  return row.held;
}

/** Whoever shares the lock reads, for as long as a backup takes; and what is as it should be stays so meanwhile. */
async function isDoneBesideReaders(runner: QueryRunner, database: Database): Promise<boolean> {
  if (!(await tryLock(runner, '_shared'))) return false;
  try {
    const { kind } = await readSchemaState(database);
    return (kind === 'current' || kind === 'ahead') && (await isAdopted((text) => database.query(text)));
  } finally {
    await runner.query(`select pg_advisory_unlock_shared(${LOCKS.migration})`);
  }
}

/**
 * Lets the server end a statement whose process is gone: it looks for that only between statements, and an index takes
 * hours. Of connections that are opened from now on; servers on Windows cannot look.
 */
function endWithProcess(source: DataSource): void {
  const pool = (source.driver as PostgresDriver).master as pg.Pool;
  pool.on('connect', (client) => void client.query(`set client_connection_check_interval = '1s'`).catch(() => {}));
}

/** The end of its session would give it back as well, but only a moment after this process believes it ended. */
async function giveBack(runner: QueryRunner): Promise<void> {
  await runner.query(`select pg_advisory_unlock(${LOCKS.migration})`).catch(() => {}); // a broken session has none
  await runner.release();
}

const LOOK_AGAIN_MS = 100;
const RESTORING = { applicationName: 'gable restore' };

/** Migrations hold their lock on a connection that they take themselves. */
function noSessions(): never {
  throw new Error('a migration opens no session');
}

import type { QueryRunner } from 'typeorm';
import { adoptServer } from './adopt-server.js';
import { dataSourceOf, type DatabaseOptions } from './data-source.js';
import { Database } from './database/database.js';

/** Connects, and checks that the server answers. Does not migrate. */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  return new Database(await dataSourceOf(url, options).initialize());
}

/**
 * Brings the schema up to date, makes a restored database this server's own, and answers the names of the migrations
 * applied now. Safe to run from several processes at once: they queue on an advisory lock.
 */
export async function migrate(url: string): Promise<string[]> {
  const source = await dataSourceOf(url, { poolSize: 2, applicationName: 'gable migrate' }).initialize();
  const lock: QueryRunner = source.createQueryRunner();
  try {
    await lock.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    const applied = await source.runMigrations({ transaction: 'each' });
    await source.transaction((manager) =>
      adoptServer((text, parameters) => manager.query(text, [...(parameters ?? [])])),
    );
    return applied.map(({ name }) => name);
  } finally {
    await lock.release();
    await source.destroy(); // ends the session, and with it the lock
  }
}

const MIGRATION_LOCK = 4_225_301; // any number; the same in every process

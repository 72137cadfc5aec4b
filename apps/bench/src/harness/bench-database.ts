import { migrate, openDatabase, type Database } from '@gable/persistence';
import { acquirePostgres, makeHome } from '@gable/runtime';
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Runs work on an empty, migrated database of a server of its own, with the settings of the embedded default; leaves
 * nothing behind.
 */
export async function withBenchDatabase<T>(work: (database: Database, url: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(path.join(tmpdir(), 'gable-bench-'));
  chmodSync(home, 0o711); // as root the server runs as another user, who has to get in
  makeHome(home);
  const postgres = await acquirePostgres({ home });
  try {
    await migrate(postgres.url);
    const database = await openDatabase(postgres.url, { applicationName: 'gable bench' });
    try {
      return await work(database, postgres.url);
    } finally {
      await database.close();
    }
  } finally {
    await postgres.release();
    rmSync(path.dirname(postgres.dataDirectory), { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  }
}

import { migrate, openDatabase, type Database } from '@gable/persistence';
import { acquirePostgres, makeHome } from '@gable/runtime';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Runs work on an empty, migrated database of a server of its own, with the settings of the embedded default; leaves
 * nothing behind. With a home the store is kept there, and is not empty the next time.
 */
export async function withBenchDatabase<T>(
  work: (database: Database, url: string) => Promise<T>,
  keptIn?: string,
): Promise<T> {
  const home = keptIn ?? mkdtempSync(path.join(tmpdir(), 'gable-bench-'));
  mkdirSync(home, { recursive: true });
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
    if (keptIn === undefined) {
      rmSync(path.dirname(postgres.dataDirectory), { recursive: true, force: true });
      rmSync(home, { recursive: true, force: true });
    }
  }
}

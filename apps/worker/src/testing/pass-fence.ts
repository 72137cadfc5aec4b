import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@gable/persistence';

/**
 * Until all changes are behind the fence. It is of the whole server: a transaction of another spec, in another
 * database, holds them up for as long as it lasts, which no bound on steps can know.
 */
export async function passFence(database: Database): Promise<void> {
  for (;;) {
    const held = await database.query(
      'select from listing_change where xid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1',
    );
    if (held.length === 0) return;
    await sleep(5);
  }
}

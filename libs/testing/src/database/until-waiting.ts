import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '@gable/persistence';

/** Until so many sessions of this database wait for a lock that another one has. */
export async function untilWaiting(database: Queryable, sessions = 1): Promise<void> {
  const waiting = `select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  for (let count = 0; count < sessions;) {
    await sleep(5);
    [{ count }] = (await database.query<{ count: number }>(waiting)) as [{ count: number }];
  }
}

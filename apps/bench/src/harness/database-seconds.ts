import { existsSync } from 'node:fs';
import type { Database } from '@gable/persistence';
import { cpuSecondsOf } from './cpu-seconds-of.js';

/** Processor seconds of the connections whose application name is like this one, by the process of each. */
export async function databaseSeconds(database: Database, applicationName: string): Promise<Map<number, number>> {
  const backends = await database.query<{ pid: number }>(
    'select pid from pg_stat_activity where application_name like $1',
    [applicationName],
  );
  return new Map(backends.flatMap(({ pid }) => (isRunning(pid) ? [[pid, cpuSecondsOf(pid)]] : [])));
}

/** A connection that nobody needs is closed at any moment. */
const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}/stat`);

/** What was used between two readings; a connection that was opened since began at 0. */
export function secondsBetween(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  let used = 0;
  for (const [pid, seconds] of after) used += seconds - (before.get(pid) ?? 0);
  return used;
}

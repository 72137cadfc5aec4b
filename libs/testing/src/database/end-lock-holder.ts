import type { Queryable } from '@gable/persistence';

/** Ends the session that holds an advisory lock of this database, as a failover does, and waits until it is gone. */
export async function endLockHolder(database: Queryable, lock: number): Promise<{ ended: boolean }[]> {
  return database.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid, 10000) as ended from pg_locks
     where locktype = 'advisory' and objid = $1 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [lock],
  );
}

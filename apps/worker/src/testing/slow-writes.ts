import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@gable/persistence';

/** Any number that nothing else locks. */
const COMMIT_LOCK = 7_318_002;

/**
 * Makes every commit of an alert's write wait for a lock that `whileWriteWaits` holds. To be called once in a database.
 */
export async function slowWrites(database: Database): Promise<void> {
  await database.query(
    `create function wait_before_commit() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${COMMIT_LOCK}); return null; end $$`,
  );
  await database.query(
    'create constraint trigger slow_write after insert or update on alert deferrable initially deferred ' +
      'for each row execute function wait_before_commit()',
  );
}

/** Does something while a write of an alert waits for its commit, or once it has ended without one. */
export async function whileWriteWaits(
  database: Database,
  write: () => Promise<void>,
  work: (writing: Promise<void>) => Promise<void>,
): Promise<void> {
  await database.withLock(COMMIT_LOCK, async () => {
    let isWritten = false;
    const writing = write().finally(() => {
      isWritten = true;
    });
    const waits = async () =>
      (
        await database.query(
          `select from pg_locks where locktype = 'advisory' and not granted and objid = ${COMMIT_LOCK}`,
        )
      ).length > 0;
    while (!isWritten && !(await waits())) await sleep(2);
    await work(writing);
  });
}

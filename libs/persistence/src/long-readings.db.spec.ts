import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { RollupStore } from './analytics/rollup-store.js';
import type { Database } from './database/database.js';
import { DivisionCountStore } from './geography/division-count-store.js';
import { openDatabase } from './open-database.js';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 6 });
  await database.query(
    `create function stand_still() returns boolean language plpgsql as
     $$ begin perform pg_advisory_xact_lock_shared(${GATE}); return true; end $$`,
  );
  for (const table of ['listing', 'market_event']) {
    await database.query(`alter table ${table} rename to ${table}_rows`);
    await database.query(`create view ${table} as select * from ${table}_rows where stand_still()`);
  }
}, 60_000);
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Any number that nothing else locks. Whoever reads a row of listing or of market_event waits for it. */
const GATE = 7_318_004;

/** Lets the work stand still in the middle of its reading; answers the id that its transaction has there. */
async function idWhileReading(work: () => Promise<unknown>): Promise<string | null> {
  let working: Promise<unknown> = Promise.resolve();
  const id = await database.withLock(GATE, async () => {
    working = work();
    working.catch(() => {}); // thrown below
    for (;;) {
      const [standing] = await database.query<{ id: string | null }>(`
        select activity.backend_xid::text as id from pg_locks waiting join pg_stat_activity activity using (pid)
        where waiting.locktype = 'advisory' and waiting.objid = ${GATE} and not waiting.granted
          and waiting.database = (select oid from pg_database where datname = current_database())`);
      if (standing !== undefined) return standing.id;
      await sleep(5);
    }
  });
  await working;
  return id!;
}

const fencePassed = async (): Promise<void> => {
  const passed = 'select bool_and(fence <= pg_snapshot_xmin(pg_current_snapshot())) as passed from market_rollup_month';
  while ((await database.query<{ passed: boolean | null }>(passed))[0]!.passed === false) await sleep(5);
};

it('a rollup reads the events of its month without an id, also where it replaces sums', async () => {
  const store = new RollupStore(database);
  const write = () =>
    database.query(`
      insert into market_event_rows (listing_id, revision_id, property_id, source_id, event_type, event_at, city_id)
      select gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 0, '2026-03-05T00:00:00Z', 1
      from generate_series(1, 9)`);
  await write();
  await database.query(
    'insert into market_month (city_id, event_month) select city_id, event_month from market_event_rows limit 1',
  );
  await store.rollUpStale(0, 0);
  await fencePassed();
  expect(await store.rollUpStale(9, 0)).toBe(1);
  await write();
  expect(await idWhileReading(() => store.rollUpStale(9, 0))).toBeNull();
  expect(await database.query('select events from market_rollup')).toEqual([{ events: 18 }]);
});

it('a recount reads the listings without an id', async () => {
  await database.query(
    `insert into listing_rows (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
       content_hash, created_at, updated_at, division_ids)
     values (gen_random_uuid(), gen_random_uuid(), 'x', gen_random_uuid(), 1, true, now(), now(), '', now(), now(), '{33}')`,
  );
  const counts = new DivisionCountStore(database);
  expect(await idWhileReading(() => counts.count())).toBeNull();
  expect([...(await counts.counts())]).toEqual([[33, 1]]);
});

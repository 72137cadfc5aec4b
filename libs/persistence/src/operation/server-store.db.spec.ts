import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { LOCKS } from '../database/advisory-locks.js';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { StageFiguresStore } from '../stage-figures-store.js';
import { ServerStore } from './server-store.js';

let testDatabase: TestDatabase;
let database: Database;
let store: ServerStore;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 6, applicationName: 'gable figures' });
  store = new ServerStore(database);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Asks again until it holds; the runner ends what never does. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await database.query('select pg_sleep(0.02)');
}

it('names who waits for a lock, for what, since when, and who holds it', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let holder = 0;
  const holding = database.transaction(async (transaction) => {
    [{ pid: holder }] = (await transaction.query<{ pid: number }>('select pg_backend_pid() as pid')) as [
      { pid: number },
    ];
    await transaction.query('lock table source in access exclusive mode');
    await held;
  });
  await until(async () => holder !== 0 && (await store.sessions()).inTransaction === 1);
  const waiting = database.query('select count(*) from source');
  await until(async () => (await store.sessions()).lockWaits === 1);
  const [blocked] = await store.blockedSessions();
  expect(blocked).toMatchObject({
    applicationName: 'gable figures',
    lockType: 'relation',
    mode: 'AccessShareLock',
    name: 'source',
    blockedBy: [holder],
  });
  expect((await store.sessions()).longestLockWaitSeconds).toBeGreaterThanOrEqual(blocked!.seconds);
  expect(await store.tables(50)).toBeNull(); // a table is locked: no answer, rather than a scrape that hangs
  release();
  await Promise.all([holding, waiting]);
  expect(await store.sessions()).toMatchObject({ lockWaits: 0, longestLockWaitSeconds: 0 });
  expect(await store.blockedSessions()).toEqual([]);
});

it('tells a transaction that holds an id from one that only reads', async () => {
  const ageIn = (statement: string) =>
    database.transaction(async (transaction) => {
      await transaction.query(statement);
      await transaction.query('select pg_sleep(0.05)');
      const [row] = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid');
      const [own] = await database.query<{ holds: boolean; age: number }>(
        `select backend_xid is not null as holds, extract(epoch from clock_timestamp() - xact_start)::float8 as age
         from pg_stat_activity where pid = $1`,
        [row!.pid],
      );
      return { ...own!, oldest: (await store.sessions()).oldestTransactionIdSeconds };
    });
  expect(await ageIn('select 1')).toMatchObject({ holds: false });
  const writing = await ageIn('select pg_current_xact_id()');
  expect(writing.holds).toBe(true);
  expect(writing.oldest).toBeGreaterThanOrEqual(writing.age);
});

it('names the advisory locks of this database with who holds them and who waits', async () => {
  await database.withLock(LOCKS.ingest, async () => {
    const session = await database.openSession();
    await session.query('select pg_advisory_lock($1, 7), pg_advisory_lock_shared($2), pg_advisory_lock(99)', [
      LOCKS.workerLife,
      LOCKS.deliveryPause,
    ]);
    const other = await database.openSession();
    const waiting = other.query('select pg_advisory_lock($1)', [LOCKS.deliveryPause]);
    await until(async () => (await store.sessions()).lockWaits === 1);
    const locks = await store.advisoryLocks();
    expect(locks.map(({ lock, worker, isShared, isHeld }) => ({ lock, worker, isShared, isHeld }))).toEqual(
      expect.arrayContaining([
        { lock: 'ingest', worker: null, isShared: false, isHeld: true },
        { lock: 'workerLife', worker: 7, isShared: false, isHeld: true },
        { lock: 'deliveryPause', worker: null, isShared: true, isHeld: true },
        { lock: 'deliveryPause', worker: null, isShared: false, isHeld: false },
      ]),
    );
    expect(locks).toHaveLength(4); // a lock of somebody else's is none of ours
    await session.query('select pg_advisory_unlock_all()');
    await waiting;
    session.close();
    other.close();
  });
});

it('sizes a table with its partitions under its own name, and counts what was written to it', async () => {
  await database.query(`create table sized (at int) partition by range (at)`);
  for (const part of [0, 1]) {
    await database.query(`create table sized_${part} partition of sized for values from (${part}) to (${part + 1})`);
    await database.query(`insert into sized select ${part} from generate_series(1, 500)`);
  }
  await database.query(`delete from sized where at = 1`);
  await database.query('analyze sized');
  await database.query('select pg_stat_force_next_flush()');
  const tables = (await store.tables(30_000))!;
  expect(tables.filter(({ name }) => name.startsWith('sized')).map(({ name, rows }) => [name, rows])).toEqual([
    ['sized', 500],
  ]);
  expect(tables.find(({ name }) => name === 'sized')!.bytes).toBeGreaterThan(500 * 24);
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['listing', 'alert_event', 'delivery']));
  await until(async () => (await store.writes(['sized']))[0]?.deleted === 500);
  expect(await store.writes(['sized', 'nothing'])).toEqual([{ name: 'sized', inserted: 1_000, deleted: 500 }]);
});

it('says of each stage what waits in the database and for how long', async () => {
  await database.query(
    `insert into listing_change (listing_id, revision_id, property_id, created_at, sibling_ids, sibling_revisions)
     select gen_random_uuid(), 1, gen_random_uuid(), now() - interval '90 s', '{}', '{}' from generate_series(1, 3)`,
  );
  const figures = await new StageFiguresStore(database).read();
  expect(figures.matching.waiting).toBe(3);
  expect(figures.matching.lagSeconds).toBeGreaterThanOrEqual(90);
  const nothing = { waiting: 0, lagSeconds: 0 };
  expect(figures).toMatchObject({ ingest: nothing, delivery: nothing, indexing: nothing });
});

it('shows how its own pool is doing', async () => {
  const [idle] = database.poolFigures();
  expect(idle).toMatchObject({ applicationName: 'gable figures', size: 6, inUse: 0, waiting: 0 });
  const ends: (() => void)[] = [];
  const transactions = Array.from({ length: 6 }, () =>
    database.transaction(() => new Promise<void>((resolve) => ends.push(resolve))),
  );
  while (ends.length < 6) await new Promise((resolve) => setImmediate(resolve));
  const waiting = database.query('select 1');
  const session = await database.openSession(); // of a pool of its own, so that it gets one
  expect(database.poolFigures()).toMatchObject([
    { inUse: 6, idle: 0, waiting: 1 },
    { applicationName: 'gable figures sessions', inUse: 1 },
  ]);
  session.close();
  ends.forEach((end) => end());
  await Promise.all([waiting, ...transactions]);
});

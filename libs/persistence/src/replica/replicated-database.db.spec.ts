import { PostgresPair } from '@gable/testing';
import { openDatabase, openReplicaPool, openReplicated } from '../open-database.js';
import type { Database } from '../database/database.js';
import type { StatementPool } from '../database/statement-pool.js';
import { ReplicaWatch } from './replica-watch.js';
import { StaleReads } from './stale-reads.js';

const MAX_LAG_MS = 600_000;

let pair: PostgresPair;
let primary: Database;
let replica: StatementPool;
let watch: ReplicaWatch;
let database: Database;
let maxLagMs: number;
const reads: string[] = [];

beforeAll(async () => {
  pair = await PostgresPair.begin(() => Promise.resolve());
  await pair.primary.query('create table note (text text)');
  primary = await openDatabase(pair.primary.url, { poolSize: 2, applicationName: 'spec' });
  replica = openReplicaPool(pair.standby.url, { poolSize: 2, applicationName: 'spec' });
  database = await openReplicated(
    pair.primary.url,
    { poolSize: 4, applicationName: 'spec' },
    {
      url: pair.standby.url,
      watch: {
        stateFor: (need: StaleReads) => watch.stateFor(need),
        away: () => watch.away(),
      } as unknown as ReplicaWatch,
      onRead: (from, because) => reads.push(because === undefined ? from : `${from}: ${because}`),
    },
  );
}, 60_000);
afterAll(async () => {
  await Promise.all([database.close(), primary.close(), replica.close()]);
  await pair.close();
});

beforeEach(async () => {
  maxLagMs = MAX_LAG_MS;
  reads.length = 0;
  await follow();
});

/** A watch that has seen that the standby follows. */
async function follow(): Promise<void> {
  watch = new ReplicaWatch(primary, replica, { maxLagMs });
  while (watch.reason !== undefined) {
    await watch.look();
    await primary.query(`insert into note values ('something')`);
    await pair.catchUp();
  }
}

const IS_STANDBY = 'select pg_is_in_recovery() as standby';
const isStandby = async (): Promise<boolean> => (await database.query<{ standby: boolean }>(IS_STANDBY))[0]!.standby;
const count = async (text: string) => (await database.query('select from note where text = $1', [text])).length;
const stale = <T>(work: () => Promise<T>, reads = new StaleReads()): Promise<T> => reads.allow(work);

it('reads the standby only in work that may', async () => {
  expect(await isStandby()).toBe(false);
  expect(await stale(isStandby)).toBe(true);
  expect(await stale(() => StaleReads.refuse(isStandby))).toBe(false);
  expect(await stale(() => database.queryWithin(60_000, IS_STANDBY))).toEqual([{ standby: true }]);
  const inTransaction = stale(() => database.transaction((transaction) => transaction.query(IS_STANDBY)));
  expect(await inTransaction).toEqual([{ standby: false }]);
  expect(reads).toEqual(['replica', 'replica']);
});

it('reads the primary where the standby does not replay what an account wrote', async () => {
  await pair.standby.query('select pg_wal_replay_pause()');
  try {
    await primary.query(`insert into note values ('paused')`);
    const writtenAt = performance.now();
    await watch.look();
    expect(await stale(() => count('paused'))).toBe(0); // it is there, and as old as that
    expect(await stale(() => count('paused'), new StaleReads(writtenAt))).toBe(1);
    expect(reads).toEqual(['replica', 'primary: behind']);
  } finally {
    await pair.standby.query('select pg_wal_replay_resume()');
  }
  const writtenAt = performance.now();
  await primary.query(`insert into note values ('resumed')`);
  while (watch.stateFor({ writtenAt, mustHaveSeenUntil: 0 }) === undefined) await watch.look();
  expect(await stale(() => count('resumed'), new StaleReads(writtenAt))).toBe(1);
  expect(reads.at(-1)).toBe('replica');
});

it('reads the primary once the standby is further behind than it may be', async () => {
  maxLagMs = 0; // any time that passes is too much
  watch = new ReplicaWatch(primary, replica, { maxLagMs });
  while (watch.lagMs === undefined) {
    await watch.look();
    await primary.query(`insert into note values ('something')`);
    await pair.catchUp();
  }
  expect(watch.reason).toMatch(/^it is \d+\.\d s behind$/);
  expect(await stale(isStandby)).toBe(false);
  expect(reads).toEqual(['primary: behind']);
});

it('takes no place in the log for proof that the standby follows before it has replayed something new', async () => {
  watch = new ReplicaWatch(primary, replica, { maxLagMs });
  await pair.catchUp();
  await watch.look();
  expect(watch.reason).toContain('has not replayed anything yet');
  expect(await stale(isStandby)).toBe(false);
});

it('gives a cursor a bound that the standby has seen, and goes on only where that was seen', async () => {
  const bound = await stale(async () => {
    await isStandby();
    return database.seenUntil();
  });
  const clock = (await primary.now()).getTime();
  expect(bound).toBeLessThanOrEqual(clock);
  expect(database.seenUntil()).toBeUndefined();
  const onward = new StaleReads();
  onward.mustHaveSeen(bound!);
  expect(await stale(isStandby, onward)).toBe(true);
  const later = new StaleReads();
  later.mustHaveSeen(clock + 1);
  expect(await stale(isStandby, later)).toBe(false);
});

it('asks the primary what the standby cancels because it is in the way of what it replays', async () => {
  await primary.query(`create table if not exists victim as select n from generate_series(1, 1000) n`);
  await pair.catchUp();
  await pair.standby.query(`alter system set max_standby_streaming_delay = 0`);
  await pair.standby.query('select pg_reload_conf()');
  const reading = stale(() =>
    // begins at the standby, and is there when the table it has locked goes
    database.query<{ standby: boolean }>(
      `select pg_is_in_recovery() as standby from (select count(*) from victim) counted
       where case when pg_is_in_recovery() then pg_sleep(3600) is not null else true end`,
    ),
  );
  const sleeps = `select from pg_stat_activity where query like '%pg_sleep(3600)%' and wait_event = 'PgSleep'`;
  while ((await pair.standby.query(sleeps)).length === 0) await watch.look();
  await primary.query('truncate victim');
  expect(await reading).toEqual([{ standby: false }]);
  expect(reads).toEqual(['replica', 'primary: failed']);
  expect(await stale(isStandby)).toBe(true); // it is there for all others
}, 60_000);

it('answers at the primary while the standby is away, without a failure', async () => {
  const many = () => Promise.all(Array.from({ length: 20 }, () => stale(isStandby)));
  expect(new Set(await many())).toEqual(new Set([true]));
  await pair.standby.kill();
  expect(new Set(await many())).toEqual(new Set([false]));
  expect(watch.reason).toBe('it cannot be reached');
  reads.length = 0;
  await stale(isStandby);
  expect(reads).toEqual(['primary: behind']); // nobody knocks there any more
  await watch.look();
  expect(watch.reason).toBe('it cannot be reached');
}, 60_000);

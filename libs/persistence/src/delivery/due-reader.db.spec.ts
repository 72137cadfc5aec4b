import { DeliveryFixture, createTestDatabase, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { DueReader } from './due-reader.js';

/** Rows of one read; beyond it a look goes on with the next. */
const PAGE = 2_000;

let testDatabase: TestDatabase;
let database: Database;
let endpoints: number[];
const now = new Date('2026-03-01T12:00:00Z');
const later = (ms: number): Date => new Date(now.getTime() + ms);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 2 });
  const fixture = new DeliveryFixture(database);
  const accountId = await fixture.account();
  for (const path of ['a', 'b', 'c']) await fixture.alert({ accountId, address: `https://host.example/${path}` });
  const rows = await database.query<{ id: number }>('select id from delivery_endpoint order by id');
  endpoints = rows.map(({ id }) => id);
});
beforeEach(async () => {
  await database.query('truncate delivery_wakeup; update delivery_endpoint set wake_at = null, wake_from = null');
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Wakes an endpoint so many times, a millisecond apart, from so many milliseconds before now on. */
const wake = (endpoint: number, times: number, beforeMs: number): Promise<unknown> =>
  database.query(
    `insert into delivery_wakeup (endpoint_id, at)
     select $1, $2::timestamptz + place * interval '1 millisecond' from generate_series(0, $3 - 1) place`,
    [endpoint, later(-beforeMs), times],
  );

it('names an endpoint once that was woken a thousand times, with its first time', async () => {
  await wake(endpoints[0]!, 1_000, 1_500);
  await wake(endpoints[1]!, 1, 100);
  const due = await new DueReader(database).read(now);
  const recent = due.slice(0, 2); // what follows is the sweep, which names the same
  expect(recent.map(({ endpointId }) => endpointId)).toEqual([endpoints[0], endpoints[1]]);
  expect(recent[0]!.dueFrom).toBe(now.getTime() - 1_500);
  expect(due).toHaveLength(4);
});

it('finds behind a full page what comes last, whoever was woken before and how often', async () => {
  await wake(endpoints[1]!, PAGE / 2, 3_600_000);
  await wake(endpoints[0]!, PAGE / 2 + 1_500, 3_500_000);
  await wake(endpoints[2]!, 1, 3_000_000);
  const reader = new DueReader(database);
  const found: number[][] = [];
  for (let look = 0; look < 2; look += 1)
    found.push((await reader.read(later(look))).map(({ endpointId }) => endpointId));
  expect(found).toEqual([
    [endpoints[1], endpoints[0]],
    [endpoints[0], endpoints[2]],
  ]);
});

it('looks a moment back each time, and farther every fifth of a second', async () => {
  const reader = new DueReader(database);
  await reader.read(now);
  await wake(endpoints[0]!, 1, 1_000); // its commit took long
  await wake(endpoints[1]!, 1, 100);
  const at = async (ms: number) => (await reader.read(later(ms))).map(({ endpointId }) => endpointId);
  expect(await at(20)).toEqual([endpoints[1]]);
  expect(await at(200)).toEqual([endpoints[0], endpoints[1]]);
  expect(await at(220)).toEqual([endpoints[1]]);
});

import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { openDatabase } from '../open-database.js';
import type { Database } from './database.js';
import { StatementTimes } from './statement-times.js';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const pause = () => database.query('select pg_sleep(0.05)');

it('tells the wait for a connection from that for the server, of the work that asked alone', async () => {
  const [alone, beside] = [new StatementTimes(), new StatementTimes()];
  await Promise.all([alone.measure(pause), beside.measure(() => database.transaction((one) => one.query('select 1')))]);
  expect(alone.connected.totalMs).toBeGreaterThanOrEqual(45);
  expect(beside.connecting.totalMs).toBeGreaterThanOrEqual(45); // the pool has one connection
  const before = alone.connected.totalMs;
  await pause();
  expect(alone.connected.totalMs).toBe(before);
});

it('counts what overlaps once', () => {
  let now = 0;
  const { connected } = new StatementTimes(() => now);
  const ends = [connected.begin(), connected.begin()];
  now = 10;
  ends[0]!();
  now = 15;
  expect(connected.totalMs).toBe(15);
  ends[1]!();
  now = 100;
  const end = connected.begin();
  now = 105;
  end();
  expect(connected.totalMs).toBe(20);
});

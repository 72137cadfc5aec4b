import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { Database } from './database.js';
import { openDatabase } from '../open-database.js';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase(test.url, { poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const timeout = async () =>
  (await database.query<{ at: string }>(`select current_setting('statement_timeout') as at`))[0];

it('answers the rows of a statement that is done in time', async () => {
  expect(await database.queryWithin(60_000, 'select $1::integer + 1 as sum', [2])).toEqual([{ sum: 3 }]);
});

it('answers null once the server has ended the statement, and leaves the connection as it was', async () => {
  const before = await timeout();
  expect(await database.queryWithin(20, 'select pg_sleep(600)')).toBeNull();
  expect(await timeout()).toEqual(before);
  expect(await database.queryWithin(60_000, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('throws what is wrong with the statement, and has ended its transaction', async () => {
  await expect(database.queryWithin(60_000, 'select nonsense')).rejects.toThrow('column "nonsense" does not exist');
  await expect(database.queryWithin(60_000, `create table made ()`)).rejects.toThrow('read-only transaction');
  expect(await database.transaction((transaction) => transaction.query('create table made ()'))).toEqual([]);
});

it('keeps statements apart that wait for the same connection', async () => {
  const answers = Array.from({ length: 20 }, (_, n) =>
    n % 2 === 0
      ? database.queryWithin<{ n: number }>(60_000, 'select $1::integer as n', [n])
      : database.query<{ n: number }>('select $1::integer as n', [n]),
  );
  expect((await Promise.all(answers)).map((rows) => rows![0]!.n)).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

it('throws where the connection is lost, and the next one is sound', async () => {
  const lost = database.queryWithin(60_000, 'select pg_terminate_backend(pg_backend_pid())');
  await expect(lost).rejects.toThrow(/terminat|closed/);
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
});

import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { openDatabase } from '../open-database.js';
import type { Database } from './database.js';
import { prepared } from './prepared.js';

const MARKED = prepared('select $1::integer + 1 as sum');
const NAMES = 'select name, statement from pg_prepared_statements';

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

it('reads a marked statement once per connection, and no other one', async () => {
  for (const value of [1, 2, 3])
    expect(await database.query<{ sum: number }>(MARKED, [value])).toEqual([{ sum: value + 1 }]);
  await database.transaction((transaction) => transaction.query(MARKED, [4]));
  await database.query('select $1::integer + 2 as sum', [1]);
  expect(await database.query(NAMES)).toEqual([
    { name: expect.stringMatching(/^gable_[0-9a-f]{24}$/), statement: MARKED },
  ]);
});

it('plans a marked statement anew after a quarter of a minute, so that a table may have grown meanwhile', async () => {
  await database.query('create table grown (id integer primary key) with (autovacuum_enabled = false)');
  await database.query('insert into grown values (0)');
  await database.query('vacuum grown');
  for (let times = 0; times < 6; times += 1) await database.query(FIND, [0]);
  await database.query('insert into grown select generate_series(1, 50000)');
  await database.query(FIND, [0]);
  expect(await planOf(FIND)).toContain('Seq Scan');

  const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 15_000);
  await database.query(FIND, [0]).finally(() => now.mockRestore());
  expect(await planOf(FIND)).toContain('Index Only Scan');
});

const FIND = prepared('select id from grown where id = $1');

/** As its connection, the only one, keeps it. */
async function planOf(statement: string): Promise<string> {
  const [kept] = await database.query<{ name: string }>(`${NAMES} where statement = $1`, [statement]);
  const lines = await database.query<{ 'QUERY PLAN': string }>(`explain execute ${kept!.name} (0)`);
  return lines.map((line) => line['QUERY PLAN']).join('\n');
}

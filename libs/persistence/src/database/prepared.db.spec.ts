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

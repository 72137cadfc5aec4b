import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { PropertyStore } from './property-store.js';
import { SELECT_PROPERTIES, SELECT_PROPERTY_REVISIONS } from './statements/properties.js';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase(test.url, { poolSize: 1 });
  await database.query(
    `insert into property (id, created_at, updated_at, online_count, revision)
     select gen_random_uuid(), now(), now(), 0, 1 from generate_series(1, 2000)`,
  );
  await database.query('analyze property');
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

it.each([
  ['records', SELECT_PROPERTIES, (store: PropertyStore, ids: string[]) => store.readRevised(ids)],
  ['revisions', SELECT_PROPERTY_REVISIONS, (store: PropertyStore, ids: string[]) => store.revisionsOf(ids)],
])('%s of short lists are planned once for a connection, not each time', async (_, statement, read) => {
  const some = await database.query<{ id: string }>('select id from property limit 3');
  const ids = some.map(({ id }) => id);
  for (let n = 0; n < 10; n += 1) await read(new PropertyStore(database), ids.slice(n % 2));
  expect(
    await database.query(
      `select generic_plans::integer as once, custom_plans::integer as "eachTime" from pg_prepared_statements
       where statement = $1`,
      [statement],
    ),
  ).toEqual([{ once: 5, eachTime: 5 }]);
});

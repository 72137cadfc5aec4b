import { openDatabase, type Database } from '@gable/persistence';
import { DivisionCountStore } from '@gable/persistence/geography';
import { createTestDatabase, untilWaiting, type TestDatabase } from '@gable/testing';
import { UPKEEP } from '../testing/kept-for-ever.js';
import { SummaryStage } from './summary-stage.js';
import { UpkeepStage } from './upkeep-stage.js';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url);
}, 60_000);
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

it('counts the properties of divisions after an ingest', async () => {
  await database.query(
    `insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at, content_hash, created_at, updated_at, division_ids)
     select gen_random_uuid(), gen_random_uuid(), 'x', gen_random_uuid(), 1, true, now(), now(), '', now(), now(), '{33,75056}' from generate_series(1, 3)`,
  );
  await database.query('update ingest_lock set version = version + 1');
  await new SummaryStage(database).step();
  expect([...(await new DivisionCountStore(database).counts())].sort(([one], [other]) => one - other)).toEqual([
    [33, 3],
    [75_056, 3],
  ]);
});

it('sums up large markets once they rest', async () => {
  await database.query(`
    insert into market_event (listing_id, revision_id, property_id, source_id, event_type, event_at, city_id)
    select gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 0, '2026-03-05T00:00:00Z', city from unnest(array[1, 2]) city, generate_series(1, 150 * city)`);
  const summedUp = () => database.query('select city_id, events from market_rollup_month where version is not null');
  await new SummaryStage(database).step();
  expect(await database.query('select city_id from market_month')).toEqual([{ city_id: 2 }]);
  expect(await summedUp()).toEqual([]);
  await database.query(`update market_month set changed_at = now() - interval '2 minutes'`);
  // Transactions of other specs on the same server may have to end first.
  do await new SummaryStage(database).step();
  while ((await summedUp()).length === 0);
  expect(await summedUp()).toEqual([{ city_id: 2, events: 300 }]);
});

it('keeps nothing of upkeep waiting, however long it counts', async () => {
  const upkeep = new UpkeepStage(database, UPKEEP);
  await database.query('insert into index_dirty (property_id, revision_id) values (gen_random_uuid(), 1)');
  await database.query(`update division_count_state set counted_at = now() - interval '1 day'`);
  await database.query('update ingest_lock set version = version + 1');
  let counting: Promise<boolean>;
  await database.transaction(async (other) => {
    await other.query('lock table division_property_count in access exclusive mode');
    counting = new SummaryStage(database).step();
    await untilWaiting(database);
    await upkeep.step();
    expect(await database.query('select from index_dirty')).toEqual([]);
  });
  await counting!;
});

import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { UPKEEP } from '../testing/kept-for-ever.js';
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

it('goes on at once after a full batch of what was used, and rests after a few', async () => {
  const upkeep = new UpkeepStage(database, UPKEEP);
  while (await upkeep.step()); // what is due at first
  await writeMarks(2_001);
  expect(await upkeep.step()).toBe(true);
  expect(await upkeep.step()).toBe(false);
  expect(await database.query('select from index_dirty')).toEqual([]);
});

async function writeMarks(count: number): Promise<void> {
  await database.query(
    'insert into index_dirty (property_id, revision_id) select gen_random_uuid(), 1 from generate_series(1, $1::int)',
    [count],
  );
}

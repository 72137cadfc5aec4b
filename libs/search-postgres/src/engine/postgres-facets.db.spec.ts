import { ANY_LISTING } from '@gable/domain/criteria';
import { openDatabase } from '@gable/persistence';
import { createTestDatabase } from '@gable/testing';
import { PostgresSearch } from './postgres-search.js';

it('answers nothing once the budget ends, and lets go of the database', async () => {
  const test = await createTestDatabase();
  const database = await openDatabase(test.url, { poolSize: 2 });
  const { facets } = new PostgresSearch(database);
  await database.transaction(async (holder) => {
    await holder.query('lock table listing'); // nobody reads it until this ends
    expect(await facets.count(ANY_LISTING, { values: { rooms: 9 } }, 50)).toBeNull();
    expect(await facets.shareEnds(ANY_LISTING, { price: 4 }, 50)).toBeNull();
  });
  expect(await facets.count(ANY_LISTING, { values: { rooms: 9 }, features: ['gym'] }, 60_000)).toEqual({
    values: { rooms: [] },
    bands: {},
    features: [0],
  });
  await database.close();
  await test.drop();
});

import os from 'node:os';
import path from 'node:path';
import { rounds } from '@gable/domain/testing';
import { type Database, openDatabase } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { DEMO_SEARCH, loadDemo, type DemoProgress } from './load-demo.js';

/** The demo has 5,000; generate-demo.spec.ts looks at all of them, before they are stored. */
const LISTINGS = rounds(1_500, 5_000);
const options = {
  listings: LISTINGS,
  reference: new Date('2026-11-21T12:00:00.000Z'),
  rejectFolder: path.join(os.tmpdir(), `gable-demo-${process.pid}`),
};
let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url);
}, 60_000);

afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

describe('loadDemo', () => {
  it('stores every division and every state, and reports how far it is', async () => {
    const progress: DemoProgress[] = [];
    const loaded = await loadDemo(database, { ...options, onProgress: (each) => progress.push({ ...each }) });
    expect(loaded.divisions).toEqual({ read: 35_150, written: 35_150, rejected: 0, rejects: null, unknownFields: {} });
    expect(loaded.listings).toMatchObject({ rejected: 0, stale: 0, unchanged: 0, rejects: null, unknownFields: {} });
    expect(loaded.listings.changed).toBe(loaded.listings.read);
    expect(loaded.listings.changed).toBeGreaterThan(1.6 * LISTINGS);
    expect(progress.filter(({ stage }) => stage === 'divisions').at(-1)).toEqual({
      stage: 'divisions',
      done: 35_150,
      total: 35_150,
    });
    expect(progress.at(-1)).toEqual({ stage: 'listings', done: loaded.listings.read, total: loaded.listings.read });
  }, 120_000);

  it('gives every listing a city, with its region and country above it', async () => {
    const [row] = await database.query<{ listings: number; placed: number }>(
      `select count(*)::int as listings, count(*) filter (where city_id is not null and division_ids @> '{33}')::int
        as placed from listing`,
    );
    expect(row?.listings).toBeGreaterThanOrEqual(LISTINGS);
    expect(row?.placed).toBe(row?.listings);
  });

  it('answers the search it offers, with forty properties of five thousand listings', async () => {
    const { price, rooms, cityIds } = DEMO_SEARCH;
    const [row] = await database.query<{ properties: number }>(
      `select count(distinct property_id)::int as properties from listing
       where online and transaction_type = 0 and property_type = 0 and city_id = any($1) and price between $2 and $3
         and rooms >= $4`,
      [cityIds, price.gte, price.lte, rooms.gte],
    );
    expect(row?.properties).toBeGreaterThanOrEqual((40 * LISTINGS) / 5_000);
  });

  it('changes nothing when a part of it is loaded again', async () => {
    const again = await loadDemo(database, { ...options, listings: LISTINGS / 3 });
    expect(again.listings.accepted).toBeGreaterThan(0.4 * LISTINGS);
    expect(again.listings.changed).toBe(0);
    expect(again.listings.rejected).toBe(0);
  }, 120_000);
});

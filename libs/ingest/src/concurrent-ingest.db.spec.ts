import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { ingestFeed } from './ingest-feed.js';

let testDatabase: TestDatabase;
let databases: Database[];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  databases = await Promise.all([1, 2, 3].map(() => openDatabase(testDatabase.url, { poolSize: 2 })));
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await testDatabase.drop();
});

const HOMES = 60;

/** Every home once, as one source shows it. */
const feedOf = (source: string) =>
  Array.from({ length: HOMES }, (_, home) =>
    JSON.stringify({
      source: { domain: `${source}.example`, name: source },
      externalId: `${source}-${home}`,
      observedAt: '2026-01-01T00:00:00Z',
      status: 'ONLINE',
      transactionType: 'SELL',
      propertyType: 'FLAT',
      price: 200_000 + home * 7_000,
      currency: 'EUR',
      area: 40 + home,
      rooms: 3,
      bedrooms: 2,
      bathrooms: 1,
      floor: home % 7,
      building: { constructionYear: 1950 + home },
      location: { lat: 45.7 + home * 0.002, lng: 4.8, accuracy: 'PRECISE', cityName: 'Lyon' },
    }),
  ).join('\n');

const ingest = (database: Database, source: string) =>
  ingestFeed(database, Readable.from([Buffer.from(feedOf(source))], { objectMode: false }), {
    batchSize: 7,
    rejectFile: path.join(os.tmpdir(), `gable-concurrent-${process.pid}.ndjson`),
  });

it('makes one property of each home when three processes read their feeds side by side', async () => {
  const reports = await Promise.all(['portal', 'agency', 'paper'].map((source, i) => ingest(databases[i]!, source)));
  expect(reports.map(({ changed }) => changed)).toEqual([HOMES, HOMES, HOMES]);
  const groups = await databases[0]!.query<{ sources: string[]; homes: string[] }>(`
    select array_agg(split_part(external_id, '-', 1) order by external_id) as sources, array_agg(distinct split_part(external_id, '-', 2)) as homes
    from listing group by property_id`);
  expect(groups.map(({ homes }) => homes.length)).toEqual(groups.map(() => 1));
  expect(groups.map(({ sources }) => sources)).toEqual(
    Array.from({ length: HOMES }, () => ['agency', 'paper', 'portal']),
  );
});

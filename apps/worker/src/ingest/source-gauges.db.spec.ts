import { Readable } from 'node:stream';
import os from 'node:os';
import path from 'node:path';
import { ingestFeed } from '@gable/ingest';
import { openDatabase, type Database } from '@gable/persistence';
import { SourceStore } from '@gable/persistence/listings';
import { Registry } from '@gable/runtime';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { SourceGauges } from './source-gauges.js';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 3 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const line = (domain: string, hoursAgo: number, over: object = {}) =>
  `${JSON.stringify({
    source: { domain, name: domain },
    externalId: `${hoursAgo}`,
    observedAt: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
    status: 'ONLINE',
    transactionType: 'SELL',
    propertyType: 'FLAT',
    price: 1_000 * (hoursAgo + 1),
    ...over,
  })}\n`;

it('show of each source with listings online its age, what it may be, and what was refused', async () => {
  const feed = [
    line('quick.example', 1),
    line('quick.example', 30),
    line('quick.example', 0, { price: -1 }),
    line('late.example', 30),
    line('slow.example', 100),
    line('gone.example', 500),
    line('gone.example', 499, { externalId: '500', status: 'OFFLINE' }),
  ];
  await ingestFeed(database, Readable.from(feed.map((each) => Buffer.from(each))), {
    rejectFile: path.join(os.tmpdir(), `gable-gauges-${process.pid}.ndjson`),
  });
  const registry = new Registry();
  const sourceStaleAfterMs = new Map([
    ['', 86_400_000],
    ['slow.example', 10 * 86_400_000],
  ]);
  new SourceGauges(registry, new SourceStore(database), { sourceStaleAfterMs });
  const text = await registry.metrics();
  const valueOf = (metric: string) =>
    Number(
      text
        .split('\n')
        .find((each) => each.startsWith(`${metric} `))
        ?.split(' ')
        .at(-1),
    );
  const age = (domain: string) => valueOf(`gable_source_state_age_seconds{source="${domain}"}`) / 3_600;
  expect([age('quick.example'), age('late.example'), age('slow.example'), age('gone.example')]).toEqual([
    expect.closeTo(1, 0),
    expect.closeTo(30, 0),
    expect.closeTo(100, 0),
    NaN,
  ]);
  expect(valueOf('gable_source_listings_online{source="quick.example"}')).toBe(2);
  expect(valueOf('gable_source_rejects_last_day{source="quick.example"}')).toBe(1);
  expect(valueOf('gable_source_stale_after_seconds{source="slow.example"}')).toBe(864_000);
  expect(valueOf('gable_source_stale_after_seconds{source="late.example"}')).toBe(86_400);
  expect(valueOf('gable_sources_stale')).toBe(1);
});

it('forgets counts of refused lines that nobody asks for any more', async () => {
  const store = new SourceStore(database);
  await database.query(`update source_reject set hour = hour - interval '25 hours'`);
  expect((await store.list('quick', { offset: 0, limit: 1 })).items[0]!.rejectsOfLastDay).toBe(0);
  expect(await store.forgetRejects(10)).toBe(0);
  await database.query(`update source_reject set hour = hour - interval '2 days'`);
  expect(await store.forgetRejects(10)).toBe(1);
});

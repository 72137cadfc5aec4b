import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { generateExtremeLines } from '@gable/domain/testing';
import { openDatabase, type Database } from '@gable/persistence';
import { RollupStore } from '@gable/persistence/analytics';
import { createTestDatabase, ingestFeed, type TestDatabase } from '@gable/testing';
import { METRIC_FIELDS } from './columns.js';
import { parseAnalyticsQuery } from './parse-analytics-query.js';
import { PostgresAnalytics } from './postgres-analytics.js';

let testDatabase: TestDatabase;
let database: Database;

/** All that the format accepts of sums of money, areas and counts, thousands of times in one city. */
const largest = (n: number) => ({
  source: { domain: 'a.example', name: 'A' },
  externalId: `largest-${n}`,
  observedAt: `2024-03-${String(1 + (n % 28)).padStart(2, '0')}T00:00:00Z`,
  status: 'ONLINE',
  transactionType: 'SELL',
  propertyType: 'OTHER',
  price: n % 2 === 0 ? 1e15 : 0,
  pricing: { agencyFees: 1e15, feesIncluded: true },
  area: n % 3 === 0 ? 1e-6 : 1e12,
  areas: { indoor: 1e12 },
  rooms: 2_147_483_647,
  bedrooms: 2_147_483_647,
  location: { cityId: 75_056 },
});

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 3 });
  const lines = [
    ...generateExtremeLines(5, 3_000),
    ...Array.from({ length: 1_000 }, (_, n) => JSON.stringify(largest(n))),
  ];
  await ingestFeed(database, Readable.from(lines.map((line) => Buffer.from(`${line}\n`))), {
    rejectFile: path.join(os.tmpdir(), `gable-extreme-values-${process.pid}.ndjson`),
  });
}, 120_000);
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const METRICS = METRIC_FIELDS.flatMap((field) =>
  ['avg', 'min', 'max', 'median'].map((kind) => `${kind}:${field}`).concat(`percentile:${field}:99.9`),
);

async function figures(query: Record<string, string>): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let at = 0; at < METRICS.length; at += 20) {
    const read = parseAnalyticsQuery({ ...query, metrics: METRICS.slice(at, at + 20).join(',') });
    if (!read.ok) throw new Error(JSON.stringify(read.violations));
    const { groups } = await new PostgresAnalytics(database).summarise(read.value);
    found.push(...groups.flatMap(({ metrics }) => Object.values(metrics)));
  }
  return found;
}

it.each([
  ['everything', { time_bucket: 'year' }],
  ['cities by day', { time_bucket: 'day', group_by: 'city_id' }],
  ['one city by month', { time_bucket: 'month', city_id: '75056' }],
])('every accepted value can be averaged and ranked: %s', async (_, query: Record<string, string>) => {
  const found = await figures(query);
  expect(found.length).toBeGreaterThanOrEqual(METRICS.length);
  expect(found.filter((value) => value !== null && !Number.isFinite(value))).toEqual([]);
  expect(found.some((value) => Math.abs(value as number) >= 1e15)).toBe(true);
});

it('every accepted value can be summed up, to the same figures', async () => {
  const query = { time_bucket: 'month', city_id: '75056' };
  const before = (await figures(query)) as number[];
  const store = new RollupStore(database);
  await store.listLarge(500);
  expect(await store.rollUpAll()).toBe(1); // none was given up because its sum is no number
  const after = (await figures(query)) as number[];
  expect(after.map((value, at) => Math.abs(value - before[at]!) <= 1e-9 * Math.abs(before[at]!))).toEqual(
    before.map(() => true),
  );
});

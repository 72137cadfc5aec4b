import { openDatabase, type Database, type Queryable } from '@gable/persistence';
import { RollupStore } from '@gable/persistence/analytics';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { AnalyticsQuery } from './analytics-query.js';
import { compileAnalytics } from './compile-analytics.js';
import { TooManyGroups, type AnalyticsResult } from './listing-analytics.js';
import { parseAnalyticsQuery } from './parse-analytics-query.js';
import { PostgresAnalytics } from './postgres-analytics.js';

let testDatabase: TestDatabase;
let database: Database;
let store: RollupStore;
let analytics: PostgresAnalytics;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 6 });
  store = new RollupStore(database);
  analytics = new PostgresAnalytics(database);
}, 60_000);
beforeEach(async () => {
  await database.query('truncate market_event, market_month, market_rollup_month, market_rollup');
  // Cities 1 to 3 from November 2025 on; every second month of city 3 has few events. Some say nothing.
  await database.query(`
    insert into market_event (listing_id, revision_id, property_id, source_id, event_type, event_at, city_id, transaction_type, property_type, price, rooms, price_per_sqm)
    select gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), n % 4, make_timestamptz(2025, 11, 1, 0, 0, 0, 'UTC') + n * interval '3 hours' + (n % 2) * interval '1 millisecond', city,
      nullif(n % 3, 2), nullif(n % 5, 4), nullif((n * 7919 % 1000) / 7.0, 0), nullif(n % 6, 0), case when n % 5 = 1 then -n / 3.0 end
    from generate_series(1, 1500) n, generate_series(1, 3) city where city <> 3 or n % 40 = 0 or (n / 240) % 2 = 0`);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function rollUp(minEvents = 100): Promise<number> {
  await store.listLarge(minEvents);
  return store.rollUpAll();
}

function queryOf(parameters: Record<string, string>): AnalyticsQuery {
  const read = parseAnalyticsQuery({ time_bucket: 'month', metrics: 'count', ...parameters });
  if (!read.ok) throw new Error(JSON.stringify(read.violations));
  return read.value;
}

const ask = (parameters: Record<string, string>): Promise<AnalyticsResult> => analytics.summarise(queryOf(parameters));
const sampleSize = async (parameters: Record<string, string>): Promise<number> => (await ask(parameters)).sampleSize;

const addEvents = (target: Queryable, at: string, count: number): Promise<unknown> =>
  target.query(
    `
  insert into market_event (listing_id, revision_id, property_id, source_id, event_type, event_at, city_id, price)
  select gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 0, $1, 1, 1e6 from generate_series(1, $2::integer)`,
    [at, count],
  );

const METRICS =
  'count,avg:price,min:price,max:rooms,median:price,percentile:price:33.3,percentile:price:100,percentile:rooms:90,median:price_per_sqm,avg:price_per_sqm,median:area,avg:area';

it.each<[says: string, parameters: Record<string, string>]>([
  ['a city by month', { city_id: '1' }],
  ['cities by quarter, together', { city_id: '1,2,3', time_bucket: 'quarter' }],
  ['cities by year, apart', { city_id: '3,1', time_bucket: 'year', group_by: 'city_id' }],
  [
    'by columns that some events do not state',
    { city_id: '2,3', group_by: 'property_type,event_type,transaction_type' },
  ],
  ['filtered', { city_id: '1,3', property_type: 'HOUSE,BUILDING', event_type: 'UPDATED', transaction_type: 'RENT' }],
  [
    'a period that begins and ends within months',
    {
      city_id: '1,2',
      event_at_from: '2025-12-10T05:00:00Z',
      event_at_to: '2026-03-09T12:00:00.001Z',
      group_by: 'property_type',
    },
  ],
  [
    'whole months, to the millisecond',
    { city_id: '1', event_at_from: '2025-12-01T00:00:00Z', event_at_to: '2026-01-31T23:59:59.999Z' },
  ],
  [
    'a period within one month',
    { city_id: '1', event_at_from: '2026-01-05T00:00:00Z', event_at_to: '2026-01-06T00:00:00Z', time_bucket: 'year' },
  ],
  ['a city without events beside one that has some', { city_id: '99,3', group_by: 'city_id' }],
])('answers %s as from the events alone, group by group', async (_, parameters) => {
  const asked = { ...parameters, metrics: METRICS };
  const before = await ask(asked);
  expect(before.sampleSize).toBeGreaterThan(0);
  expect(await rollUp()).toBeGreaterThan(10);
  await addEvents(database, '2026-02-03T00:00:00Z', 1);
  await database.query(`delete from market_event where price = 1e6`); // the month is stale, and says what it said
  const after = await ask(asked);
  expect({ ...after, groups: after.groups.map(withoutAverages) }).toEqual({
    ...before,
    groups: before.groups.map(withoutAverages),
  });
  after.groups.forEach(({ metrics }, i) => {
    for (const name of ['avg:price', 'avg:price_per_sqm'])
      expect(metrics[name] ?? -1).toBeCloseTo(before.groups[i]!.metrics[name] ?? -1, 9);
    expect(metrics['avg:area']).toBeNull();
  });
  await database.query("update market_rollup set events = events + 1, last_at = last_at + interval '1 year'");
  const usesRollups = !('event_at_to' in parameters && parameters.event_at_to.startsWith('2026-01-06'));
  expect((await ask(asked)).sampleSize > before.sampleSize).toBe(usesRollups);
});

const withoutAverages = ({ group, metrics }: AnalyticsResult['groups'][number]): object => ({
  group,
  metrics: Object.fromEntries(Object.entries(metrics).filter(([name]) => !name.startsWith('avg:'))),
});

it('counts events that were written after the rollup', async () => {
  await rollUp();
  const march = {
    city_id: '1',
    event_at_from: '2026-03-01T00:00:00Z',
    event_at_to: '2026-03-31T23:59:59.999Z',
    metrics: 'count,max:price,percentile:price:100',
  };
  const { sampleSize: before } = await ask(march);
  await addEvents(database, '2026-03-15T00:00:00Z', 3);
  const after = await ask(march);
  expect([after.sampleSize, after.groups[0]!.metrics]).toEqual([
    before + 3,
    { count: before + 3, 'max:price': 1e6, 'percentile:price:100': 1e6 },
  ]);
  expect(await rollUp()).toBe(1);
  expect((await ask(march)).groups).toEqual(after.groups);
});

it('counts the events of a batch that was under way while the rollup was made, once they are committed', async () => {
  await rollUp();
  const before = await sampleSize({ city_id: '1' });
  await database.transaction(async (batch) => {
    await addEvents(batch, '2026-03-15T00:00:00Z', 3);
    await database.query('update market_rollup_month set version = null');
    expect(await rollUp()).toBeGreaterThan(10);
    expect(await sampleSize({ city_id: '1' })).toBe(before);
  });
  expect(await sampleSize({ city_id: '1' })).toBe(before + 3);
});

it('reads the same events in months that were summed up and in those between them', async () => {
  await rollUp();
  const expected = await database.query<{ count: number }>(
    'select count(*) as count from market_event where city_id = 1',
  );
  for (let valid = 0; valid < 8; valid += 1) {
    await database.query(
      'update market_rollup_month set version = version - 1 where (event_month * 7 + city_id) % 8 = $1',
      [valid],
    );
    expect(await sampleSize({ city_id: '1' })).toBe(expected[0]!.count);
  }
});

it('leaves questions that would carry too many values to the database', async () => {
  await rollUp();
  const texts: string[] = [];
  const watched = new PostgresAnalytics({
    query: (text, parameters) => (texts.push(text), database.query(text, parameters)),
  });
  const asked = { city_id: '1', metrics: 'median:price,percentile:rooms:90' };
  await watched.summarise(queryOf(asked));
  await database.query('update market_rollup_month set events = 1000000 where city_id = 1 and event_month = $1', [
    2026 * 12,
  ]);
  await watched.summarise(queryOf(asked));
  await watched.summarise(queryOf({ city_id: '1', metrics: 'avg:price' }));
  expect(
    texts.map((text) => (text.includes('valid as') ? 'rollups' : text.includes('every as') ? 'events' : 'hint')),
  ).toEqual(['hint', 'rollups', 'hint', 'events', 'hint', 'rollups']);
  expect(texts[3]).toBe(compileAnalytics(queryOf(asked), { kind: 'gathered' }).text);
});

it('keeps to the limit of groups', async () => {
  await database.query(`
    insert into market_event (listing_id, revision_id, property_id, source_id, event_type, event_at, city_id, transaction_type, property_type)
    select gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), event, make_timestamptz(2020 + month / 12, month % 12 + 1, 5, 0, 0, 0, 'UTC'), 7, kind % 2, kind / 2
    from generate_series(0, 140) month, generate_series(0, 3) event, generate_series(0, 17) kind`);
  expect(await rollUp(72)).toBeGreaterThan(140);
  const groups = { city_id: '7', group_by: 'event_type,transaction_type,property_type' };
  await expect(ask(groups)).rejects.toThrow(TooManyGroups);
  expect((await ask({ ...groups, transaction_type: 'SELL' })).groups).toHaveLength((141 * 72) / 2);
});

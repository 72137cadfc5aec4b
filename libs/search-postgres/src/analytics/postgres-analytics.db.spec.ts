import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { TIME_BUCKETS } from './analytics-query.js';
import { compileAnalytics } from './compile-analytics.js';
import { parseAnalyticsQuery } from './parse-analytics-query.js';
import { PostgresAnalytics } from './postgres-analytics.js';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

it('finds the start of every bucket that date_trunc finds, in any zone of the session, before and after 2000', async () => {
  await database.query(
    `alter database ${new URL(testDatabase.url).pathname.slice(1)} set timezone = 'Pacific/Auckland'`,
  );
  await database.query(`
    insert into market_event (listing_id, revision_id, property_id, source_id, event_type, event_at, price, rooms)
    select gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 0, at, nullif((extract(epoch from at)::bigint % 977) / 7.0, 0), extract(day from at)::integer % 5
    from (
      select timestamptz '1995-12-25T00:00:00Z' + n * interval '11 days 1 hour' - (n % 2) * interval '1 millisecond' as at from generate_series(0, 1200) n
      union all select unnest('{0001-01-01T00:00:00Z,1969-12-31T23:59:59.999Z,1999-12-31T23:59:59.999Z,2000-01-01T00:00:00Z,2024-02-29T12:00:00Z,9999-12-31T23:59:59.999Z}'::timestamptz[])
    ) moments`);
  const elsewhere = await openDatabase(testDatabase.url, { poolSize: 1 });
  try {
    for (const timeBucket of TIME_BUCKETS) {
      const { groups } = await new PostgresAnalytics(elsewhere).summarise({
        filters: [],
        groupBy: [],
        timeBucket,
        metrics: [{ name: 'count', kind: 'count' }],
      });
      const expected = await elsewhere.query<{ start: string; count: number }>(
        `select to_char(date_trunc($1, event_at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as start, count(*) from market_event group by 1 order by 1`,
        [timeBucket],
      );
      expect(groups.map(({ group, metrics }) => ({ start: group.time_bucket, count: metrics.count }))).toEqual(
        expected,
      );
    }
  } finally {
    await elsewhere.close();
  }
});

it('finds the same figures whether values are gathered or sorted within the grouping', async () => {
  const read = parseAnalyticsQuery({
    time_bucket: 'quarter',
    group_by: 'city_id',
    metrics: 'median:price,percentile:price:33.3,percentile:rooms:90,median:area,max:price,count',
  });
  if (!read.ok) throw new Error(JSON.stringify(read.violations));
  const [gathered, sorted] = await Promise.all(
    [true, false].map((gathers) => {
      const { text, parameters } = compileAnalytics(read.value, gathers);
      return database.query<{ m1: number; m4: null }>(text, parameters);
    }),
  );
  expect(sorted).toEqual(gathered);
  expect(gathered!.length).toBeGreaterThan(100);
  expect(gathered!.filter(({ m1, m4 }) => m1 > 0 && m4 === null).length).toBeGreaterThan(100);
});

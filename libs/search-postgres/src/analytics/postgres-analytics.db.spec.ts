import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { TIME_BUCKETS } from './analytics-query.js';
import { compileAnalytics, type Sorting } from './compile-analytics.js';
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
    insert into market_event (listing_id, revision_id, property_id, source_id, event_type, event_at, price, rooms, city_id)
    select gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 0, at, nullif((extract(epoch from at)::bigint % 977) / 7.0, 0), extract(day from at)::integer % 5,
      nullif(extract(day from at)::integer % 7, 0)
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

const SORTINGS: readonly Sorting[] = [
  { kind: 'gathered' },
  { kind: 'sorted' },
  ...[[], [4], [2, 3, 3, 5], [-7, 1, 2, 3, 4, 5, 6, 999_999_999_999]].map((bounds) => ({
    kind: 'by city' as const,
    bounds,
  })),
];

it('finds the same figures whether values are gathered, sorted within the grouping or by parts of the cities', async () => {
  const read = parseAnalyticsQuery({
    time_bucket: 'quarter',
    group_by: 'city_id',
    rooms_max: '3',
    metrics: 'median:price,percentile:price:33.3,percentile:rooms:90,median:area,max:price,count',
  });
  if (!read.ok) throw new Error(JSON.stringify(read.violations));
  const [gathered, ...others] = await Promise.all(
    SORTINGS.map((sorting) => {
      const { text, parameters } = compileAnalytics(read.value, sorting);
      return database.query<{ g1: number | null; m1: number; m4: null }>(text, parameters);
    }),
  );
  for (const other of others) expect(other).toEqual(gathered);
  expect(new Set(gathered!.map(({ g1 }) => g1))).toEqual(new Set([null, 1, 2, 3, 4, 5, 6]));
  expect(gathered!.filter(({ m1, m4 }) => m1 > 0 && m4 === null).length).toBeGreaterThan(100);
});

it('divides the cities among processors where all of many events are asked for, and answers the same', async () => {
  await database.query(`
    insert into market_event (listing_id, revision_id, property_id, source_id, event_type, event_at, price, city_id)
    select gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 0, timestamptz '2024-05-01Z' + n * interval '10 minutes', n % 1009,
      case when n % 10 < 9 then sqrt(n)::bigint end
    from generate_series(1, 120000) n`);
  await database.query('vacuum analyze market_event');
  const asked: [text: string, parameters?: readonly unknown[]][] = [];
  const engine = new PostgresAnalytics({
    query: (text, parameters) => (asked.push([text, parameters]), database.query(text, parameters)),
  });
  const read = parseAnalyticsQuery({ time_bucket: 'year', group_by: 'city_id', metrics: 'median:price,count' });
  if (!read.ok) throw new Error(JSON.stringify(read.violations));
  const { groups, sampleSize } = await engine.summarise(read.value);
  const [text, parameters] = asked.at(-1)!;
  expect(text.split('union all')).toHaveLength(7);
  const byHand = await database.query<{ city: number | null; year: string; median: number; count: number }>(`
    select city_id as city, to_char(event_at at time zone 'UTC', 'YYYY') as year, count(*),
      percentile_cont(0.5) within group (order by price) as median
    from market_event group by 1, 2 order by 2, 1`);
  expect(sampleSize).toBe(byHand.reduce((sum, { count }) => sum + count, 0));
  expect(
    groups.map(({ group, metrics }) => ({
      city: group.city_id,
      year: String(group.time_bucket).slice(0, 4),
      count: metrics.count,
      median: metrics['median:price'],
    })),
  ).toEqual(byHand);
  await engine.summarise(read.value);
  expect(asked).toHaveLength(4); // how many there are, and where the cities divide, is asked once
  const [server] = await database.query<{ major: number }>(
    "select current_setting('server_version_num')::integer / 10000 as major",
  );
  if (server!.major < 18) return; // older ones plan further processes for each part instead
  // So few events are at the edge of being worth further processes.
  const plan = await database.transaction(
    (transaction) => transaction.query<{ 'QUERY PLAN': string }>(`explain ${text}`, parameters),
    'set local parallel_setup_cost = 0; set local parallel_tuple_cost = 0',
  );
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('Parallel Append');
});

import { matchCriteria, type Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import { CRITERIA_EXAMPLES, exampleCriteria, generateCases, generateWordCases, rounds } from '@gable/domain/testing';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { storeListings } from '../testing/store-properties.js';
import type { AnalyticsQuery } from './analytics-query.js';
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
afterEach(() => database.query('truncate listing, former_listing, market_event'));

const COUNT: AnalyticsQuery = {
  filters: [],
  groupBy: [],
  timeBucket: 'day',
  metrics: [{ name: 'count', kind: 'count' }],
};
const DAY = 86_400_000;

/** An event a day, of the listing of that place; the state of every other one is a former one. */
async function storeEvents(listings: readonly Listing[]): Promise<void> {
  const ids = await storeListings(database, listings);
  await database.query(
    `insert into market_event (listing_id, revision_id, property_id, source_id, event_type, event_at, transaction_type,
       property_type, city_id)
     select l.id, l.revision_id, l.property_id, l.source_id, 0, timestamptz '2000-01-01Z' + day * interval '1 day',
       l.transaction_type, l.property_type, l.city_id
     from unnest($1::uuid[]) with ordinality as wanted(id, day) join listing l using (id)`,
    [ids],
  );
  const former = ids.filter((_, place) => place % 2 === 0);
  await database.query(
    `insert into former_listing
     select (jsonb_populate_record(null::former_listing, to_jsonb(l) || jsonb_build_object('listing_id', l.id))).*
     from listing l where id = any($1::uuid[])`,
    [former],
  );
  await database.query('delete from listing where id = any($1::uuid[])', [former]);
  await database.query('analyze listing, former_listing, market_event');
}

/** Places in the listings of the events that count. */
async function counted(criteria: Criteria): Promise<number[]> {
  const { groups } = await new PostgresAnalytics(database).summarise(COUNT, criteria);
  return groups.map(({ group }) => Math.round((Date.parse(String(group.time_bucket)) - START) / DAY) - 1);
}
const START = Date.parse('2000-01-01T00:00:00.000Z');

const matching = (criteria: Criteria, listings: readonly Listing[]): number[] =>
  listings.flatMap((listing, place) => (matchCriteria(criteria, listing) ? [place] : []));

it('counts the events whose state keeps the promises of the examples, be it the newest or a former one', async () => {
  // Each state twice in a row: once as the newest, once as a former one.
  const statesOf = ({ meets, misses }: (typeof CRITERIA_EXAMPLES)[number]) =>
    [...meets, ...misses].flatMap((listing) => [listing, listing]);
  await storeEvents(CRITERIA_EXAMPLES.flatMap(statesOf));
  let from = 0;
  for (const example of CRITERIA_EXAMPLES) {
    const to = from + statesOf(example).length;
    const own = (await counted(exampleCriteria(example))).filter((place) => place >= from && place < to);
    expect({ says: example.says, counted: own.map((place) => place - from) }).toEqual({
      says: example.says,
      counted: Array.from({ length: 2 * example.meets.length }, (_, place) => place),
    });
    from = to;
  }
}, 120_000);

const CASES = rounds(150, 300);

it.each([
  ['criteria', generateCases(20261123, CASES)],
  ['words', generateWordCases(20261123, CASES)],
])(
  `counts the same events as the matcher on ${CASES ** 2} generated pairs of %s`,
  async (_, cases) => {
    const listings = cases.map(({ listing }) => listing);
    await storeEvents(listings);
    const seen = { events: 0 };
    for (const { criteria } of cases) {
      const expected = matching(criteria, listings);
      seen.events += expected.length;
      expect({ criteria: JSON.stringify(criteria), counted: await counted(criteria) }).toEqual({
        criteria: JSON.stringify(criteria),
        counted: expected,
      });
    }
    expect(seen.events).toBeGreaterThan(CASES ** 2 / 30);
  },
  120_000,
);

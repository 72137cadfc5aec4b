import { PostgresSearch } from '@gable/search-postgres';
import { storeProperties } from '@gable/search-postgres/testing';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { sampleHome } from '../testing/sample-homes.js';

/** More than a first look gathers. */
const HOMES = 16_500;
const FLAT = { accept: 'application/json' };

let api: ApiUnderTest;
let counts = 0;

beforeAll(async () => {
  api = await ApiUnderTest.start({ searchOver: slowlyCounting });
  await api.ingest([1, 2, 3].map((n) => sampleHome(n, {}))); // the newest, which answers show
  await storeProperties(
    api.database,
    Array.from({ length: HOMES }, (_, n) => ({
      id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      createdAt: n,
      updatedAt: n,
      listings: [{ online: true, listing: { price: n } }],
    })),
  );
}, 60_000);
afterAll(() => api.stop());

/** Every exact count sleeps in the database, for longer than anybody waits; one that ends early has all its time. */
function slowlyCounting(database: ApiUnderTest['database']): PostgresSearch {
  const slow = (text: string): string => {
    if (!/^\s*select count\(\*\)::integer as total/.test(text) || text.includes('limit')) return text;
    counts += 1;
    return text.replace('select count', 'select pg_sleep(60), count');
  };
  return new PostgresSearch(
    {
      query: (text, parameters) => database.query(slow(text), parameters),
      queryWithin: (milliseconds, text, parameters) =>
        database.queryWithin(text.includes('limit') ? 60_000 : milliseconds, slow(text), parameters),
    },
    100,
  );
}

describe('a count that takes longer than its budget', () => {
  it('says how many there are at least', async () => {
    const { status, body } = await api.ask('POST', '/properties/count', { body: {} });
    expect([status, body]).toEqual([200, { totalItems: 10_000, totalIsExact: false }]);
  }, 20_000);

  it('is carried along by a cursor, which never counts again', async () => {
    counts = 0;
    const search = { paginationType: 'cursor', size: 1 };
    const first = await api.search(search, { headers: FLAT });
    expect([first.status, first.body.totalIsExact, first.body.hasNextPage, counts]).toEqual([200, false, true, 1]);
    const second = await api.search({ ...search, cursor: first.body.cursor });
    const { totalItems, totalIsExact } = second.body.meta;
    expect([totalItems, totalIsExact, counts]).toEqual([10_000, false, 1]);
  }, 20_000);

  it('does not touch pages, whose totals end at 10,000 anyway', async () => {
    counts = 0;
    const { body } = await api.search({ size: 1 }, { headers: FLAT });
    expect([body.totalItems, body.totalIsExact, counts]).toEqual([10_000, false, 0]);
  });
});

import type { Criteria } from '@gable/domain/criteria';
import { openDatabase, type Database } from '@gable/persistence';
import { TOTAL_CAP } from '@gable/search';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { storeProperties } from '../testing/store-properties.js';
import { PostgresSearch } from './postgres-search.js';

describe('PostgresSearch whose counts take longer than they may', () => {
  const everything: Criteria = { conditions: [], operator: 'AND', children: [] };
  const priced: Criteria = {
    conditions: [{ kind: 'range', field: 'price', min: 0, max: null, allowNull: false }],
    operator: 'AND',
    children: [],
  };
  const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const sort = { field: 'PRICE', direction: 'ASC' } as const;
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await openDatabase(test.url, { poolSize: 2 });
    await storeProperties(
      database,
      Array.from({ length: 33_000 }, (_, n) => ({
        id: id(n),
        createdAt: n,
        updatedAt: n,
        listings: [{ online: true, listing: { price: n } }],
      })),
    );
    await database.query('vacuum analyze property, listing');
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await test.drop();
  });

  /** The exact count sleeps until the server ends it; one that ends early has all its time. */
  const slow = () =>
    new PostgresSearch(
      {
        query: (text, parameters) => database.query(text, parameters),
        queryWithin: (milliseconds, text, parameters) =>
          text.includes('limit')
            ? database.queryWithin(60_000, text, parameters)
            : database.queryWithin(
                milliseconds,
                text.replace(/select count/, 'select pg_sleep(60), count'),
                parameters,
              ),
      },
      50,
    );

  it.each([everything, priced])('says that there are at least so many, at once', async (criteria) => {
    expect(await slow().count(criteria)).toEqual({ total: TOTAL_CAP, totalIsExact: false });
    expect(await new PostgresSearch(database).count(criteria)).toEqual({ total: 33_000, totalIsExact: true });
  });

  it('says 0 where not even the beginning could be counted', async () => {
    const search = new PostgresSearch({
      query: (text, parameters) => database.query(text, parameters),
      queryWithin: () => Promise.resolve(null),
    });
    expect(await search.count(priced)).toEqual({ total: 0, totalIsExact: false });
  });

  it('pages through a search all the same, without counting again', async () => {
    const search = slow();
    const query = { criteria: priced, sort, limit: 2, seenUntil: 1e12 };
    const first = await search.findAfter({ ...query, after: null, counted: null });
    expect(first).toEqual({
      hits: [
        { id: id(0), key: 0 },
        { id: id(1), key: 1 },
      ],
      total: TOTAL_CAP,
      totalIsExact: false,
      hasMore: true,
      backend: 'postgres',
    });
    const counted = { total: first.total, totalIsExact: first.totalIsExact };
    const next = await search.findAfter({ ...query, after: { id: id(29_999), key: 29_999 }, counted });
    expect([next.hits.map((hit) => hit.id), next.total, next.totalIsExact]).toEqual([
      [id(30_000), id(30_001)],
      TOTAL_CAP,
      false,
    ]);
  });
});

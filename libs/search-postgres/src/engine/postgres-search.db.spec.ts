import type { Criteria } from '@gable/domain/criteria';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { type EngineUnderTest, propertySearchContract } from '@gable/search/testing';
import { SearchUnavailable, TOTAL_CAP } from '@gable/search';
import { PostgresSearch } from './postgres-search.js';
import { storeProperties } from '../testing/store-properties.js';

/** Of a stand-in that counts nothing. */
const UNBOUNDED = { queryWithin: () => Promise.reject(new Error('nobody counts here')) };

describe('PostgresSearch', () => {
  describe.each([
    ['with a narrow look', undefined],
    ['without', 0],
  ])('%s', (_name, narrowLook) => propertySearchContract(() => filledEngine(narrowLook)));

  async function filledEngine(narrowLook: number | undefined): Promise<EngineUnderTest> {
    const test = await createTestDatabase();
    const database = await openDatabase(test.url, { poolSize: 2 });
    await database.query(
      `insert into division (id, type, name, country_code) select id, 'CITY', 'City ' || id, 'FR' from generate_series(1, 4) id`,
    );
    return {
      engine: new PostgresSearch(database, undefined, narrowLook),
      backend: 'postgres',
      async store(properties) {
        await storeProperties(database, properties);
        if (properties.length > 100) await database.query('vacuum analyze property, listing');
      },
      async close() {
        await database.close();
        await test.drop();
      },
    };
  }

  it('counts and pages alike on both sides of a narrow look', async () => {
    const test = await createTestDatabase();
    const database = await openDatabase(test.url, { poolSize: 2 });
    const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    await storeProperties(
      database,
      Array.from({ length: 8 }, (_, n) => ({
        ...{ id: id(n), createdAt: 1_000 * n, updatedAt: n },
        listings: [0, 1].map(() => ({ online: true, listing: n === 3 ? { area: 5 } : { price: n % 3, area: 5 } })),
      })),
    );
    const criteria: Criteria = {
      conditions: [{ kind: 'range', field: 'area', min: 1, max: null, allowNull: false }],
      operator: 'AND',
      children: [],
    };
    const of = async (engine: PostgresSearch) => {
      const cursor = { criteria, limit: 3, seenUntil: 5_000, counted: null };
      const sort = { field: 'PRICE', direction: 'DESC' } as const;
      const answers = [
        await engine.count(criteria),
        await engine.findPage({ criteria, sort, offset: 2, limit: 3 }),
        await engine.findPage({ criteria, sort, offset: 6, limit: 3 }),
        await engine.findPage({ criteria, sort, offset: 9, limit: 3 }),
        await engine.findAfter({ ...cursor, sort, after: null }),
        await engine.findAfter({ ...cursor, sort, after: { id: id(1), key: 1 } }),
        await engine.findAfter({ ...cursor, sort, after: { id: id(3), key: null } }),
      ];
      return answers.map((answer) => ({ ...answer, revisions: undefined })); // narrow looks alone read them
    };
    const without = await of(new PostgresSearch(database, undefined, 0));
    expect(without[2]).toMatchObject({ ids: [id(0), id(3)], total: 8, hasMore: false });
    for (const narrowLook of [15, 16, 17, 300])
      expect(await of(new PostgresSearch(database, undefined, narrowLook))).toEqual(without);
    await database.close();
    await test.drop();
  });

  it('counts exactly where few properties have very many listings', async () => {
    const test = await createTestDatabase();
    const database = await openDatabase(test.url, { poolSize: 2 });
    const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    await storeProperties(
      database,
      Array.from({ length: 900 }, (_, n) => ({
        id: id(n),
        createdAt: n,
        updatedAt: n,
        listings: Array.from({ length: 20 }, () => ({ online: true, listing: { price: n } })),
      })),
    );
    const criteria: Criteria = {
      conditions: [{ kind: 'range', field: 'price', min: 2, max: null, allowNull: false }],
      operator: 'AND',
      children: [],
    };
    const page = await new PostgresSearch(database).findPage({
      criteria,
      sort: { field: 'PRICE', direction: 'ASC' },
      offset: 1,
      limit: 2,
    });
    expect(page).toEqual({ ids: [id(3), id(4)], total: 898, totalIsExact: true, hasMore: true, backend: 'postgres' });
    await database.close();
    await test.drop();
  });

  describe('whose counts take longer than they may', () => {
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

  it('says that it is unavailable when the time for a statement runs out or the connection breaks', async () => {
    const test = await createTestDatabase();
    const database = await openDatabase(test.url, { poolSize: 1 });
    const slow = new PostgresSearch({
      ...UNBOUNDED,
      query: (text, parameters) =>
        database.query(text.replace('clock_timestamp()', '(select clock_timestamp() from pg_sleep(5))'), parameters),
    });
    await database.query(`set statement_timeout = '500ms'`);
    await expect(slow.now()).rejects.toThrow(SearchUnavailable);
    await database.query('reset statement_timeout');
    const cut = new PostgresSearch({
      ...UNBOUNDED,
      query: (text, parameters) =>
        database.query(
          text.replace('clock_timestamp()', '(select now() from pg_terminate_backend(pg_backend_pid()))'),
          parameters,
        ),
    });
    await expect(cut.now()).rejects.toThrow(SearchUnavailable);
    await database.close();
    await test.drop();
  });

  it('lets a fault of our own through as it is', async () => {
    const broken = new PostgresSearch({
      ...UNBOUNDED,
      query: () => Promise.reject(Object.assign(new Error('column does not exist'), { code: '42703' })),
    });
    await expect(broken.now()).rejects.toThrow('column does not exist');
    await expect(broken.now()).rejects.not.toBeInstanceOf(SearchUnavailable);
  });
});

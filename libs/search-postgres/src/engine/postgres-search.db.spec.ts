import type { Criteria } from '@gable/domain/criteria';
import { openDatabase } from '@gable/persistence';
import { createTestDatabase } from '@gable/testing';
import { type EngineUnderTest, propertySearchContract } from '@gable/search/testing';
import { SearchUnavailable } from '@gable/search';
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

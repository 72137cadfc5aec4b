import type { Criteria } from '@gable/domain/criteria';
import { openDatabase } from '@gable/persistence';
import { createTestDatabase } from '@gable/testing';
import { propertySearchContract } from '@gable/search/testing';
import { SearchUnavailable } from '@gable/search';
import { PostgresSearch } from './postgres-search.js';
import { storeProperties } from '../testing/store-properties.js';

describe('PostgresSearch', () => {
  propertySearchContract(async () => {
    const test = await createTestDatabase();
    const database = await openDatabase(test.url, { poolSize: 2 });
    await database.query(
      `insert into division (id, type, name, country_code) select id, 'CITY', 'City ' || id, 'FR' from generate_series(1, 4) id`,
    );
    return {
      backend: 'postgres',
      engine: new PostgresSearch(database),
      async store(properties) {
        await storeProperties(database, properties);
        if (properties.length > 100) await database.query('vacuum analyze property, listing');
      },
      async close() {
        await database.close();
        await test.drop();
      },
    };
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
    expect(page).toEqual({ ids: [id(3), id(4)], total: 898, hasMore: true, backend: 'postgres' });
    await database.close();
    await test.drop();
  });

  it('says that it is unavailable when the time for a statement runs out or the connection breaks', async () => {
    const test = await createTestDatabase();
    const database = await openDatabase(test.url, { poolSize: 1 });
    const slow = new PostgresSearch({
      query: (text, parameters) =>
        database.query(text.replace('clock_timestamp()', '(select clock_timestamp() from pg_sleep(5))'), parameters),
    });
    await database.query(`set statement_timeout = '50ms'`);
    await expect(slow.now()).rejects.toThrow(SearchUnavailable);
    await database.query('reset statement_timeout');
    const cut = new PostgresSearch({
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
      query: () => Promise.reject(Object.assign(new Error('column does not exist'), { code: '42703' })),
    });
    await expect(broken.now()).rejects.toThrow('column does not exist');
    await expect(broken.now()).rejects.not.toBeInstanceOf(SearchUnavailable);
  });
});

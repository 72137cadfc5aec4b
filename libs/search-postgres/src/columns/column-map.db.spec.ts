import { matchCriteria, type Criteria } from '@gable/domain/criteria';
import { CRITERIA_EXAMPLES, exampleCriteria, SeededRandom } from '@gable/domain/testing';
import { openDatabase, type Database, type Queryable } from '@gable/persistence';
import type { MapQuery, PropertyMap } from '@gable/search';
import { mapContract, someHomes, type StoredProperty } from '@gable/search/testing';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresSearch } from '../engine/postgres-search.js';
import { loseWrites, propertyOfEach, storeProperties } from '../testing/store-properties.js';
import { ColumnMap, type ColumnMapOptions } from './column-map.js';

let test: TestDatabase;
let database: Database;
let postgres: PostgresSearch;
const opened: ColumnMap[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase(test.url, { poolSize: 6 });
  postgres = new PostgresSearch(database);
}, 60_000);
afterEach(async () => {
  for (const map of opened.splice(0)) map.close();
  await database.query('truncate property, listing');
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

/** Another engine, where the columns have to answer. */
const NOBODY: PropertyMap = {
  cells: () => Promise.reject(new Error('the columns did not answer')),
  countWithoutPlace: (criteria) => postgres.map.countWithoutPlace(criteria),
};

async function columns(options: Partial<ColumnMapOptions> = {}, other = NOBODY, on: Queryable = database) {
  const map = new ColumnMap(other, on, { mostBytes: 2 ** 30, ...options });
  opened.push(map);
  await map.load();
  return map;
}

const store = (properties: readonly StoredProperty[]) =>
  database.transaction((transaction) => storeProperties(transaction, properties));
const node = (...conditions: Criteria['conditions']): Criteria => ({ conditions, operator: 'AND', children: [] });
const priced = (min: number, max: number | null = null): Criteria =>
  node({ kind: 'range', field: 'price', min, max, allowNull: false });
const EVERYWHERE: MapQuery = { criteria: node(), tileZoom: 6 };
const totalOf = async (map: PropertyMap, criteria: Criteria = node()): Promise<number> =>
  (await map.cells({ criteria, tileZoom: 4 })).cells.reduce((sum, { count }) => sum + count, 0);
const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const homeAt = (n: number, price: number, lat = 45): StoredProperty => ({
  ...{ id: idOf(n), createdAt: n, updatedAt: n },
  listings: [{ online: true, listing: { price, location: { lat, lng: 5 + (n % 50) / 10 } } }],
});

describe('what it answers', () => {
  // Read as they are, and what is stored after that as changes.
  describe.each(['before', 'after'])('of homes stored %s it was loaded', (when) =>
    mapContract(async () => {
      const own = await createTestDatabase();
      const its = await openDatabase(own.url, { poolSize: 2 });
      const engine = new PostgresSearch(its);
      const map = new ColumnMap({ ...NOBODY, countWithoutPlace: (asked) => engine.map.countWithoutPlace(asked) }, its, {
        mostBytes: 2 ** 30,
      });
      return {
        engine: Object.assign(Object.create(engine) as PostgresSearch, { map }),
        backend: 'postgres',
        async store(properties) {
          if (when === 'after') await map.load();
          await its.transaction((transaction) => storeProperties(transaction, properties));
          await map.load();
        },
        async close() {
          map.close();
          await its.close();
          await own.drop();
        },
      };
    }, someHomes(300)),
  );

  it('keeps the promises of all examples that the columns can, and leaves the others to the engine', async () => {
    const listings = CRITERIA_EXAMPLES.flatMap(({ meets, misses }) => [...meets, ...misses]);
    await store(propertyOfEach(listings, idOf));
    await database.query('update property set lat = 45, lng = 5'); // on the map, wherever their listings are
    const from: boolean[] = [];
    const map = await columns({ onAnswer: (isOurs) => from.push(isOurs) }, postgres.map);
    for (const example of CRITERIA_EXAMPLES) {
      const criteria = exampleCriteria(example);
      const before = from.length;
      const { cells } = await map.cells({ criteria, tileZoom: 10 });
      if (from[before] !== true) continue;
      const expected = listings.filter((listing) => matchCriteria(criteria, listing)).length;
      expect([example.says, cells[0]?.count ?? 0]).toEqual([example.says, expected]);
    }
    expect(from.filter(Boolean).length).toBeGreaterThan(40);
    expect(from.filter((isOurs) => !isOurs).length).toBeGreaterThan(40);
  });
});

describe('beside writers', () => {
  it('shows each write once it is committed, whatever the order of commits, and no part of one', async () => {
    const count = 400;
    await store(Array.from({ length: count }, (_, n) => homeAt(n, 100, n % 2 === 0 ? 45 : 60)));
    const map = await columns();
    const random = new SeededRandom(5);
    let isOver = false;
    const writer = async (own: number): Promise<void> => {
      for (let round = 1; round <= 10; round += 1) {
        const price = own * 1_000 + round;
        const [one, other] = [idOf(own), idOf(own + 11)];
        await database.transaction(async (transaction) => {
          // They trade places, so that what stands in each half of the map stays the same.
          await transaction.query(
            `update property p set lat = o.lat, min_price = $3 from property o
             where p.id in ($1, $2) and o.id in ($1, $2) and o.id <> p.id`,
            [one, other, price],
          );
          await transaction.query('update listing set price = $3 where property_id in ($1, $2)', [one, other, price]);
          await sleep(random.whole(0, 12)); // others that began later commit before
        });
        expect(await totalOf(map, priced(price, price))).toBe(2);
      }
    };
    const reader = async (): Promise<void> => {
      while (!isOver) {
        const { cells } = await map.cells({ criteria: node(), tileZoom: 4 });
        expect(cells.map((cell) => cell.count)).toEqual([count / 2, count / 2]);
      }
    };
    const writing = Promise.all([1, 2, 3, 4].map(writer)).finally(() => (isOver = true));
    await Promise.all([writing, reader(), reader()]);
    expect((await map.cells(EVERYWHERE)).cells).toEqual((await postgres.map.cells(EVERYWHERE)).cells);
  });

  it('follows what is written again and again in memory that does not grow with it', async () => {
    await store(Array.from({ length: 700 }, (_, n) => homeAt(n, 100)));
    const map = await columns();
    const { bytes } = map;
    for (let round = 0; round < 80; round += 1) {
      await database.query('update property set min_price = $1', [round]);
      expect((await map.cells(EVERYWHERE)).cells.at(0)!.medianPrice).toBe(round);
    }
    expect(map.properties).toBe(700);
    expect(map.bytes).toBeLessThan(3 * bytes); // 56,000 were put in
    await database.query('delete from property where id < $1', [idOf(650)]);
    expect(await totalOf(map)).toBe(50);
    expect((await map.cells(EVERYWHERE)).cells).toEqual((await postgres.map.cells(EVERYWHERE)).cells);
  });

  it('lets the engine answer while it reads what is too much to wait for', async () => {
    await store([homeAt(1, 100)]);
    const from: boolean[] = [];
    const map = await columns({ onAnswer: (isOurs) => from.push(isOurs) }, postgres.map);
    await store([homeAt(2, 100)]);
    await database.query(
      `insert into property_write (property_ids) select array_agg(gen_random_uuid()) from generate_series(1, 10001)`,
    );
    expect([await totalOf(map), from]).toEqual([2, [false]]);
    while (from.at(-1) === false) expect(await totalOf(map)).toBe(2);
    expect(map.properties).toBe(2);
  });
});

describe('what it does without an answer of its own', () => {
  it('reads all anew where the log does not reach back, or says that all was written', async () => {
    await store([homeAt(1, 100)]);
    let loads = 0;
    const map = await columns({ onLoaded: () => (loads += 1) }, postgres.map);
    await store([homeAt(2, 100)]);
    await loseWrites(database);
    expect(await totalOf(map)).toBe(2);
    while (map.properties < 2) await sleep(5);
    await database.query('truncate property, listing');
    expect(await totalOf(map)).toBe(0);
    while (loads < 3) await sleep(5);
    expect(map.properties).toBe(0);
  });

  it('leaves maps to the engine where the memory is too small, and says so', async () => {
    await store([homeAt(1, 100)]);
    const failures: unknown[] = [];
    const map = await columns({ mostBytes: 1_000, onFailed: (reason) => failures.push(reason) }, postgres.map);
    expect(await totalOf(map)).toBe(1);
    expect(failures).toMatchObject([{ name: 'ColumnsTooLarge' }]);
    expect(map.properties).toBe(0);
  });

  it('leaves a question to the engine where what was written cannot be read, and catches up with the next', async () => {
    await store([homeAt(1, 100)]);
    let isBroken = false;
    const on: Queryable = {
      query: (...asked) => (isBroken ? Promise.reject(new Error('no connection')) : database.query(...asked)),
    };
    const map = await columns(
      {},
      { ...NOBODY, cells: () => Promise.resolve({ cells: [], backend: 'opensearch' }) },
      on,
    );
    await store([homeAt(2, 100)]);
    isBroken = true;
    expect((await map.cells(EVERYWHERE)).backend).toBe('opensearch');
    isBroken = false;
    expect(await totalOf(map)).toBe(2);
  });
});

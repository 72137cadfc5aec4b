import { matchCriteria, type Condition, type Criteria } from '@gable/domain/criteria';
import { CRITERIA_EXAMPLES, exampleCriteria, SeededRandom } from '@gable/domain/testing';
import { openDatabase, StaleReads, type Database, type Queryable } from '@gable/persistence';
import { DEFAULT_SORT, SORT_FIELDS, type PropertySearch } from '@gable/search';
import { propertySearchContract, type StoredProperty } from '@gable/search/testing';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresSearch } from '../engine/postgres-search.js';
import { loseWrites, propertyOfEach, storeProperties } from '../testing/store-properties.js';
import { CityMemory, type CityMemoryOptions } from './city-memory.js';
import { CitySearch } from './city-search.js';

const CITIES = 12;
/** Asked so often, a city with fewer than 7,000 properties is read into memory, however quickly it was answered. */
const OFTEN = 16;

let test: TestDatabase;
let database: Database;
let postgres: PostgresSearch;
const opened: CityMemory[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase(test.url, { poolSize: 6 });
  postgres = new PostgresSearch(database);
  await insertCities(database);
}, 60_000);
afterEach(async () => {
  for (const memory of opened.splice(0)) memory.close();
  await database.query('truncate property, listing, division_property_count');
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const insertCities = (on: Queryable) =>
  on.query(
    `insert into division (id, type, name, country_code) select id, 'CITY', 'City ' || id, 'FR' from generate_series(1, ${CITIES}) id`,
  );

/** An engine with these cities in memory, and how its questions were answered. */
async function withCities(
  cities: readonly number[],
  { on = database, ...options }: Partial<CityMemoryOptions> & { on?: Queryable } = {},
) {
  const from = { memory: 0, engine: 0 };
  const memory = new CityMemory(on, {
    mostBytes: 2 ** 26,
    onAnswer: (isOurs) => (from[isOurs ? 'memory' : 'engine'] += 1),
    ...options,
  });
  opened.push(memory);
  const engine = new CitySearch(postgres, memory);
  const hold = async (city: number): Promise<void> => {
    for (let n = 0; n < OFTEN; n += 1) await engine.count(node(inCity(city)));
    await memory.settled();
  };
  for (const city of cities) await hold(city);
  from.memory = from.engine = 0;
  return { engine, memory, from, hold };
}

const store = (properties: readonly StoredProperty[]) =>
  database.transaction((transaction) => storeProperties(transaction, properties));
const node = (...conditions: readonly Condition[]): Criteria => ({ conditions, operator: 'AND', children: [] });
const inCity = (id: number): Condition => ({ kind: 'division', included: [id], excluded: null });
const priced = (min: number, max: number | null = null): Condition => ({
  ...{ kind: 'range', field: 'price', allowNull: false },
  ...{ min, max },
});
const idOf = (n: number): string => `00000000-0000-7000-8000-${String((n * 7919) % 1_000_000).padStart(12, '0')}`;
const home = (n: number, cityId: number, price: number): StoredProperty => ({
  ...{ id: idOf(n), createdAt: 1_000 * (n % 97), updatedAt: n },
  listings: [{ online: true, listing: { price, location: { cityId } } }],
});
const homes = (count: number, cityId = 1): StoredProperty[] =>
  Array.from({ length: count }, (_, n) => home(n, cityId, 100 * (n % 37)));
const total = async (engine: PropertySearch, ...conditions: Condition[]): Promise<number> =>
  (await engine.count(node(inCity(1), ...conditions))).total;

describe('what it answers', () => {
  propertySearchContract(async () => {
    const own = await createTestDatabase();
    const its = await openDatabase(own.url, { poolSize: 2 });
    await insertCities(its);
    const plain = new PostgresSearch(its);
    const memory = new CityMemory(its, { mostBytes: 2 ** 26 });
    let isHeld = false;
    return {
      engine: new CitySearch(plain, memory),
      backend: 'postgres',
      async store(properties) {
        await storeProperties(its, properties);
        if (properties.length > 100) await its.query('vacuum analyze property, listing');
        if (isHeld) return; // the memory follows what is written
        isHeld = true;
        for (let n = 0; n < OFTEN * CITIES; n += 1)
          await new CitySearch(plain, memory).count(node(inCity(1 + (n % CITIES))));
        await memory.settled();
      },
      async close() {
        memory.close();
        await its.close();
        await own.drop();
      },
    };
  });

  it('is what the engine answers, page by page and behind every cursor, in every order, of properties in two cities too', async () => {
    await store(
      Array.from({ length: 300 }, (_, n) => ({
        ...{ id: idOf(n), createdAt: 1_000 * (n % 97), updatedAt: n % 50 },
        listings: [0, 1].map((copy) => ({
          online: n % 11 > 0 || copy === 1,
          listing: {
            ...(n % 7 > 0 && { price: 100 * (n % 37) + copy, area: 20 + (n % 50) }),
            location: { cityId: 1 + ((n + copy * (n % 3)) % 3) },
          },
        })),
      })),
    );
    const { engine, from } = await withCities([1, 2, 3]);
    for (const field of SORT_FIELDS)
      for (const direction of ['ASC', 'DESC'] as const)
        for (const city of [1, 2]) {
          const sort = { field, direction };
          const criteria = node(inCity(city), { ...priced(0), allowNull: true } as Condition);
          for (const offset of [0, 13, 90, 400]) {
            const asked = { criteria, sort, offset, limit: 20 };
            const { revisions, ...page } = await engine.findPage(asked);
            const { revisions: theirs, ...expected } = await postgres.findPage(asked);
            expect(page).toEqual(expected);
            expect([...revisions!.keys()].slice(0, page.ids.length)).toEqual(page.ids);
            expect(theirs === undefined || theirs.size === revisions!.size).toBe(true);
          }
          const first = { criteria, sort, limit: 9, after: null, seenUntil: 60_000, counted: null };
          for (let asked: Parameters<PropertySearch['findAfter']>[0] = first; ;) {
            const { revisions: _, ...page } = await engine.findAfter(asked);
            const { revisions: _theirs, ...expected } = await postgres.findAfter(asked);
            expect(page).toEqual(expected);
            if (!page.hasMore) break;
            asked = { ...asked, after: page.hits.at(-1)!, counted: page };
          }
        }
    expect(from.engine).toBe(0);
  });

  it('keeps the promises of all examples that it can, and leaves the others to the engine', async () => {
    const listings = CRITERIA_EXAMPLES.flatMap(({ meets, misses }) => [...meets, ...misses]);
    await store(propertyOfEach(listings, idOf));
    await database.query('update listing set city_id = 1');
    const { engine, from } = await withCities([1]);
    let ours = 0;
    for (const example of CRITERIA_EXAMPLES) {
      const inner = exampleCriteria(example);
      const criteria: Criteria = { conditions: [inCity(1)], operator: 'AND', children: [inner] };
      const { total: found } = await engine.count(criteria);
      if (from.memory === ours) continue;
      ours = from.memory;
      const expected = listings.filter((listing) => matchCriteria(inner, listing)).length;
      expect([example.says, found]).toEqual([example.says, expected]);
    }
    expect(ours).toBeGreaterThan(30);
    expect(CRITERIA_EXAMPLES.length - ours).toBeGreaterThan(40);
  });

  it('holds cities that are asked often, and neither departments nor what a standby may answer', async () => {
    await database.query(
      `insert into division (id, type, name, country_code) values (75, 'DEPARTMENT', 'Paris', 'FR') on conflict do nothing`,
    );
    await store(homes(10));
    const { engine, memory, from } = await withCities([1, 75]);
    expect(memory.cities).toBe(1);
    expect(await total(engine)).toBe(10);
    expect((await engine.count(node(inCity(75)))).total).toBe(0);
    expect((await engine.count(node(inCity(1), inCity(2)))).total).toBe(0);
    expect((await engine.count(node(inCity(2)))).total).toBe(0);
    expect(from.memory).toBe(1);
    const stale = new StaleReads();
    await stale.allow(() => total(engine));
    expect(from.memory).toBe(1);
  });

  it('reads a city that was counted once its questions took half of what that takes, and nothing of it before', async () => {
    await store(homes(10));
    await database.query('insert into division_property_count values (1, 1000)'); // 12.5 ms
    const readings: unknown[] = [];
    const on: Queryable = {
      query: (text, parameters) => {
        if (text.includes('limit asked.most')) readings.push(parameters);
        return database.query(text, parameters);
      },
    };
    const { memory } = await withCities([], { on });
    for (const expected of [0, 0, 1]) {
      memory.note(node(inCity(1)), 3);
      await memory.settled();
      expect([memory.cities, readings.length]).toEqual([expected, expected]);
    }
  });
});

describe('beside writers', () => {
  it('shows each write once it is committed, whatever the order of commits, and no part of one', async () => {
    const count = 60;
    await store(Array.from({ length: count }, (_, n) => home(n, 1 + (n % 2), 100)));
    const { engine, memory, from, hold } = await withCities([1, 2]);
    const random = new SeededRandom(5);
    let isOver = false;
    const writer = async (own: number): Promise<void> => {
      for (let round = 1; round <= 12; round += 1) {
        const price = own * 1_000 + round;
        const [one, other] = [idOf(own), idOf(own + 11)];
        await database.transaction(async (transaction) => {
          // They trade places, so that each city has as many as before.
          await transaction.query(
            `update listing l set city_id = o.city_id, price = $3 from listing o
             where l.property_id in ($1, $2) and o.property_id in ($1, $2) and o.id <> l.id`,
            [one, other, price],
          );
          await transaction.query('update property set min_price = $3, revision = revision + 1 where id in ($1, $2)', [
            ...[one, other, price],
          ]);
          await sleep(random.whole(0, 12)); // others that began later commit before
        });
        expect(await total(engine, priced(price, price))).toBe(1);
        expect((await engine.count(node(inCity(2), priced(price, price)))).total).toBe(1);
      }
    };
    const reader = async (city: number): Promise<void> => {
      while (!isOver) expect((await engine.count(node(inCity(city)))).total).toBe(count / 2);
    };
    // A city that is read beside the writers is as right as those that were there before.
    const loader = async (): Promise<void> => {
      while (!isOver) {
        await sleep(5);
        const other = await withCities([]);
        await other.hold(1);
        expect(await total(other.engine)).toBe(count / 2);
        other.memory.close();
      }
    };
    const writing = Promise.all([1, 2, 3, 4].map(writer)).finally(() => (isOver = true));
    await Promise.all([writing, reader(1), reader(2), loader(), hold(3)]);
    expect(from.memory).toBeGreaterThan(100);
    expect(memory.cities).toBe(3);
    for (const city of [1, 2]) {
      const asked = { criteria: node(inCity(city)), sort: DEFAULT_SORT, offset: 0, limit: 100 };
      expect((await engine.findPage(asked)).ids).toEqual((await postgres.findPage(asked)).ids);
    }
  });

  it('shows of a city that was just read what was written meanwhile, though others were caught up with since', async () => {
    await store([...homes(10), home(20, 2, 100)]);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let isHeld = false;
    const on: Queryable = {
      query: async (...asked) => {
        const rows = await database.query(...asked);
        if (isHeld && asked[0].includes('asked.city')) await released;
        return rows as never;
      },
    };
    const { engine, memory, from, hold } = await withCities([1], { on });
    isHeld = true;
    const loading = hold(2);
    await sleep(50); // it is read, and not yet here
    await store([home(21, 2, 100), home(22, 1, 100)]);
    expect([await total(engine), from.memory]).toEqual([11, 1]);
    release();
    await loading;
    expect([(await engine.count(node(inCity(2)))).total, memory.cities]).toEqual([2, 2]);
  });

  it('follows what is written again and again in memory that does not grow with it', async () => {
    await store(homes(300));
    const { engine, memory } = await withCities([1]);
    const { bytes } = memory;
    for (let round = 0; round < 60; round += 1) {
      await database.query('update listing set price = $1', [round]);
      await database.query('update property set min_price = $1, revision = revision + 1', [round]);
      expect(await total(engine, priced(round, round))).toBe(300);
    }
    expect(memory.bytes).toBeLessThan(4 * bytes); // 18,000 were put in
    await database.query('delete from listing where property_id < $1', [idOf(0).replace(/0{6}$/, '500000')]);
    await database.query('delete from property p where not exists (select from listing l where l.property_id = p.id)');
    const asked = { criteria: node(inCity(1)), sort: DEFAULT_SORT, offset: 0, limit: 100 };
    expect((await engine.findPage(asked)).ids).toEqual((await postgres.findPage(asked)).ids);
  });
});

it('lets the event loop turn between questions that look at much', async () => {
  await store(homes(300));
  const memory = new CityMemory(database, { mostBytes: 2 ** 26 }, 1_000);
  opened.push(memory);
  await memory.hold([1]);
  const engine = new CitySearch(postgres, memory);
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const answeredIn = await Promise.all(
    Array.from({ length: 20 }, async () => {
      expect(await total(engine)).toBe(300);
      return turn;
    }),
  );
  isOver = true;
  const perTurn = answeredIn.map((one) => answeredIn.filter((other) => other === one).length);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(4); // 300 listings each
});

describe('what it does without an answer of its own', () => {
  it('forgets all where the log does not reach back, says that all was written, or tells of too much', async () => {
    await store(homes(10));
    const { engine, memory } = await withCities([1]);
    await store([home(20, 1, 100)]);
    await loseWrites(database);
    expect([await total(engine), memory.cities]).toEqual([11, 0]);
    // Now: how often a city is asked before it is read again depends on how long its questions took before.
    await memory.hold([1]);
    expect([await total(engine), memory.cities]).toEqual([11, 1]);
    await database.query('truncate property, listing');
    expect([await total(engine), memory.cities]).toEqual([0, 0]);
    await memory.hold([1]);
    await store(homes(5_500));
    expect([await total(engine), memory.cities]).toEqual([5_500, 0]);
  });

  it('forgets the city that was asked least recently where the memory is too small, and holds none that is larger', async () => {
    await store([...homes(200), ...homes(200, 2).map((each, n) => ({ ...each, id: idOf(1_000 + n) }))]);
    const { engine, memory, hold } = await withCities([1], { mostBytes: 60_000 });
    expect(memory.cities).toBe(1);
    await hold(2);
    expect(memory.cities).toBe(1);
    expect((await engine.count(node(inCity(2)))).total).toBe(200);
    expect(memory.bytes).toBeLessThan(120_000);
    const { memory: small } = await withCities([1], { mostBytes: 20_000 });
    expect(small.cities).toBe(0);
  });

  it('leaves a question to the engine where what was written cannot be read, and catches up with the next', async () => {
    await store(homes(10));
    let isBroken = false;
    const on: Queryable = {
      query: (...asked) => (isBroken ? Promise.reject(new Error('no connection')) : database.query(...asked)),
    };
    const { engine, from } = await withCities([1], { on });
    await store([home(20, 1, 100)]);
    isBroken = true;
    expect([await total(engine), from]).toEqual([11, { memory: 0, engine: 1 }]);
    isBroken = false;
    expect([await total(engine), from]).toEqual([11, { memory: 1, engine: 1 }]);
  });
});

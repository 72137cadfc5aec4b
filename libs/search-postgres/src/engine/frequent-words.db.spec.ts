import type { Criteria, WordsCondition } from '@gable/domain/criteria';
import { openDatabase, type Database } from '@gable/persistence';
import { DEFAULT_SORT, TOTAL_CAP, type KeySort, type PageResult, type PropertySearch } from '@gable/search';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { storeProperties } from '../testing/store-properties.js';
import { CityMemory } from '../cities/city-memory.js';
import { CitySearch } from '../cities/city-search.js';
import { watchedDatabase } from '../testing/watched-database.js';
import { PostgresSearch } from './postgres-search.js';

/**
 * Every third says `rare`, all but the newest 30 `loft`, one part of the store `neuf`, and all but some of the cheapest
 * `jardin`. All but every 13th lie in a large city.
 */
const PROPERTIES = 13_000;
const [CITY, VILLAGE] = [5, 6];
const cityOf = (n: number): number => (n % 13 === 0 ? VILLAGE : CITY);
const partOf = (n: number): number => Math.floor(n / 200) % 64;
const textOf = (n: number): string =>
  [n % 3 === 0 ? 'rare' : 'autre', n < PROPERTIES - 30 ? 'loft' : 'maison', partOf(n) === 0 ? 'neuf' : 'vieux']
    .concat(n >= 200 && n < 700 ? [] : ['jardin'])
    .join(' ');
const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const asking = (words: Partial<WordsCondition>): Criteria => ({
  conditions: [{ kind: 'words', all: [], any: null, none: [], in: ['title', 'description'], ...words }],
  operator: 'AND',
  children: [],
});

const inCity = (city: number, words: Partial<WordsCondition>): Criteria => {
  const { conditions, ...rest } = asking(words);
  return { ...rest, conditions: [...conditions, { kind: 'division', included: [city], excluded: null }] };
};

describe('searches for frequent words', () => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await openDatabase(test.url, { poolSize: 2 });
    await storeProperties(
      database,
      Array.from({ length: PROPERTIES }, (_, n) => ({
        ...{ id: id(n), createdAt: n, updatedAt: n },
        listings: [
          { online: true, listing: { price: n, description: textOf(n), location: { cityId: cityOf(n) } } as const },
        ],
      })),
    );
    await database.query(
      `insert into division (id, type, name, country_code) select id, 'CITY', 'City ' || id, 'FR' from unnest($1::int[]) id`,
      [[CITY, VILLAGE]],
    );
    // As an ingest of a minute and more would have spread them.
    await database.query(`
      update listing set words = ts_delete(words, array['%0', '#' || city_id || '%0'])
        || array_to_tsvector(array['%' || price::int / 200 % 64, '#' || city_id || '%' || price::int / 200 % 64])`);
    await database.query('vacuum analyze property, listing');
  }, 120_000);
  afterAll(async () => {
    await database.close();
    await test.drop();
  });

  interface Options {
    readonly offset?: number;
    readonly sort?: KeySort;
    readonly hasRoom?: boolean;
    readonly memory?: CityMemory;
  }
  /** With all that was asked of the database, and how much at once. */
  async function search(
    criteria: Criteria,
    { offset = 0, sort = DEFAULT_SORT, hasRoom = false, memory }: Options = {},
  ): Promise<PageResult & { asked: string[]; atOnce: number }> {
    const asked: string[] = [];
    const watched = watchedDatabase(database, asked, hasRoom);
    let [now, atOnce] = [0, 0];
    const query: typeof watched.query = async (text, parameters) => {
      atOnce = Math.max(atOnce, (now += 1));
      return watched.query<never>(text, parameters).finally(() => (now -= 1));
    };
    const plain = new PostgresSearch({ ...watched, query });
    const engine: PropertySearch = memory ? new CitySearch(plain, memory) : plain;
    const page = await engine.findPage({ criteria, sort, offset, limit: 3 });
    return { ...page, asked, atOnce };
  }
  const byPrice: KeySort = { field: 'PRICE', direction: 'ASC' };
  const isPart = (statement: string): boolean => statement.includes("'%");

  it('count parts of the store until more is found than is counted, and find the page in its order', async () => {
    const { asked, atOnce: _, ...page } = await search(asking({ all: ['loft'] }));
    expect(page).toEqual({
      ids: [id(PROPERTIES - 31), id(PROPERTIES - 32), id(PROPERTIES - 33)],
      ...{ total: TOTAL_CAP, totalIsExact: false, hasMore: true, backend: 'postgres' },
    });
    expect(asked.filter(isPart).length).toBeGreaterThan(0);
  });

  it('count all where parts do not say that there is more than is counted', async () => {
    const { asked, ...page } = await search(asking({ all: ['rare'], none: ['loft*'] }));
    expect(page).toMatchObject({ total: 10, totalIsExact: true, hasMore: true });
    const third = await search(asking({ all: ['rare'] }), { offset: 4_332 });
    expect(third).toMatchObject({ total: 4_334, totalIsExact: true, ids: [id(3), id(0)], hasMore: false });
    expect([...asked, ...third.asked].filter(isPart).length).toBeGreaterThan(0);
  });

  it('believe no part that has more of a word than others', async () => {
    const { asked, ...page } = await search(asking({ all: ['neuf'] }));
    expect(page).toMatchObject({ total: 400, totalIsExact: true, ids: [id(12_999), id(12_998), id(12_997)] });
    expect(asked.filter(isPart)).toHaveLength(2);
  });

  it('ask a large city for its parts, and never for all of it', async () => {
    const { asked, atOnce: _, ...page } = await search(inCity(CITY, { all: ['loft'] }));
    expect(page).toEqual({
      ids: [id(PROPERTIES - 31), id(PROPERTIES - 32), id(PROPERTIES - 33)],
      ...{ total: TOTAL_CAP, totalIsExact: false, hasMore: true, backend: 'postgres' },
    });
    const questions = asked.filter((statement) => statement.includes('select count(*)::integer as listings'));
    const parts = questions.map((statement) => statement.match(/'#5%\d+'/g)!);
    expect(parts.slice(0, 2)).toEqual([[`'#${CITY}%0'`], [`'#${CITY}%0'`]]); // whether the city is large; the first part
    expect(parts.slice(1).flat()).toHaveLength(new Set(parts.flat()).size); // none is asked twice
    expect(Math.max(...parts.map(({ length }) => length))).toBe(8);
  });

  it('count on two connections, and look for the page meanwhile, where there is room', async () => {
    for (const criteria of [asking({ all: ['loft'] }), inCity(CITY, { all: ['loft'] })]) {
      const [alone, beside] = [await search(criteria), await search(criteria, { hasRoom: true })];
      expect(beside.ids).toEqual(alone.ids);
      expect([alone, beside].map(({ total, atOnce }) => [total, atOnce])).toEqual([
        [TOTAL_CAP, 1],
        [TOTAL_CAP, 2],
      ]);
      const parts = beside.asked.filter((statement) => statement.includes('uuid_hash'));
      const asked = parts.flatMap((statement) => statement.match(/%\d+/g)!);
      expect(new Set(asked).size).toBe(asked.length);
    }
  });

  it('read the texts of a phrase on two connections where there is room', async () => {
    const alone = await search(asking({ all: ['rare loft'] }), { offset: 3_000 });
    const beside = await search(asking({ all: ['rare loft'] }), { offset: 3_000, hasRoom: true });
    expect(beside).toMatchObject({ total: 4_324, totalIsExact: true, ids: alone.ids, atOnce: 2 });
    expect(alone).toMatchObject({ total: 4_324, totalIsExact: true, atOnce: 1 });
    const readTexts = beside.asked.filter((statement) => statement.includes('strpos'));
    expect(readTexts).toHaveLength(2);
  });

  it('walk the order of a city in memory', async () => {
    const memory = new CityMemory(database, { mostBytes: 2 ** 26 });
    await memory.hold([CITY]);
    for (const hasRoom of [true, false])
      for (const sort of [byPrice, { ...byPrice, direction: 'DESC' as const }])
        for (const [word, offset] of [
          ['loft', 0],
          ['loft', 40],
          ['jardin', 0],
          ['jardin', 200], // too far in that order
        ] as const) {
          const asking = inCity(CITY, { all: [word] });
          const plain = await search(asking, { sort, offset });
          const { asked, ...page } = await search(asking, { sort, offset, hasRoom, memory });
          expect(page).toMatchObject({ ids: plain.ids, total: TOTAL_CAP, totalIsExact: false, hasMore: true });
          const isWalked = offset < 200 || sort.direction === 'DESC';
          expect(asked.some((statement) => statement.includes('select distinct l.property_id'))).toBe(true);
          expect(asked.some((statement) => statement.includes('select w.id'))).toBe(!isWalked);
          expect(plain.asked.some((statement) => statement.includes('with found as'))).toBe(true);
        }
    const few = await search(inCity(CITY, { all: ['rare'] }), { sort: byPrice, memory });
    expect(few).toMatchObject({ total: 4_000, totalIsExact: true, ids: [id(3), id(6), id(9)] });
    memory.close();
  });

  describe('of which a large city has fewer properties than are counted', () => {
    let memory: CityMemory;
    beforeAll(async () => {
      memory = new CityMemory(database, { mostBytes: 2 ** 26 });
      await memory.hold([CITY]);
    });
    afterAll(() => memory.close());

    const isHalf = (statement: string): boolean => statement.includes('uuid_send');
    const partsOf = (statement: string): string[] => statement.match(/'#5%\d+'/g)!;
    // Some 4,400 listings of 13,000, of which 4,000 are counted.
    const rare = inCity(CITY, { all: ['rare'] });

    it('count each half of its parts once, at once, and walk its order', async () => {
      for (const sort of [DEFAULT_SORT, byPrice]) {
        const [alone, halved] = [
          await search(rare, { sort, memory }),
          await search(rare, { sort, memory, hasRoom: true }),
        ];
        expect(halved).toMatchObject({ ids: alone.ids, total: 4_000, totalIsExact: true, hasMore: true, atOnce: 2 });
        expect(alone).toMatchObject({ total: 4_000, totalIsExact: true });
        expect(alone.asked.filter(isHalf)).toEqual([]);
        const halves = halved.asked.filter(isHalf).map(partsOf);
        expect(halves.map(({ length }) => length)).toEqual([32, 32]);
        expect(new Set(halves.flat()).size).toBe(64);
      }
    });

    it('gather all of it where an earlier release wrote a row that lies in no part', async () => {
      await database.query('update listing set derivation = 4 where price = 3');
      const { asked, ...page } = await search(rare, { memory, hasRoom: true });
      expect(page).toMatchObject({ total: 4_000, totalIsExact: true });
      expect(asked.filter(isHalf)).toEqual([]);
      await database.query('update listing set derivation = 5 where price = 3');
    });

    it('gather all of it where the store changed between the halves', async () => {
      const asked: string[] = [];
      const watched = watchedDatabase(database, asked, true);
      let firstHalf: Promise<unknown> | undefined;
      const query: typeof watched.query = async (text, parameters) => {
        if (!isHalf(text)) return watched.query<never>(text, parameters);
        if (firstHalf !== undefined) {
          await firstHalf; // else both might see what is written next
          await database.query('update property set updated_at = updated_at where id = $1', [id(1)]);
        }
        const half = watched.query<never>(text, parameters);
        firstHalf ??= half;
        return half;
      };
      const engine = new CitySearch(new PostgresSearch({ ...watched, query }), memory);
      const page = await engine.findPage({ criteria: rare, sort: byPrice, offset: 0, limit: 3 });
      expect(page).toMatchObject({ total: 4_000, totalIsExact: true, ids: [id(3), id(6), id(9)] });
      expect(asked.some((statement) => statement.includes('with found as'))).toBe(true);
    });
  });

  it('make a city worth its memory', async () => {
    const memory = new CityMemory(database, { mostBytes: 2 ** 26 });
    for (let n = 0; n < 100 && memory.cities === 0; n += 1) {
      await search(inCity(CITY, { all: ['loft'] }), { sort: byPrice, memory });
      await memory.settled();
    }
    expect(memory.cities).toBe(1);
    memory.close();
  });

  it('gather at once what a part of a city says is not much', async () => {
    const { asked, ...page } = await search(inCity(CITY, { all: ['rare'] }), { offset: 3_998 });
    expect(page).toMatchObject({ total: 4_000, totalIsExact: true, hasMore: false });
    expect(page.ids).toEqual([id(6), id(3)]);
    expect(asked.filter((statement) => statement.includes('l.words @@'))).toHaveLength(3);
  });

  it('look into all of a small city', async () => {
    const { asked, ...page } = await search(inCity(VILLAGE, { all: ['rare'] }));
    expect(page).toMatchObject({ total: 334, totalIsExact: true });
    expect(asked.filter((statement) => statement.includes('l.words @@'))).toHaveLength(2);
    expect(asked.filter((statement) => statement.includes(`'#${VILLAGE}%0'`))).toHaveLength(1); // how large it is
  });

  it('find what an earlier release wrote into no part', async () => {
    await database.query(`
      update listing set words = ts_delete(words, array(select sign || '%' || part from unnest(array['', '#5', '#6']) sign,
        generate_series(0, 2) part)) where price < 2000`);
    const { asked, ...page } = await search(asking({ all: ['rare'] }), { offset: 4_332 });
    expect(page).toMatchObject({ total: 4_334, totalIsExact: true, ids: [id(3), id(0)], hasMore: false });
    const newest = [id(PROPERTIES - 31), id(PROPERTIES - 32), id(PROPERTIES - 33)];
    expect(await search(asking({ all: ['loft'] }))).toMatchObject({ ids: newest, total: TOTAL_CAP });
    expect(await search(inCity(CITY, { all: ['loft'] }))).toMatchObject({ ids: newest, total: TOTAL_CAP });
    expect(await search(inCity(CITY, { all: ['rare'] }))).toMatchObject({ total: 4_000, totalIsExact: true });
    expect(asked.filter(isPart).length).toBeGreaterThan(0);
  });

  it('read texts of a phrase that more seem to have than can be named, until more is found than is counted', async () => {
    await database.query(
      `insert into phrase_signature
       select gen_random_uuid(), decode(repeat('ff', 512), 'hex') from generate_series(1, 20001)`,
    );
    const { asked, atOnce: _, ...page } = await search(asking({ all: ['loft vieux'] }));
    expect(page).toEqual({
      ids: [id(12_799), id(12_798), id(12_797)], // newer ones say `neuf`
      ...{ total: TOTAL_CAP, totalIsExact: false, hasMore: true, backend: 'postgres' },
    });
    expect(asked.some((statement) => statement.includes('l.id = any('))).toBe(true);
    const few = await search(asking({ all: ['maison neuf'] }));
    expect(few).toMatchObject({ total: 30, totalIsExact: true });
    expect(few.asked.filter((statement) => statement.includes('l.words @@'))).toEqual([]);
    // Those that have it come after more than are read at first: now the others are read too.
    await database.query(
      `insert into phrase_signature
       select gen_random_uuid(), decode(repeat('ff', 512), 'hex') from generate_series(1, 15000)`,
    );
    await database.query(
      `update phrase_signature set signature = signature where listing_id in (select id from listing)`,
    );
    for (const hasRoom of [false, true])
      expect(await search(asking({ all: ['maison neuf'] }), { hasRoom })).toMatchObject({ ids: few.ids, total: 30 });
  });

  it('count properties, however many listings they have', async () => {
    await database.query('update listing set property_id = $1 where price < 9000', [id(8_999)]);
    for (const hasRoom of [false, true]) {
      const page = await search(asking({ all: ['jardin'] }), { hasRoom });
      expect(page).toMatchObject({ total: PROPERTIES - 9_000 + 1, totalIsExact: true });
      expect(page.asked.filter((statement) => statement.includes('uuid_hash')).length).toBeGreaterThan(1);
    }
  });
});

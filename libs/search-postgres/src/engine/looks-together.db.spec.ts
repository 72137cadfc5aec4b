import type { Criteria } from '@gable/domain/criteria';
import { openDatabase, StaleReads, type Database } from '@gable/persistence';
import { SORT_FIELDS, type KeySort } from '@gable/search';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { storeProperties } from '../testing/store-properties.js';
import { PostgresSearch } from './postgres-search.js';

const CITIES = 5;
const PROPERTIES = 400;
const NARROW = 40;
/** A statement that has come so often is asked together with others. */
const OFTEN = 25;

let test: TestDatabase;
let database: Database;
let statements: number;
let engine: PostgresSearch;
/** Answers every question the long way. */
let plain: PostgresSearch;

beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase(test.url, { poolSize: 4 });
  await database.query(
    `insert into division (id, type, name, country_code) select id, 'CITY', 'City ' || id, 'FR' from generate_series(1, ${CITIES}) id`,
  );
  await storeProperties(
    database,
    Array.from({ length: PROPERTIES }, (_, n) => ({
      ...{
        id: `00000000-0000-7000-8000-${String((n * 7919) % 10_000).padStart(12, '0')}`,
        createdAt: 1_000 * (n % 97),
      },
      updatedAt: n,
      listings: [0, 1].map((copy) => ({
        online: n % 11 > 0,
        listing: {
          ...(n % 7 > 0 && { price: 100 * (n % 37) + copy }),
          area: 20 + (n % 50),
          // The first city has more than a narrow look takes.
          location: { cityId: n % 2 === 0 ? 1 : 1 + (n % CITIES) },
        },
      })),
    })),
  );
}, 60_000);
beforeEach(() => {
  statements = 0;
  const counted: Pick<Database, 'query' | 'queryWithin'> = {
    query: (text, parameters) => {
      statements += 1;
      return database.query(text, parameters);
    },
    queryWithin: (...asked) => database.queryWithin(...asked),
  };
  engine = new PostgresSearch(counted, undefined, NARROW);
  plain = new PostgresSearch(database, undefined, 0);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const inCity = (city: number, min: number): Criteria => ({
  conditions: [
    { kind: 'range', field: 'price', min, max: min + 1_500, allowNull: false },
    { kind: 'division', included: [city], excluded: null },
  ],
  operator: 'AND',
  children: [],
});
const questions = Array.from({ length: 48 }, (_, n) => inCity(1 + (n % CITIES), 100 * (n % 30)));
const often = async (ask: () => Promise<unknown>): Promise<void> => {
  for (const criteria of questions.slice(0, CITIES)) await engine.looks.count(criteria); // it knows the cities then
  for (let n = 0; n < OFTEN; n += 1) await ask();
};

it('counts together what it counts alone, and says of what is broad that it costs more', async () => {
  await often(() => engine.looks.count(inCity(2, 0)));
  statements = 0;
  const together = await Promise.all(questions.map((criteria) => engine.looks.count(criteria)));
  expect(statements).toBeLessThan(questions.length / 4);
  const alone = await Promise.all(questions.map((criteria) => plain.count(criteria)));
  const narrow = together.map((answer) => answer !== null);
  expect(narrow).toContain(true);
  expect(narrow).toContain(false);
  expect(together).toEqual(alone.map((answer, n) => (narrow[n] ? answer : null)));
});

it.each(SORT_FIELDS.flatMap((field) => (['ASC', 'DESC'] as const).map((direction) => ({ field, direction }))))(
  'pages together as alone, by %o',
  async (sort: KeySort) => {
    const page = { sort, offset: 3, limit: 4 };
    await often(() => engine.looks.findPage({ ...page, criteria: inCity(2, 0) }));
    statements = 0;
    const together = await Promise.all(questions.map((criteria) => engine.looks.findPage({ ...page, criteria })));
    expect(statements).toBeLessThan(questions.length / 4);
    for (const [n, answer] of together.entries()) {
      if (answer === null) continue;
      const { revisions, ...found } = answer;
      expect(found).toEqual(await plain.findPage({ ...page, criteria: questions[n]! }));
      for (const id of found.ids) expect(revisions!.get(id)).toBe(1);
    }
    const cursor = { sort, limit: 5, seenUntil: 80_000, counted: null };
    const first = await Promise.all(
      questions.map((criteria) => engine.looks.findAfter({ ...cursor, criteria, after: null })),
    );
    const after = first.map((answer) => answer?.hits.at(-1) ?? null);
    const next = await Promise.all(
      questions.map(async (criteria, n) =>
        after[n] === null ? null : engine.looks.findAfter({ ...cursor, criteria, after: after[n]! }),
      ),
    );
    for (const [n, answer] of next.entries())
      if (answer !== null) {
        const { hits, hasMore } = await plain.findAfter({ ...cursor, criteria: questions[n]!, after: after[n]! });
        expect([answer.hits, answer.hasMore]).toEqual([hits, hasMore]);
      }
  },
);

it('asks alone what may be read from a standby', async () => {
  await often(() => engine.looks.count(inCity(2, 0)));
  statements = 0;
  await Promise.all([0, 1, 2].map((n) => new StaleReads().allow(() => engine.looks.count(inCity(3, n)))));
  expect(statements).toBe(3);
});

it('leaves other questions to the engine', async () => {
  const { conditions } = inCity(2, 0);
  const nested: Criteria = {
    conditions: [],
    operator: 'AND',
    children: [{ conditions, operator: 'AND', children: [] }],
  };
  const wide: Criteria = { conditions: conditions.slice(0, 1), operator: 'AND', children: [] };
  for (const criteria of [nested, wide]) expect(await engine.looks.count(criteria)).toBeNull();
  const sort = { field: 'DISTANCE', direction: 'ASC', center: { lat: 1, lng: 1 } } as const;
  expect(await engine.looks.findPage({ criteria: inCity(2, 0), sort, offset: 0, limit: 3 })).toBeNull();
});

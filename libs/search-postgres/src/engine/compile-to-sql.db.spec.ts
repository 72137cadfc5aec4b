import { comb, CRITERIA_EXAMPLES, exampleCriteria, fan, generateCases, star, isOnBorder } from '@gable/domain/testing';
import { matchCriteria, type Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { compileToSql, type SqlOptions } from './compile-to-sql.js';
import { ringsOf, type Position } from '@gable/domain/geo';
import { storeListings } from '../testing/store-properties.js';

describe('compileToSql, run by PostgreSQL', () => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await openDatabase(test.url, { poolSize: 2 });
  });
  afterAll(async () => {
    await database.close();
    await test.drop();
  });
  afterEach(() => database.query('truncate listing'));

  /** Places in `listings` of those that the criteria let through. */
  async function found(criteria: Criteria, ids: readonly string[], options: SqlOptions = {}): Promise<number[]> {
    const { text, parameters } = compileToSql(criteria, options);
    const rows = await database.query<{ id: string }>(
      `select l.id from listing l where l.online and ${text}`,
      parameters,
    );
    const places = new Map(ids.map((id, place) => [id, place]));
    return rows.map(({ id }) => places.get(id)!).sort((a, b) => a - b);
  }

  const matching = (criteria: Criteria, listings: readonly Listing[]): number[] =>
    listings.flatMap((listing, place) => (matchCriteria(criteria, listing) ? [place] : []));

  it('keeps every promise of the examples', async () => {
    for (const example of CRITERIA_EXAMPLES) {
      const ids = await storeListings(database, [...example.meets, ...example.misses]);
      expect({ says: example.says, meets: await found(exampleCriteria(example), ids) }).toEqual({
        says: example.says,
        meets: example.meets.map((_, place) => place),
      });
      await database.query('truncate listing');
    }
  }, 60_000);

  it('lets the same listings of all examples through as the matcher', async () => {
    const listings = CRITERIA_EXAMPLES.flatMap(({ meets, misses }) => [...meets, ...misses]);
    const ids = await storeListings(database, listings);
    for (const example of CRITERIA_EXAMPLES) {
      const criteria = exampleCriteria(example);
      const meets = matching(criteria, listings);
      const other = difference(await found(criteria, ids), meets).filter(
        (place) => !isOnBorder(criteria, listings[place]!),
      );
      expect({ says: example.says, other }).toEqual({ says: example.says, other: [] });
    }
  }, 60_000);

  it('agrees with the matcher on 640,000 generated pairs, 800 of them made for each other', async () => {
    const cases = generateCases(20261121, 800);
    const listings = cases.map(({ listing }) => listing);
    const ids = await storeListings(database, listings);
    const wrong: unknown[] = [];
    for (const { criteria } of cases) {
      const other = difference(await found(criteria, ids), matching(criteria, listings));
      if (other.length > 0)
        wrong.push({ criteria: JSON.stringify(criteria), listings: other.map((place) => listings[place]) });
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it('finds the same by the level of a division as by the list of all divisions', async () => {
    const listings: Listing[] = Array.from({ length: 40 }, (_, n) =>
      n % 5 === 0
        ? {}
        : {
            location: {
              cityId: n % 4,
              departmentId: 100 + (n % 2),
              regionId: 200 + (n % 3),
              countryId: 300 + (n % 2),
              divisionIds: [n % 4, 100 + (n % 2), 200 + (n % 3), 300 + (n % 2), 900],
            },
          },
    );
    const ids = await storeListings(database, listings);
    const levelOf = (id: number) =>
      id < 100
        ? ('CITY' as const)
        : id < 200
          ? ('DEPARTMENT' as const)
          : id < 300
            ? ('REGION' as const)
            : id < 400
              ? ('COUNTRY' as const)
              : undefined;
    for (const included of [[1], [1, 2], [1, 101], [101], [201], [100, 202], [301], [2, 3, 900], [7]]) {
      const criteria: Criteria = {
        conditions: [{ kind: 'division', included, excluded: [3] }],
        operator: 'AND',
        children: [],
      };
      const expected = matching(criteria, listings);
      expect({ included, found: await found(criteria, ids, { levelOf }) }).toEqual({ included, found: expected });
      expect(expected.length > 0).toBe(included[0] !== 7);
    }
  });

  it('agrees on a shape of 5,000 positions with a hole, which it cuts into bands', async () => {
    const star = (size: number, count: number): [number, number][] =>
      Array.from({ length: count + 1 }, (_, n) => {
        const angle = (2 * Math.PI * (n % count)) / count;
        const radius = size * (1 + 0.3 * Math.sin(37 * angle));
        return [2 + radius * Math.cos(angle), 48 + radius * Math.sin(angle)];
      });
    const rings = [star(0.3, 5_000), star(0.1, 700)];
    const around = Array.from(
      { length: 3_000 },
      (_, n) => [2 + 0.45 * Math.sin(n * 1.7), 48 + 0.45 * Math.sin(n * 2.3)] as const,
    );
    const beside = rings
      .flat()
      .filter((_, n) => n % 11 === 0)
      .map(([lng, lat]) => [lng + 1e-5, lat] as const); // a metre east of corners, on their latitude
    const listings: Listing[] = [...around, ...beside].map(([lng, lat]) => ({ location: { lng, lat } }));
    const ids = await storeListings(database, listings);
    for (const [included, excluded] of [
      [rings, null],
      [null, rings],
    ]) {
      const shapes = (coordinates: typeof rings | null | undefined) =>
        coordinates && [{ id: 'star', geometry: { type: 'Polygon' as const, coordinates } }];
      const criteria: Criteria = {
        conditions: [{ kind: 'shape', included: shapes(included) ?? null, excluded: shapes(excluded) ?? null }],
        operator: 'AND',
        children: [],
      };
      const expected = matching(criteria, listings);
      expect(expected.length).toBeGreaterThan(500);
      const other = difference(await found(criteria, ids), expected).filter(
        (place) => !isOnBorder(criteria, listings[place]!),
      );
      expect(other).toEqual([]);
    }
  }, 60_000);

  it.each([
    [
      'combs',
      { type: 'MultiPolygon' as const, coordinates: [[comb(2_000, false)], [comb(1_500, true).map(eastward)]] },
    ],
    ['a fan', { type: 'Polygon' as const, coordinates: [fan(3_000)] }],
    [
      'a crowd of squares around a star',
      {
        type: 'MultiPolygon' as const,
        coordinates: [[star(700)], ...Array.from({ length: 300 }, (_, n) => [square(n)])],
      },
    ],
  ])('agrees on %s', async (_, geometry) => {
    const around = Array.from(
      { length: 3_000 },
      (__, n) => [2.4 + 0.65 * Math.sin(n * 1.7), 48.75 + 0.3 * Math.sin(n * 2.3)] as const,
    );
    const corners = ringsOf(geometry)
      .flat()
      .filter((__, n) => n % 7 === 0);
    const beside = corners.flatMap(([lng, lat]) => [[lng + 1e-6, lat] as const, [lng, lat + 1e-6] as const]);
    const listings: Listing[] = [...around, ...beside].map(([lng, lat]) => ({ location: { lng, lat } }));
    const ids = await storeListings(database, listings);
    const criteria: Criteria = {
      conditions: [{ kind: 'shape', included: [{ id: 'hostile', geometry }], excluded: null }],
      operator: 'AND',
      children: [],
    };
    const expected = matching(criteria, listings);
    expect(expected.length).toBeGreaterThan(300);
    const other = difference(await found(criteria, ids), expected);
    expect(other.filter((place) => !isOnBorder(criteria, listings[place]!))).toEqual([]);
  });

  it('agrees on bounds that no integer column can hold', async () => {
    const listings: Listing[] = [
      { rooms: 3, floor: -2 },
      { rooms: 2_147_483_647, price: 1e308 },
      { price: 0.1 + 0.2 },
      {},
    ];
    const ids = await storeListings(database, listings);
    for (const [field, min, max] of [
      ['rooms', 1e300, null],
      ['rooms', -1e300, 1e300],
      ['rooms', 2.5, 3.5],
      ['rooms', null, 2_147_483_648],
      ['floor', null, -1.5],
      ['price', 0.3, 0.30000000000000004],
      ['price', null, 0.3],
      ['price', 1e308, null],
      ['price', 5e-324, null],
    ] as const) {
      for (const allowNull of [false, true]) {
        const criteria: Criteria = {
          conditions: [{ kind: 'range', field, min, max, allowNull }],
          operator: 'AND',
          children: [],
        };
        expect({ field, min, max, found: await found(criteria, ids) }).toEqual({
          field,
          min,
          max,
          found: matching(criteria, listings),
        });
      }
    }
  });
});

function eastward([lng, lat]: Position): Position {
  return [lng + 0.6, lat];
}

function square(n: number): Position[] {
  const [west, south] = [2.6 + (n % 20) / 100, 48.5 + Math.floor(n / 20) / 100];
  return [
    [west, south],
    [west + 0.008, south],
    [west + 0.008, south + 0.008],
    [west, south + 0.008],
    [west, south],
  ];
}

function difference(a: readonly number[], b: readonly number[]): number[] {
  return [...a.filter((place) => !b.includes(place)), ...b.filter((place) => !a.includes(place))];
}

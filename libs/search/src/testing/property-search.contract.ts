/* eslint-disable max-lines -- one list: everything that an engine must do */
import { matchCriteria, type Condition, type Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import {
  distanceKey,
  SORT_FIELDS,
  TOTAL_CAP,
  type CursorResult,
  type PropertySearch,
  type SearchPosition,
  type Sort,
} from '../property-search.js';
import type { Total } from '../total.js';
import type { EngineUnderTest } from './engine-under-test.js';
import { facetsContract } from './facets.contract.js';
import { mapContract } from './map.contract.js';
import { placeOf, sortKeysOf, type StoredListing, type StoredProperty } from './stored-property.js';

/** What every engine behind `PropertySearch` must do. Expected answers come from the matcher and a plain sort. */
export function propertySearchContract(makeEngine: () => Promise<EngineUnderTest>): void {
  mapContract(makeEngine, someHomes(600));
  facetsContract(makeEngine, someHomes(300));

  describe('over a few hundred properties', () => {
    const stored = someProperties(400);
    let under: EngineUnderTest;
    beforeAll(async () => {
      under = await makeEngine();
      await under.store(stored);
    }, 120_000);
    afterAll(() => under.close());

    it.each(FILTERS)(
      'gives every page of "$says" in every order',
      async ({ criteria }) => {
        for (const sort of SORTS) {
          const expected = orderedIds(stored, criteria, sort);
          const got: string[] = [];
          for (let offset = 0; offset <= expected.length; offset += 60) {
            const page = await under.engine.findPage({ criteria, sort, offset, limit: 60 });
            expect({ total: page.total, totalIsExact: page.totalIsExact, hasMore: page.hasMore }).toEqual({
              total: expected.length,
              totalIsExact: true,
              hasMore: offset + 60 < expected.length,
            });
            got.push(...page.ids);
          }
          expect({ sort, ids: got }).toEqual({ sort, ids: expected });
        }
      },
      120_000,
    );

    it.each(FILTERS)(
      'pages through all of "$says" in every order',
      async ({ criteria }) => {
        for (const sort of SORTS) {
          const expected = orderedIds(stored, criteria, sort);
          const { ids, totals } = await pageThrough(under.engine, criteria, sort, 70);
          expect({ sort, ids, totals: [...new Set(totals)] }).toEqual({
            sort,
            ids: expected,
            totals: [expected.length],
          });
        }
      },
      120_000,
    );

    it('counts', async () => {
      for (const { criteria } of FILTERS)
        expect(await under.engine.count(criteria)).toEqual({
          total: orderedIds(stored, criteria, SORTS[0]!).length,
          totalIsExact: true,
        });
    });

    it('answers an empty page past the end, with the total', async () => {
      const { criteria } = FILTERS[0]!;
      const total = orderedIds(stored, criteria, SORTS[0]!).length;
      expect(await under.engine.findPage({ criteria, sort: SORTS[0]!, offset: 5_000, limit: 10 })).toEqual({
        ids: [],
        total,
        totalIsExact: true,
        hasMore: false,
        backend: under.backend,
      });
    });

    it('says its own time', async () => {
      const now = await under.engine.now();
      expect(Number.isInteger(now) && Math.abs(now - Date.now()) < 60_000).toBe(true);
    });
  });

  describe('by distance', () => {
    const stored = someHomes(300);
    let under: EngineUnderTest;
    beforeAll(async () => {
      under = await makeEngine();
      await under.store(stored);
    }, 120_000);
    afterAll(() => under.close());

    it.each(FILTERS)('gives every page of "$says", those without a place last', async ({ criteria }) => {
      for (const sort of DISTANCES) {
        const all = ordered(stored, criteria, sort);
        const expected = all.map(({ id }) => id);
        const page = await under.engine.findPage({ criteria, sort, offset: 20, limit: 50 });
        expect({ sort, ids: page.ids, total: page.total, hasMore: page.hasMore }).toEqual({
          sort,
          ids: expected.slice(20, 70),
          total: expected.length,
          hasMore: expected.length > 70,
        });
        const { ids, totals } = await pageThrough(under.engine, criteria, sort, 23);
        expect({ sort, ids, totals: [...new Set(totals)] }).toEqual({ sort, ids: expected, totals: [expected.length] });
        const first = { criteria, sort, limit: 5, after: null, seenUntil: NOW, counted: null };
        expect((await under.engine.findAfter(first)).hits).toEqual(all.slice(0, 5));
      }
    });

    it('has properties with and without a place', () => {
      const keys = ordered(stored, node([]), DISTANCES[0]!).map(({ key }) => key);
      expect([keys.includes(null), keys.filter((key) => key !== null).length > 200]).toEqual([true, true]);
    });
  });

  describe('one listing has to meet the whole tree', () => {
    it('never mixes the conditions of two listings, and sees only online ones', async () => {
      const under = await makeEngine();
      const make = (n: number, ...listings: StoredListing[]): StoredProperty => ({
        id: uuid(n),
        createdAt: n,
        updatedAt: n,
        listings,
      });
      const on = (listing: Listing): StoredListing => ({ online: true, listing });
      await under.store([
        make(1, on({ price: 100, rooms: 3 })),
        make(2, on({ price: 100, rooms: 1 }), on({ price: 900, rooms: 3 })),
        make(3, { online: false, listing: { price: 100, rooms: 3 } }, on({ rooms: 3 })),
        make(4, on({ price: 100, rooms: 3 }), on({ price: 100, rooms: 3 })),
      ]);
      const page = await under.engine.findPage({
        criteria: node([range('price', null, 200), range('rooms', 2, null)]),
        sort: { field: 'CREATED_AT', direction: 'ASC' },
        offset: 0,
        limit: 10,
      });
      expect({ ...page, revisions: undefined }).toEqual({
        ids: [uuid(1), uuid(4)],
        total: 2,
        totalIsExact: true,
        hasMore: false,
        backend: under.backend,
      });
      await under.close();
    });
  });

  describe('paging while properties arrive', () => {
    it.each(['DESC', 'ASC'] as const)(
      'gives each of the first moment exactly once, and none of the newcomers (%s)',
      async (direction) => {
        const under = await makeEngine();
        const stored = someProperties(120);
        await under.store(stored);
        const { criteria } = FILTERS[0]!;
        for (const field of SORT_FIELDS) {
          const sort: Sort = { field, direction };
          const expected = orderedIds(stored, criteria, sort);
          let newcomer = 1_000_000 * (1 + SORT_FIELDS.indexOf(field));
          const { ids } = await pageThrough(under.engine, criteria, sort, 7, async () => {
            const late = someProperties(1, (newcomer += 1)).map((one) => ({
              ...one,
              createdAt: NOW + 60_000,
              updatedAt: NOW + 60_000,
            }));
            await under.store(late);
          });
          expect({ sort, ids }).toEqual({ sort, ids: expected });
        }
        await under.close();
      },
      120_000,
    );
  });

  describe('beyond the cap', () => {
    const stored = someProperties(13_000);
    const common = FILTERS.filter(({ isCommon }) => isCommon);
    let under: EngineUnderTest;
    beforeAll(async () => {
      under = await makeEngine();
      await under.store(stored);
    }, 300_000);
    afterAll(() => under.close());

    it.each(common)(
      'stops the total of "$says" at the cap in pages, not in counts and cursors',
      async ({ criteria }) => {
        const all = orderedIds(stored, criteria, SORTS[0]!);
        expect(all.length).toBeGreaterThan(TOTAL_CAP);
        const page = await under.engine.findPage({ criteria, sort: SORTS[0]!, offset: 0, limit: 1 });
        const backend = under.backend;
        expect(page).toEqual({
          ids: all.slice(0, 1),
          total: TOTAL_CAP,
          totalIsExact: false,
          hasMore: true,
          backend,
        });
        expect(await under.engine.count(criteria)).toEqual({ total: all.length, totalIsExact: true });
        const first = await under.engine.findAfter({
          criteria,
          sort: SORTS[0]!,
          limit: 1,
          after: null,
          seenUntil: NOW,
          counted: null,
        });
        expect({ total: first.total, totalIsExact: first.totalIsExact, hasMore: first.hasMore }).toEqual({
          total: all.length,
          totalIsExact: true,
          hasMore: true,
        });
      },
    );

    it.each(common)(
      'finds the pages of "$says" at the beginning, in the depth and at the end of every order',
      async ({ criteria }) => {
        for (const sort of SORTS) {
          const all = orderedIds(stored, criteria, sort);
          for (const [offset, limit] of [
            [0, 20],
            [300, 100],
            [5_000, 20],
            [9_980, 20],
            [all.length - 10, 20],
          ] as const) {
            const { ids, hasMore } = await under.engine.findPage({ criteria, sort, offset, limit });
            expect({ sort, offset, ids, hasMore }).toEqual({
              sort,
              offset,
              ids: all.slice(offset, offset + limit),
              hasMore: offset + limit < all.length,
            });
          }
        }
      },
      300_000,
    );

    it.each(common)(
      'goes on from anywhere in "$says", in every order',
      async ({ criteria }) => {
        for (const sort of SORTS) {
          const all = ordered(stored, criteria, sort);
          for (const [place, totalIsExact] of [
            [19, true],
            [19, false],
            [6_000, false],
            [all.length - 30, true],
            [all.length - 30, false],
          ] as const) {
            const { hits, hasMore } = await under.engine.findAfter({
              criteria,
              sort,
              limit: 20,
              after: all[place]!,
              seenUntil: NOW,
              counted: { total: all.length, totalIsExact },
            });
            expect({ sort, place, hits, hasMore }).toEqual({
              sort,
              place,
              hits: all.slice(place + 1, place + 21),
              hasMore: true,
            });
          }
        }
      },
      300_000,
    );

    it('pages to the very end', async () => {
      const sort: Sort = { field: 'PRICE', direction: 'ASC' };
      const { ids, totals } = await pageThrough(under.engine, common[0]!.criteria, sort, 1_000);
      expect(ids).toEqual(orderedIds(stored, common[0]!.criteria, sort));
      expect(new Set(totals)).toEqual(new Set([ids.length]));
    }, 120_000);
  });
}

const NOW = Date.UTC(2026, 10, 21);
/** From beside the homes, and from the other side of the 180th meridian. */
const DISTANCES: readonly Sort[] = [
  { field: 'DISTANCE', direction: 'ASC', center: { lat: 45.3, lng: 4.85 } },
  { field: 'DISTANCE', direction: 'DESC', center: { lat: 45, lng: -179.999 } },
];

const SORTS: readonly Sort[] = SORT_FIELDS.flatMap((field) => [
  { field, direction: 'ASC' as const },
  { field, direction: 'DESC' as const },
]);

const node = (conditions: Condition[], children: Criteria[] = []): Criteria => ({
  conditions,
  operator: children.length > 0 ? 'OR' : 'AND',
  children,
});
const range = (
  field: 'price' | 'rooms' | 'area',
  min: number | null,
  max: number | null,
  allowNull = false,
): Condition => ({ kind: 'range', field, min, max, allowNull });

/** The common ones match most of the properties, some of them bunched at one end of an order. */
const FILTERS: readonly { says: string; criteria: Criteria; isCommon?: boolean }[] = [
  { says: 'everything', criteria: node([]), isCommon: true },
  {
    says: 'at least 3 rooms or a price',
    criteria: node([], [node([range('rooms', 3, null)]), node([range('price', 0, null)])]),
    isCommon: true,
  },
  { says: 'not the cheapest', criteria: node([range('price', 25_000, null, true)]), isCommon: true },
  { says: 'a price from 40,000', criteria: node([range('price', 40_000, null)]), isCommon: true },
  { says: 'a price from 100,000 to 200,000', criteria: node([range('price', 100_000, 200_000)]) },
  { says: 'a price up to 150,000', criteria: node([range('price', null, 150_000)]) },
  {
    says: 'an area from 60 of a price from 60,000',
    criteria: node([range('area', 60, null), range('price', 60_000, null)]),
  },
  { says: 'no stated price', criteria: node([range('price', 1e9, null, true)]) },
  { says: 'a division', criteria: node([{ kind: 'division', included: [3], excluded: null }]) },
  { says: 'nothing', criteria: node([range('rooms', 50, null)]) },
];

/** Every property, id and key, that the matcher lets through, in order. */
function ordered(stored: readonly StoredProperty[], criteria: Criteria, sort: Sort): SearchPosition[] {
  const sign = sort.direction === 'ASC' ? 1 : -1;
  return stored
    .filter(({ listings }) => listings.some(({ online, listing }) => online && matchCriteria(criteria, listing)))
    .map((property) => ({ id: property.id, key: keyOf(property, sort) }))
    .sort(
      (a, b) =>
        (a.key === null ? 1 : 0) - (b.key === null ? 1 : 0) ||
        sign * ((a.key ?? 0) - (b.key ?? 0)) ||
        sign * (a.id < b.id ? -1 : 1),
    );
}

function keyOf(property: StoredProperty, sort: Sort): number | null {
  if (sort.field !== 'DISTANCE') return sortKeysOf(property)[sort.field];
  const place = placeOf(property);
  return place === null ? null : distanceKey(sort.center, place);
}

const orderedIds = (stored: readonly StoredProperty[], criteria: Criteria, sort: Sort): string[] =>
  ordered(stored, criteria, sort).map(({ id }) => id);

async function pageThrough(
  engine: PropertySearch,
  criteria: Criteria,
  sort: Sort,
  limit: number,
  between: () => Promise<void> = () => Promise.resolve(),
) {
  const ids: string[] = [];
  const totals: number[] = [];
  let after: SearchPosition | null = null;
  let counted: Total | null = null;
  for (;;) {
    const result: CursorResult = await engine.findAfter({ criteria, sort, limit, after, seenUntil: NOW, counted });
    ids.push(...result.hits.map(({ id }) => id));
    totals.push(result.total);
    if (!result.hasMore) return { ids, totals };
    after = result.hits.at(-1)!;
    counted = { total: result.total, totalIsExact: result.totalIsExact };
    await between();
  }
}

/**
 * Properties of one to four listings with many equal keys, missing keys and offline listings; the same for the same
 * arguments.
 */
function someProperties(count: number, seed = 1): StoredProperty[] {
  const random = seeded(seed);
  const below = (n: number): number => Math.floor(random() * n);
  return Array.from({ length: count }, (_, n) => {
    const home = { price: 10_000 * (1 + below(40)), area: 20 + 5 * below(30), rooms: 1 + below(6), city: below(5) };
    const createdAt = NOW - 1_000_000 + 1_000 * below(300) + below(3);
    return {
      id: uuid(seed * 100_000 + n, below(0xffff)),
      createdAt,
      updatedAt: createdAt + 1_000 * below(50),
      listings: Array.from({ length: 2 + below(2) * below(3) }, (): StoredListing => ({
        online: random() < 0.93,
        listing: {
          // some listings of a property for sale are for rent: their prices lie far apart
          ...(random() < 0.9 && { price: random() < 0.05 ? home.price / 250 : home.price + 1_000 * below(3) }),
          ...(random() < 0.9 && { area: home.area }),
          ...(random() < 0.8 && { rooms: home.rooms }),
          location: { cityId: home.city, divisionIds: [home.city, 900] },
        },
      })),
    };
  });
}

/** The same with places, types and features; some listings of a property stand elsewhere, some nowhere. */
export function someHomes(count: number): StoredProperty[] {
  const random = seeded(7);
  const below = (n: number): number => Math.floor(random() * n);
  const either = <T>(...values: readonly T[]): T => values[below(values.length)]!;
  return someProperties(count).map((property) => {
    const center = { lat: 45 + below(4) * 0.25 + random() * 0.01, lng: either(4.8, 4.9, 179.99, -179.99) };
    return {
      ...property,
      listings: property.listings.map(({ online, listing }): StoredListing => ({
        online,
        listing: {
          ...listing,
          ...(random() < 0.9 && { transactionType: either('SELL', 'SELL', 'RENT') }),
          ...(random() < 0.9 && { propertyType: either('FLAT', 'HOUSE', 'LAND') }),
          features: { balcony: random() < 0.5, ...(random() < 0.5 && { parking: random() < 0.5 }) },
          location: {
            ...listing.location,
            ...(random() < 0.8 && {
              lat: center.lat + (random() < 0.1 ? 0.1 : 0),
              lng: center.lng + random() * 0.001,
              accuracy: either('PRECISE', 'STREET', 'CITY'),
            }),
          },
        },
      })),
    };
  });
}

const uuid = (n: number, head = 0): string =>
  `${head.toString(16).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** Mulberry32: small, seeded, good enough to vary test data. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

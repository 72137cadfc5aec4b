import { rounds } from '@gable/domain/testing';
import type { Listing } from '@gable/domain/listing';
import { SORT_FIELDS, type Sort } from '../property-search.js';
import type { EngineUnderTest } from './engine-under-test.js';
import { orderedIds, pageThrough } from './plain-search.js';
import { FILTERS, node, range, SORTS } from './some-filters.js';
import { NOW, someProperties, uuid } from './some-properties.js';
import type { StoredListing, StoredProperty } from './stored-property.js';

/** Pages, cursors and counts of a few hundred properties. */
export function pagingContract(makeEngine: () => Promise<EngineUnderTest>): void {
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
      async ({ criteria, sorts }) => {
        for (const sort of sorts) {
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
      async ({ criteria, sorts }) => {
        for (const sort of sorts) {
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
          const { ids } = await pageThrough(under.engine, criteria, sort, rounds(15, 7), async () => {
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
}

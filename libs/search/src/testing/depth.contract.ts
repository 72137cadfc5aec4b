import { TOTAL_CAP, type Sort } from '../property-search.js';
import type { EngineUnderTest } from './engine-under-test.js';
import { ordered, orderedIds, pageThrough } from './plain-search.js';
import { FILTERS, SORTS } from './some-filters.js';
import { NOW, someProperties } from './some-properties.js';

/** Pages, cursors and counts of more properties than a total is counted to. */
export function depthContract(makeEngine: () => Promise<EngineUnderTest>): void {
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
      async ({ criteria, sorts }) => {
        for (const sort of sorts) {
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
      async ({ criteria, sorts }) => {
        for (const sort of sorts) {
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

import { rounds } from '@gable/domain/testing';
import type { Sort } from '../property-search.js';
import type { EngineUnderTest } from './engine-under-test.js';
import { ordered, pageThrough } from './plain-search.js';
import { FILTERS, node } from './some-filters.js';
import { NOW } from './some-properties.js';
import type { StoredProperty } from './stored-property.js';

/** The order by distance. */
export function distanceContract(makeEngine: () => Promise<EngineUnderTest>, stored: readonly StoredProperty[]): void {
  describe('by distance', () => {
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
        const { ids, totals } = await pageThrough(under.engine, criteria, sort, rounds(47, 23));
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
}

/** From beside the homes, and from the other side of the 180th meridian. */
const DISTANCES: readonly Sort[] = [
  { field: 'DISTANCE', direction: 'ASC', center: { lat: 45.3, lng: 4.85 } },
  { field: 'DISTANCE', direction: 'DESC', center: { lat: 45, lng: -179.999 } },
];

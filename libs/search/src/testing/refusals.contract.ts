import { ANY_LISTING } from '@gable/domain/criteria';
import { DEFAULT_SORT, type Sort } from '../property-search.js';
import type { EngineUnderTest } from './engine-under-test.js';

/** What nobody with types sends; each with what the error says. */
const NO_SORTS: readonly (readonly [sort: unknown, says: string])[] = [
  [
    { field: 'PRICE', direction: "ASC, (select 'x')" },
    `sort.direction: expects one of ASC, DESC, got "ASC, (select 'x')"`,
  ],
  [{ field: 'PRICE', direction: 'asc' }, 'sort.direction: expects one of ASC, DESC, got "asc"'],
  [{ field: 'PRICE' }, 'sort.direction: expects one of ASC, DESC, got undefined'],
  [
    { field: 'DISTANCE', direction: 'up', center: { lat: 45, lng: 5 } },
    'sort.direction: expects one of ASC, DESC, got "up"',
  ],
  [
    { field: 'constructor', direction: 'ASC' },
    'sort.field: expects one of CREATED_AT, UPDATED_AT, PRICE, AREA, PRICE_PER_AREA, DISTANCE, got "constructor"',
  ],
  [{ field: 'DISTANCE', direction: 'ASC' }, 'sort.center: expects {lat, lng} in degrees where sort.field is DISTANCE'],
];
const NO_SIZES: readonly unknown[] = [1.5, -1, NaN, Infinity, '1; select 1', undefined];

/** Questions that make no sense are refused before an engine is asked; what is wrong is named. */
export function refusalsContract(makeEngine: () => Promise<EngineUnderTest>): void {
  describe('of a question that makes no sense', () => {
    let under: EngineUnderTest;
    beforeAll(async () => {
      under = await makeEngine();
    }, 120_000);
    afterAll(() => under.close());

    const page = { criteria: ANY_LISTING, sort: DEFAULT_SORT, offset: 0, limit: 1 };
    const cursor = { criteria: ANY_LISTING, sort: DEFAULT_SORT, limit: 1, after: null, seenUntil: 1, counted: null };

    it.each(NO_SORTS)('refuses the sort %j', async (given, says) => {
      const sort = given as Sort;
      await expect(under.engine.findPage({ ...page, sort })).rejects.toThrow(new RangeError(says));
      await expect(under.engine.findAfter({ ...cursor, sort })).rejects.toThrow(new RangeError(says));
    });

    it.each(NO_SIZES)('refuses the limit and the offset %p', async (given) => {
      const size = given as number;
      const says = 'expects a whole number from 0 on, got ';
      await expect(under.engine.findPage({ ...page, limit: size })).rejects.toThrow(`limit: ${says}`);
      await expect(under.engine.findPage({ ...page, offset: size })).rejects.toThrow(`offset: ${says}`);
      await expect(under.engine.findAfter({ ...cursor, limit: size })).rejects.toThrow(`limit: ${says}`);
    });
  });
}

import type { PropertyType, TransactionType } from '@gable/domain';
import { matchCriteria, type Condition, type Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import {
  FEATURE_FACETS,
  type Band,
  type BandField,
  type CountedField,
  type FacetQuestions,
  type FeatureFacet,
} from '../property-facets.js';
import type { EngineUnderTest } from './engine-under-test.js';
import { node } from './some-filters.js';
import type { StoredProperty } from './stored-property.js';

/** What every engine must do behind `FacetCounts`: each count is that of a search for the criteria and the value. */
export function facetsContract(makeEngine: () => Promise<EngineUnderTest>, stored: readonly StoredProperty[]): void {
  describe('by facets', () => {
    let under: EngineUnderTest;
    beforeAll(async () => {
      under = await makeEngine();
      await under.store(stored);
    }, 120_000);
    afterAll(() => under.close());

    const values = async (criteria: Criteria, field: CountedField, limit: number) =>
      (await under.engine.facets.count(criteria, { values: { [field]: limit } }, LONG))!.values[field]!;
    const bands = async (criteria: Criteria, field: BandField, asked: readonly Band[]) =>
      (await under.engine.facets.count(criteria, { bands: { [field]: asked } }, LONG))!.bands[field];
    const features = async (criteria: Criteria, asked: readonly FeatureFacet[]) =>
      (await under.engine.facets.count(criteria, { features: asked }, LONG))!.features;
    const shareEnds = async (criteria: Criteria, field: BandField, shares: number) =>
      (await under.engine.facets.shareEnds(criteria, { [field]: shares }, LONG))![field];

    const countOf = async (criteria: Criteria, more: Condition): Promise<number> => {
      const both: Criteria = { conditions: [more], operator: 'AND', children: [criteria] };
      const byMatcher = stored.filter((property) => matching(property, both).length > 0).length;
      expect((await under.engine.count(both)).total).toBe(byMatcher);
      return byMatcher;
    };

    it.each(QUESTIONS)('counts the values of "$says" as searches do', async ({ criteria }) => {
      for (const field of FIELDS) {
        const counts = await values(criteria, field, 100);
        const stated = valuesOf(stored, criteria, field);
        expect({ field, values: counts.map(({ value }) => value).sort() }).toEqual({ field, values: stated.sort() });
        for (const { value, count } of counts)
          expect({ field, value, count }).toEqual({
            field,
            value,
            count: await countOf(criteria, having(field, value)),
          });
        expect(counts.map(({ count }) => count)).toEqual(counts.map(({ count }) => count).sort((a, b) => b - a));
      }
    });

    it('gives the most frequent values where there are more than asked for', async () => {
      const all = await values(ANY, 'city', 100);
      expect(all.length).toBeGreaterThan(3);
      expect(await values(ANY, 'city', 2)).toEqual(all.slice(0, 2));
    });

    it.each(QUESTIONS)('counts bands and features of "$says" as searches do', async ({ criteria }) => {
      for (const field of ['price', 'area'] as const) {
        const asked: Band[] = [
          { min: null, max: 100_000 },
          { min: 100_000, max: 200_000 },
          { min: 60, max: 60 },
          { min: 40, max: null },
          { min: null, max: null },
        ];
        const expected = [];
        for (const { min, max } of asked)
          expected.push(await countOf(criteria, { kind: 'range', field, min, max, allowNull: false }));
        expect(await bands(criteria, field, asked)).toEqual(expected);
      }
      const expected = [];
      for (const field of FEATURE_FACETS)
        expected.push(await countOf(criteria, { kind: 'flag', field, value: true, allowNull: false }));
      expect(await features(criteria, FEATURE_FACETS)).toEqual(expected);
      const some: readonly FeatureFacet[] = ['parking'];
      expect(await features(criteria, some)).toEqual([expected[FEATURE_FACETS.indexOf('parking')]]);
    });

    it.each(QUESTIONS)('answers all questions of "$says" at once as it does each alone', async ({ criteria }) => {
      const asked: FacetQuestions = {
        values: { city: 3, transactionType: 100, rooms: 100, propertyType: 1 },
        bands: {
          area: [{ min: 40, max: null }],
          price: [
            { min: null, max: 150_000 },
            { min: 150_000, max: null },
          ],
        },
        features: ['parking', 'balcony'],
      };
      expect(await under.engine.facets.count(criteria, asked, LONG)).toEqual({
        values: {
          city: await values(criteria, 'city', 3),
          transactionType: await values(criteria, 'transactionType', 100),
          rooms: await values(criteria, 'rooms', 100),
          propertyType: await values(criteria, 'propertyType', 1),
        },
        bands: {
          area: await bands(criteria, 'area', asked.bands!.area!),
          price: await bands(criteria, 'price', asked.bands!.price!),
        },
        features: await features(criteria, asked.features!),
      });
      expect(await under.engine.facets.shareEnds(criteria, { price: 4, area: 3 }, LONG)).toEqual({
        price: await shareEnds(criteria, 'price', 4),
        area: await shareEnds(criteria, 'area', 3),
      });
      expect(await under.engine.facets.count(criteria, {}, LONG)).toEqual({ values: {}, bands: {}, features: [] });
    });

    it.each(QUESTIONS)('parts the values of "$says" into equal shares', async ({ criteria }) => {
      for (const field of ['price', 'area'] as const) {
        const values = stored
          .flatMap((property) => matching(property, criteria))
          .flatMap((listing) => listing[field] ?? [])
          .sort((a, b) => a - b);
        for (const shares of [2, 3, 5, 10]) {
          const ends = Array.from({ length: shares - 1 }, (_, place) => (place + 1) / shares);
          expect(await shareEnds(criteria, field, shares)).toEqual(
            ends.map((end) => values[Math.max(0, Math.ceil(end * values.length) - 1)]),
          );
        }
      }
    });

    it('has no shares and no values of what nothing matches', async () => {
      const nothing = node([{ kind: 'range', field: 'rooms', min: 99, max: null, allowNull: false }]);
      expect(await shareEnds(nothing, 'price', 4)).toEqual([]);
      expect(await values(nothing, 'rooms', 9)).toEqual([]);
      expect(await bands(nothing, 'price', [{ min: 0, max: null }])).toEqual([0]);
      expect(await features(nothing, ['gym'])).toEqual([0]);
    });
  });
}

/** A budget that no question of the suite needs. */
const LONG = 60_000;
const FIELDS: readonly CountedField[] = ['transactionType', 'propertyType', 'rooms', 'city'];

const ANY = node([]);
const QUESTIONS: readonly { says: string; criteria: Criteria }[] = [
  { says: 'everything', criteria: ANY },
  {
    says: 'a flat or a price',
    criteria: {
      conditions: [{ kind: 'flag', field: 'balcony', value: true, allowNull: true }],
      operator: 'OR',
      children: [
        node([{ kind: 'propertyType', included: ['FLAT'], excluded: null }]),
        node([{ kind: 'range', field: 'price', min: 100_000, max: 200_000, allowNull: false }]),
      ],
    },
  },
];

/** The online listings of a property that meet the criteria. */
function matching({ listings }: StoredProperty, criteria: Criteria): Listing[] {
  return listings.flatMap(({ online, listing }) => (online && matchCriteria(criteria, listing) ? [listing] : []));
}

function valuesOf(stored: readonly StoredProperty[], criteria: Criteria, field: CountedField): (string | number)[] {
  const read = (listing: Listing) => (field === 'city' ? listing.location?.cityId : listing[field]);
  const values = stored.flatMap((property) => matching(property, criteria)).flatMap((listing) => read(listing) ?? []);
  return [...new Set(values)];
}

function having(field: CountedField, value: string | number): Condition {
  if (field === 'city') return { kind: 'division', included: [value as number], excluded: null };
  if (field === 'transactionType') return { kind: field, included: [value as TransactionType] };
  if (field === 'propertyType') return { kind: field, included: [value as PropertyType], excluded: null };
  return { kind: 'range', field, min: value as number, max: value as number, allowNull: false };
}

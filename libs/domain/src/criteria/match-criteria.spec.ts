import type { Listing } from '../listing/listing.js';
import { CRITERIA_EXAMPLES, exampleCriteria } from '../testing/criteria-examples.js';
import { FLAG_FIELDS, LIST_FIELDS, RANGE_FIELDS } from './criteria.js';
import { fieldValue } from './fields.js';
import { divisionsOf, matchCriteria } from './match-criteria.js';

describe('matchCriteria', () => {
  for (const example of CRITERIA_EXAMPLES) {
    it(example.says, () => {
      const criteria = exampleCriteria(example);
      expect({
        meets: example.meets.filter((listing) => !matchCriteria(criteria, listing)),
        misses: example.misses.filter((listing) => matchCriteria(criteria, listing)),
      }).toEqual({ meets: [], misses: [] });
    });
  }

  it('reads nulls, which a store outside may put into a listing, as not stated', () => {
    const listing = {
      price: null,
      features: { parking: null },
      location: null,
      propertyType: null,
    } as unknown as Listing;
    const answers = [
      { price: { max: 1, allowNull: true } },
      { price: { max: 1 } },
      { amenities: { parking: { value: false } } },
      { propertyType: { excluded: [0] } },
    ].map((criteria) => matchCriteria(exampleCriteria({ says: '', criteria, meets: [], misses: [] }), listing));
    expect(answers).toEqual([true, false, false, true]);
  });
});

describe('the examples', () => {
  const conditions = CRITERIA_EXAMPLES.map(exampleCriteria).flatMap(function all(node): readonly {
    kind: string;
    field?: string;
  }[] {
    return [...node.conditions, ...node.children.flatMap(all)];
  });

  it('are many, each with a sentence of its own', () => {
    expect(CRITERIA_EXAMPLES.length).toBeGreaterThanOrEqual(70);
    expect(new Set(CRITERIA_EXAMPLES.map(({ says }) => says)).size).toBe(CRITERIA_EXAMPLES.length);
  });

  it('use every kind of condition and every field', () => {
    const used = new Set(conditions.map((condition) => condition.field ?? condition.kind));
    expect(
      [
        ...RANGE_FIELDS,
        ...FLAG_FIELDS,
        ...LIST_FIELDS,
        'transactionType',
        'propertyType',
        'division',
        'circle',
        'shape',
      ].filter((name) => !used.has(name)),
    ).toEqual([]);
  });
});

describe('what criteria read of a listing', () => {
  it('takes the indoor area from the displayed area only when it is not stated', () => {
    expect(
      [{ area: 50 }, { area: 50, areas: { indoor: 40 } }, { areas: { land: 9 } }, {}].map((listing) =>
        fieldValue('areaIndoor', listing),
      ),
    ).toEqual([50, 40, undefined, undefined]);
  });

  it('tells a stated no from silence', () => {
    expect(
      [{ features: { parking: false } }, { features: {} }, {}].map((listing) => fieldValue('parking', listing)),
    ).toEqual([false, undefined, undefined]);
  });

  it('takes the divisions found at ingest, else the three stated ids', () => {
    expect(divisionsOf({ location: { cityId: 1, divisionIds: [7, 8] } })).toEqual([7, 8]);
    expect(divisionsOf({ location: { cityId: 1, neighborhoodId: 3 } })).toEqual([1, 3]);
    expect(divisionsOf({})).toEqual([]);
  });
});

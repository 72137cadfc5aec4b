import { CRITERIA_EXAMPLES, exampleCriteria } from '../testing/criteria-examples.js';
import type { Criteria } from './criteria.js';
import { formatCriteria } from './format-criteria.js';
import { matchCriteria } from './match-criteria.js';
import { parseCriteria } from './parsing/parse-criteria.js';

describe('formatCriteria', () => {
  it('writes the alert form of the specification', () => {
    const parsed = parseCriteria({
      transactionType: { value: 'SELL' },
      propertyType: { included: ['FLAT'], excluded: ['PARKING'] },
      price: { lte: 5 },
      rooms: { min: 2, bedrooms: { gte: 1, allowNull: true } },
      unit: { balcony: { value: false, allowNull: true }, bathrooms: { min: 1 } },
      location: { included: [{ cityId: 7 }], centerPoint: { lat: 1.5, lon: 2 }, radiusMeters: 9 },
      operator: 'OR',
      branches: [{ areas: { land: { min: 1 } } }, {}],
    });
    expect(parsed.ok && formatCriteria(parsed.value)).toEqual({
      transactionType: { value: 'SELL' },
      propertyType: { included: [0], excluded: [3] },
      price: { max: 5 },
      rooms: { rooms: { min: 2 }, bedrooms: { min: 1, allowNull: true }, bathrooms: { min: 1 } },
      unit: { balcony: { value: false, allowNull: true } },
      location: { includedDivisionIds: [7], centerPoint: '{"latitude":1.5,"longitude":2}', radiusMeters: 9 },
      operator: 'OR',
      children: [{ areas: { land: { min: 1 } } }, {}],
    });
  });

  it.each(CRITERIA_EXAMPLES.map((example) => [example.says, example] as const))(
    'comes back the same: %s',
    (_, example) => {
      const criteria = exampleCriteria(example);
      const sent = JSON.parse(JSON.stringify(formatCriteria(criteria))) as unknown;
      expect(parseCriteria(sent, { places: example.places })).toEqual({ ok: true, value: criteria });
    },
  );

  it('keeps the meaning of a tree built by hand that bounds a field twice beside an OR', () => {
    const price = { kind: 'range', field: 'price', allowNull: false } as const;
    const leaf = (rooms: number): Criteria => ({
      conditions: [{ kind: 'range', field: 'rooms', min: rooms, max: rooms, allowNull: false }],
      operator: 'AND',
      children: [],
    });
    const criteria: Criteria = {
      conditions: [
        { ...price, min: 5, max: null },
        { ...price, min: null, max: 9 },
      ],
      operator: 'OR',
      children: [leaf(1), leaf(2)],
    };
    const parsed = parseCriteria(formatCriteria(criteria));
    const listings = [4, 5, 9, 10].flatMap((amount) => [1, 2, 3].map((rooms) => ({ price: amount, rooms })));
    expect(listings.filter((listing) => parsed.ok && matchCriteria(parsed.value, listing))).toEqual([
      { price: 5, rooms: 1 },
      { price: 5, rooms: 2 },
      { price: 9, rooms: 1 },
      { price: 9, rooms: 2 },
    ]);
  });
});

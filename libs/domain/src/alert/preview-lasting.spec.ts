import { criteriaNode } from '../criteria/criteria-node.js';
import type { Condition } from '../criteria/criteria.js';
import { matchCriteria } from '../criteria/match-criteria.js';
import { generateCases } from '../testing/generate-cases.js';
import { asksNothing, lastingPart } from './preview-events.js';

const sale: Condition = { kind: 'transactionType', included: ['SELL'] };
const lyon: Condition = { kind: 'division', included: [69_123], excluded: null };
const price: Condition = { kind: 'range', field: 'price', min: null, max: 100, allowNull: false };

describe('the lasting part of criteria', () => {
  it('keeps kind and place, at any depth', () => {
    expect(
      lastingPart(criteriaNode([sale, price], 'AND', [criteriaNode([lyon, price]), criteriaNode([price])])),
    ).toEqual(criteriaNode([sale], 'AND', [criteriaNode([lyon])]));
  });

  it('keeps who advertises, and no other list', () => {
    const condition = { kind: 'list', included: ['x'], excluded: null, allowNull: false } as const;
    const [source, heating] = [
      { ...condition, field: 'sourceId' },
      { ...condition, field: 'heatingSystem' },
    ] as const;
    expect(lastingPart(criteriaNode([source, heating, price]))).toEqual(criteriaNode([source]));
  });

  it('drops alternatives of which one asks for nothing that lasts', () => {
    expect(lastingPart(criteriaNode([sale], 'OR', [criteriaNode([lyon]), criteriaNode([price])]))).toEqual(
      criteriaNode([sale]),
    );
    expect(lastingPart(criteriaNode([sale], 'OR', [criteriaNode([lyon, price]), criteriaNode([sale, price])]))).toEqual(
      criteriaNode([sale], 'OR', [criteriaNode([lyon]), criteriaNode([sale])]),
    );
  });

  it('lets through every listing that the whole does', () => {
    const cases = generateCases(11, 5_000).map(({ criteria, listing }) => ({
      whole: matchCriteria(criteria, listing),
      part: lastingPart(criteria),
      listing,
    }));
    expect(cases.filter(({ whole, part, listing }) => whole && !matchCriteria(part, listing))).toEqual([]);
    expect(cases.filter(({ part }) => !asksNothing(part)).length).toBeGreaterThan(1_000);
    expect(cases.filter(({ part, listing }) => !matchCriteria(part, listing)).length).toBeGreaterThan(1_000);
  });
});

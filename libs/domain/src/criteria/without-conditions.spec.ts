import { parseCriteria } from './parsing/parse-criteria.js';
import type { Criteria } from './criteria.js';
import { withoutConditions } from './without-conditions.js';

function parsed(criteria: unknown): Criteria {
  const read = parseCriteria(criteria);
  if (!read.ok) throw new Error(JSON.stringify(read.violations));
  return read.value;
}

const withoutPrices = (criteria: unknown) =>
  withoutConditions(parsed(criteria), (one) => one.kind === 'range' && one.field === 'price');

const CHEAP = { price: { max: 5 } };
const LARGE = { area: { min: 5 } };

it('leaves out conditions of the root and of children that must hold', () => {
  expect(withoutPrices({ ...CHEAP, ...LARGE, children: [{ ...CHEAP, children: [CHEAP, LARGE] }] })).toEqual(
    parsed({ ...LARGE, children: [{ children: [{}, LARGE] }] }),
  );
});

it('keeps those of alternatives, but of an only one', () => {
  expect(withoutPrices({ operator: 'OR', children: [CHEAP, LARGE] })).toEqual(
    parsed({ operator: 'OR', children: [CHEAP, LARGE] }),
  );
  expect(withoutPrices({ operator: 'OR', children: [CHEAP] })).toEqual(parsed({ operator: 'OR', children: [{}] }));
});

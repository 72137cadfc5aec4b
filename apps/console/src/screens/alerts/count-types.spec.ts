import { countTypes } from './count-types.js';

it('counts the types of events, and says nothing where one is not known', () => {
  const typeOf = new Map([
    ['a', 'NEW_MATCH'],
    ['b', 'PRICE_CHANGED'],
    ['c', 'NEW_MATCH'],
  ] as const);
  expect(countTypes(['a', 'b', 'c'], typeOf)).toEqual([
    ['NEW_MATCH', 2],
    ['PRICE_CHANGED', 1],
  ]);
  expect(countTypes(['a', 'd'], typeOf)).toBeNull();
});

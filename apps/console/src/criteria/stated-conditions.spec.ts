import { both, conditionsOf, countConditions, stating, statedIn } from './stated-conditions.js';

const AROUND = { centerPoint: { latitude: 45, longitude: 5 }, radiusMeters: 900 };

it('tells the conditions apart that share a member', () => {
  const node = { location: { ...AROUND, includedDivisionIds: [69123], accuracy: { included: ['CITY' as const] } } };
  expect(conditionsOf(node)).toEqual(['places', 'accuracy', 'circle']);
  expect(statedIn(node, 'circle')).toEqual(AROUND);
  expect(stating(node, 'circle', undefined)).toEqual({
    location: { includedDivisionIds: [69123], accuracy: { included: ['CITY'] } },
  });
  expect(stating({ price: { max: 1 } }, 'places', { includedDivisionIds: [1] })).toEqual({
    price: { max: 1 },
    location: { includedDivisionIds: [1] },
  });
});

it('counts conditions to any depth', () => {
  expect(
    countConditions({
      price: { max: 1 },
      children: [{ area: { min: 1 }, branches: [{ rooms: { rooms: { min: 1 } } }] }],
    }),
  ).toBe(3);
});

it('joins trees into one node where nothing collides, else as two that must hold', () => {
  const box = { location: { boundingBox: { north: 2, south: 1, east: 2, west: 1 } } };
  expect(both({ location: AROUND, price: { max: 1 } }, box)).toEqual({
    location: { ...AROUND, ...box.location },
    price: { max: 1 },
  });
  expect(both(box, box)).toEqual({ operator: 'AND', children: [box, box] });
});

it.each([{ children: 5 }, { children: [null, 'abc'] }, 'abc'])('finds nothing in what is no tree: %j', (written) => {
  const node = written as never;
  expect(countConditions(node)).toBe(0);
  expect(conditionsOf(node)).toEqual([]);
  expect(conditionsOf(stating(node, 'price', { max: 1 }))).toEqual(['price']);
});

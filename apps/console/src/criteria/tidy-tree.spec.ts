import { tidyTree, treeInAddress } from './tidy-tree.js';

it('takes every spelling of the interface for the one that the editor knows', () => {
  expect(
    tidyTree({
      propertyType: { included: [0, 'HOUSE'] },
      rooms: { min: 3, bedrooms: { min: 1 } },
      location: { centerPoint: '{"latitude":45.7,"longitude":4.8}', radiusMeters: 5 },
      operator: 'OR',
      branches: [{ price: { max: 1 } }, { location: { centerPoint: [1, 2], radiusMeters: 5 } }],
    }),
  ).toEqual({
    propertyType: { included: ['FLAT', 'HOUSE'] },
    rooms: { rooms: { min: 3 }, bedrooms: { min: 1 } },
    location: { centerPoint: { latitude: 45.7, longitude: 4.8 }, radiusMeters: 5 },
    operator: 'OR',
    children: [{ price: { max: 1 } }, { location: { centerPoint: { latitude: 1, longitude: 2 }, radiusMeters: 5 } }],
  });
});

it('leaves an operator without children out, and what is well spelled alone', () => {
  expect(tidyTree({ price: { max: 1 }, operator: 'AND', children: [] })).toEqual({ price: { max: 1 } });
});

it.each([
  { children: [null] },
  { children: 5 },
  { children: 'abc' },
  { propertyType: ['FLAT'] },
  { propertyType: { included: 5 } },
  { propertyType: { include: ['FLAT'] } },
  { location: { centerPoint: 'abc', radiusMeters: 5 } },
  '{"price":{"ma',
])('leaves what is no tree as it is, for the interface to say what is wrong with it: %j', (written) => {
  expect(treeInAddress(written)).toEqual(written);
});

import { readSearchState, searchBody } from './search-state.js';

const box = { north: 46, south: 45, east: 5, west: 4 };

it('reads what it wrote, and leaves out what is no search', () => {
  expect(readSearchState({ criteria: { price: { max: 1 } }, sort: 'PRICE-ASC', box })).toEqual({
    criteria: { price: { max: 1 } },
    sort: 'PRICE-ASC',
    box,
  });
  expect(readSearchState({ criteria: [], sort: 'NOTHING', box: { north: 'x' }, other: 1 })).toEqual({});
});

it('orders by the way from the middle of the circle or of what is in view, where there is either', () => {
  const circle = { location: { centerPoint: { latitude: 1, longitude: 2 }, radiusMeters: 5 } };
  const sortOf = (state: Parameters<typeof searchBody>[0]) => searchBody({ ...state, sort: 'DISTANCE-ASC' }).sort;
  expect(sortOf({ criteria: circle, box })).toMatchObject({
    field: 'DISTANCE',
    centerPoint: { latitude: 1, longitude: 2 },
  });
  expect(sortOf({ box })).toMatchObject({ field: 'DISTANCE', centerPoint: { latitude: 45.5, longitude: 4.5 } });
  expect(sortOf({})).toEqual({ field: 'CREATED_AT', direction: 'DESC' });
});

it('asks for what is in view beside the conditions', () => {
  expect(searchBody({ criteria: { price: { max: 1 } }, box })).toEqual({
    searchMode: 'advanced',
    criteria: { price: { max: 1 }, location: { boundingBox: box } },
    sort: { field: 'CREATED_AT', direction: 'DESC' },
  });
});

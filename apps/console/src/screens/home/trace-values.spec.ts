import type { Listing } from '../../homes/home-summary.js';
import { traceValues } from './trace-values.js';

const advert = (stated: object) => ({ pictures: [], ...stated }) as unknown as Listing;
const trace = (merged: object, ...listings: Listing[]) =>
  Object.fromEntries(
    traceValues(merged, listings).map(({ name, stated }) => [name, stated.map(({ standing }) => standing)]),
  );

it('says of each value which adverts it comes from, which state another, and which none', () => {
  expect(
    trace({ price: 200, rooms: 3 }, advert({ price: 200 }), advert({ price: 210, rooms: 3 }), advert({ price: 200 })),
  ).toEqual({ price: ['from', 'differs', 'from'], rooms: ['silent', 'from', 'silent'] });
});

it('takes an area from the advert that states it as its indoor area', () => {
  expect(trace({ area: 48 }, advert({ area: 50, areas: { indoor: 48 } }))).toMatchObject({ area: ['from'] });
});

it('looks inside objects, and leaves out what nobody states', () => {
  expect(trace({ features: { garden: true } }, advert({ features: { garden: false } }))).toEqual({
    'features.garden': ['differs'],
  });
});

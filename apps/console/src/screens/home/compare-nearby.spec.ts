import { comparableCriteria, compareAsking, type Merged } from './compare-nearby.js';

type Properties = Parameters<typeof compareAsking>[1];
const home = (stated: Partial<Merged>) => ({ pictures: [], ...stated }) as Merged;
const offered = (price: number | null, area: number) =>
  ({ listings: [{ price, area, title: null, pictures: [] }] }) as unknown as Properties[number];

it('asks for the same kind, deal and currency around the home, with a fifth more or less area', () => {
  expect(
    comparableCriteria(
      home({
        ...{ propertyType: 'FLAT', transactionType: 'SELL', currency: 'CHF' },
        ...{ area: 50, latitude: 45.7, longitude: 4.8, cityId: 1 },
      }),
    ),
  ).toEqual({
    transactionType: { value: 'SELL' },
    propertyType: { included: ['FLAT'] },
    location: { centerPoint: { lat: 45.7, lng: 4.8 }, radiusMeters: 5_000 },
    currency: { included: ['CHF'] },
    area: { min: 40, max: 60 },
  });
});

it('asks in the city of a home without a point, and nothing of one without a place', () => {
  const stated = { propertyType: 'FLAT', transactionType: 'RENT' } as const;
  expect(comparableCriteria(home({ ...stated, cityId: 7 }))).toMatchObject({ location: { includedDivisionIds: [7] } });
  expect(comparableCriteria(home(stated))).toBeNull();
});

it('compares with the middle of what is asked per m², leaving out what states no price', () => {
  const properties = [offered(100, 10), offered(400, 10), offered(null, 10), offered(200, 10)];
  expect(compareAsking(home({ price: 150, area: 10 }), properties)).toEqual({
    count: 3,
    median: 20,
    difference: -0.25,
  });
  expect(compareAsking(home({ price: 150, area: 10 }), [offered(null, 10)])).toBeNull();
});

/** Divisions of the specs: a country, two cities, a district. */
export const SAMPLE_DIVISIONS = [
  { id: 900_000_001, type: 'COUNTRY', name: 'France', countryCode: 'FR' },
  {
    id: 75_056,
    type: 'CITY',
    name: 'Paris',
    countryCode: 'FR',
    parentId: 900_000_001,
    centroid: { lat: 48.86, lng: 2.35 },
  },
  {
    id: 69_123,
    type: 'CITY',
    name: 'Lyon',
    countryCode: 'FR',
    parentId: 900_000_001,
    centroid: { lat: 45.76, lng: 4.84 },
  },
  {
    id: 13_055,
    type: 'CITY',
    name: 'Marseille',
    countryCode: 'FR',
    parentId: 900_000_001,
    centroid: { lat: 43.3, lng: 5.37 },
  },
  { id: 910_000_011, type: 'DISTRICT', name: 'Paris 11e', countryCode: 'FR', parentId: 75_056 },
];

export const SOURCE = { domain: 'homes.example', name: 'Homes' };

/** Home number `n` of a row in which no two are alike: each at a place, with a size and a price of its own. */
export function sampleHome(n: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    source: SOURCE,
    externalId: `home-${n}`,
    observedAt: '2026-03-01T10:00:00.000Z',
    status: 'ONLINE',
    url: `https://homes.example/adverts/${n}`,
    title: `Home ${n}`,
    transactionType: 'SELL',
    propertyType: n % 2 === 0 ? 'FLAT' : 'HOUSE',
    price: 100_000 + n * 1_000,
    currency: 'EUR',
    area: 20 + n,
    rooms: 1 + (n % 6),
    location: {
      lat: 43 + (n % 40) * 0.1,
      lng: 1 + Math.floor(n / 40) * 0.1,
      accuracy: 'PRECISE',
      cityId: n % 3 === 0 ? 75_056 : 69_123,
    },
    ...changes,
  };
}

/** Advert `n` of a flat, as it is on a day of March 2026: all on one floor are adverts of the same home. */
export function sampleFlat(n: number, floor: number, day = 1): Record<string, unknown> {
  return sampleHome(n, {
    observedAt: `2026-03-0${day}T10:00:00.000Z`,
    floor,
    bedrooms: 2,
    bathrooms: 1,
    area: 77,
    price: 240_000,
    rooms: 3,
    propertyType: 'FLAT',
    location: { lat: 40.5, lng: 3.5, accuracy: 'PRECISE', cityId: 13_055 },
  });
}

export function sampleHomes(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, n) => sampleHome(n));
}

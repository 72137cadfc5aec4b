import { viewOfListing, viewOfProperty, type ListingRecord } from './listing-view.js';
import type { ListingView } from './property-view.js';

const noNames = { cityName: null, districtName: null, neighborhoodName: null };

function record(changes: Partial<ListingRecord> = {}): ListingRecord {
  return {
    id: 'l-1',
    listing: {},
    externalId: 'a-1',
    source: { id: 's-1', domain: 'portal.example', name: 'Portal' },
    ...noNames,
    createdAt: '2024-01-01T00:00:00.000Z',
    updatedAt: '2024-02-01T00:00:00.000Z',
    past: null,
    ...changes,
  };
}

describe('viewOfListing', () => {
  it('shows null for everything a listing does not state, and no pictures as an empty list', () => {
    const { uuid, dataProvider, source, externalId, pictures, createdAt, updatedAt, ...rest } = JSON.parse(
      JSON.stringify(viewOfListing(record())),
    ) as ListingView;
    expect({ uuid, dataProvider, source, externalId, pictures, createdAt, updatedAt }).toEqual({
      uuid: 'l-1',
      dataProvider: 'Portal',
      source: { id: 's-1', domain: 'portal.example', name: 'Portal' },
      externalId: 'a-1',
      pictures: [],
      createdAt: '2024-01-01T00:00:00.000Z',
      updatedAt: '2024-02-01T00:00:00.000Z',
    });
    expect(new Set(Object.values(rest))).toEqual(new Set([null]));
    expect(Object.keys(rest)).toHaveLength(25);
  });

  it('keeps 0 and false apart from what is not stated', () => {
    expect(
      viewOfListing(record({ listing: { price: 0, floor: 0, features: { garden: false, parking: true } } })),
    ).toMatchObject({
      price: 0,
      floor: 0,
      hasGarden: false,
      hasParking: true,
      hasBalcony: null,
    });
  });

  it('says what the states before tell: when it was seen, and by how much its price was cut', () => {
    const past = {
      firstSeenAt: Date.parse('2024-01-01T08:00:00.000Z'),
      lastChangedAt: Date.parse('2024-03-01T08:00:00.000Z'),
      prices: { first: 200_000, previous: 190_000, last: 180_000 },
    };
    expect(viewOfListing(record({ listing: { price: 180_000, area: 60 }, past }))).toMatchObject({
      firstSeenAt: '2024-01-01T08:00:00.000Z',
      lastChangedAt: '2024-03-01T08:00:00.000Z',
      priceCut: { amount: 20_000, percent: 10 },
      lastPriceCut: { amount: 10_000 },
      pricePerSquareMeter: 3_000,
    });
  });

  it('names a division as the store names it, else as the listing does', () => {
    const listing = {
      location: {
        cityId: 46250,
        cityName: 'Valencia',
        districtName: 'Centro',
        lat: 39.4,
        lng: -0.3,
        accuracy: 'STREET' as const,
      },
    };
    expect(viewOfListing(record({ listing, cityName: 'València' }))).toMatchObject({
      cityId: 46250,
      cityName: 'València',
      districtId: null,
      districtName: 'Centro',
      latitude: 39.4,
      longitude: -0.3,
      locationAccuracy: 'STREET',
    });
  });
});

describe('viewOfProperty', () => {
  it('shows the newest listing first, the later id first among equals', () => {
    const at = (id: string, day: number) =>
      viewOfListing(record({ id, createdAt: new Date(Date.UTC(2024, 0, day)).toISOString() }));
    const view = viewOfProperty({
      id: 'p-1',
      listings: [at('a', 1), at('b', 2), at('c', 2)],
      minPrice: 1,
      maxPrice: null,
      createdAt: '1970-01-01T00:00:00.000Z',
      updatedAt: '1970-01-01T00:00:00.001Z',
    });
    expect(view.listings.map(({ uuid }) => uuid)).toEqual(['c', 'b', 'a']);
    expect(view).toMatchObject({
      uuid: 'p-1',
      minPrice: 1,
      maxPrice: null,
      createdAt: '1970-01-01T00:00:00.000Z',
      updatedAt: '1970-01-01T00:00:00.001Z',
    });
  });
});

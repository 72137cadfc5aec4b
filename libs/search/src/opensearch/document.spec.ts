import { FLAG_FIELDS, RANGE_FIELDS } from '@gable/domain/criteria';
import { centredPoint } from './centred-point.js';
import { tombstone, toSearchDocument, type SearchableListing } from './document.js';
import { MAPPING, MAPPING_VERSION } from './mapping.js';

const FIELDS = [...RANGE_FIELDS, ...FLAG_FIELDS];
const BLANK = {
  ...Object.fromEntries(FIELDS.map((field) => [field, null])),
  transactionType: null,
  propertyType: null,
  divisionIds: [],
  cityId: null,
  lat: null,
  lng: null,
  words: null,
} as unknown as SearchableListing;
const PROPERTY = {
  id: 'a',
  revision: 7n,
  createdAt: new Date(1_000),
  updatedAt: 2_000,
  minPrice: 10,
  maxArea: null,
  minPricePerArea: -0,
  lat: null,
  lng: null,
};

describe('toSearchDocument', () => {
  it('writes moments as epoch milliseconds and leaves out what is not stated', () => {
    expect(toSearchDocument(PROPERTY, [BLANK])).toEqual({
      id: 'a',
      revision: 7,
      createdAt: 1_000,
      updatedAt: 2_000,
      minPrice: 10,
      minPricePerArea: 0,
      listings: [{}],
    });
  });

  it('writes types by name, divisions as text, a stated no, and no -0', () => {
    const [listing] = toSearchDocument(PROPERTY, [
      {
        ...BLANK,
        transactionType: 'RENT',
        propertyType: 'LAND',
        divisionIds: [3, '4'],
        cityId: 3,
        price: -0,
        gym: false,
        floor: -2,
        words: { title: '', description: ' bel etage ' },
      },
    ]).listings;
    expect(listing).toEqual({
      transactionType: 'RENT',
      propertyType: 'LAND',
      divisionIds: ['3', '4'],
      cityId: '3',
      price: 0,
      gym: false,
      floor: -2,
      description: ' bel etage ',
    });
    expect(Object.is(listing!.price, 0)).toBe(true);
  });

  it('has a point only where both coordinates are stated', () => {
    const pointOf = (lat: number | null, lng: number | null) =>
      toSearchDocument(PROPERTY, [{ ...BLANK, lat, lng }]).listings[0]!.point;
    expect([pointOf(1, null), pointOf(null, 1)]).toEqual([undefined, undefined]);
    expect(pointOf(0, 0)).toEqual(centredPoint({ lat: 0, lng: 0 }));
  });

  it('knows a field of the mapping for everything it can write, and the other way round', () => {
    const values = {
      ...Object.fromEntries(FIELDS.map((field) => [field, 1])),
      transactionType: 'SELL',
      propertyType: 'FLAT',
      divisionIds: [1],
      cityId: 1,
      lat: 1,
      lng: 1,
      words: { title: ' loft ', description: ' vue ' },
    } as unknown as SearchableListing;
    const written = Object.keys(toSearchDocument(PROPERTY, [values]).listings[0]!).sort();
    expect(written).toEqual(Object.keys(MAPPING.properties.listings.properties).sort());
    expect(written).toEqual(expect.arrayContaining(FIELDS));
    const full = { ...toSearchDocument({ ...PROPERTY, maxArea: 1, lat: 1, lng: 1 }, []), ...tombstone('a', 8, 3_000) };
    expect([...Object.keys(full), `mapping${MAPPING_VERSION}`].sort()).toEqual(Object.keys(MAPPING.properties).sort());
  });

  it('makes tombstones that no search finds, since they have no listing', () => {
    expect(tombstone('a', 8, 3_000)).toEqual({
      id: 'a',
      revision: 8,
      createdAt: 3_000,
      updatedAt: 3_000,
      listings: [],
      removedAt: 3_000,
    });
  });
});

describe('centredPoint', () => {
  it('moves a place by less than 5 mm, so that rounding down to the steps of OpenSearch rounds to the nearest one', () => {
    const { lat, lon } = centredPoint({ lat: 48.8566, lng: 2.3522 });
    expect([(lat - 48.8566) * 111_195 * 1_000, (lon - 2.3522) * 111_195 * 1_000]).toEqual([
      expect.closeTo(2.33, 2),
      expect.closeTo(4.66, 2),
    ]);
  });

  it('stays on the earth at its edges', () => {
    expect(centredPoint({ lat: 90, lng: 180 })).toEqual({ lat: 90, lon: 180 });
  });
});

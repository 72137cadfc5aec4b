import fc from 'fast-check';
import type { Listing } from '../../listing/listing.js';
import { probedKeys, storedKeys } from './block-keys.js';

const FLAT: Listing = {
  transactionType: 'SELL',
  propertyType: 'FLAT',
  price: 250_000,
  area: 80,
  floor: 3,
  bedrooms: 2,
  bathrooms: 1,
  location: { lat: 39.47, lng: -0.377, accuracy: 'STREET', cityName: 'València' },
};
const METERS_PER_DEGREE = 111_195;

/** The listing shown some meters away. */
function moved(listing: Listing, north: number, east: number): Listing {
  const { lat = 0, lng = 0, ...rest } = listing.location ?? {};
  const cos = Math.cos((lat * Math.PI) / 180);
  return {
    ...listing,
    location: { ...rest, lat: lat + north / METERS_PER_DEGREE, lng: lng + east / METERS_PER_DEGREE / cos },
  };
}
function finds(looking: Listing, kept: Listing): boolean {
  const keys = new Set(storedKeys(kept));
  return probedKeys(looking).some((key) => keys.has(key));
}
/** Nothing but its place connects it to others: without a town there are no keys of a town. */
const townless = (listing: Listing): Listing => ({
  ...listing,
  location: { ...listing.location, cityName: undefined },
});

describe('block keys', () => {
  it('are a set, whatever a listing repeats', () => {
    const picture = fc.constantFrom('https://pictures.example/1.jpg', 'https://pictures.example/2.jpg');
    const words = fc.array(fc.constantFrom('sunny', 'flat', 'with', 'balcony'), { maxLength: 60 });
    const listing = fc.record({ pictures: fc.array(picture, { maxLength: 6 }), words });
    fc.assert(
      fc.property(listing, ({ pictures, words }) => {
        const repeated: Listing = { ...FLAT, pictures, description: words.join(' ') };
        for (const keys of [storedKeys(repeated), probedKeys(repeated)]) expect(new Set(keys).size).toBe(keys.length);
      }),
    );
    const pictures = ['https://pictures.example/1.jpg', 'https://pictures.example/1.jpg'];
    expect(storedKeys({ ...FLAT, pictures })).toHaveLength(storedKeys(FLAT).length + 1);
  });

  it('are the same text for the same listing for ever, because they are stored', () => {
    expect(storedKeys(FLAT)).toEqual(['4902839419124738', '1754525355887402', '7085732751591404', '4552770677493125']);
  });

  it('are for ever the same for the same pictures and the same text', () => {
    const copied: Listing = {
      transactionType: 'SELL',
      propertyType: 'FLAT',
      description:
        'Très bel appartement rénové en 2019, à deux pas de la gare : séjour, cuisine équipée, ' +
        'trois chambres et une cave.',
      pictures: ['1', '1', '2', '3', '4'].map((name) => `https://a.example/${name}.jpg`),
    };
    const keys = [
      '6663644448828212',
      '5657358869313138',
      '4260997217650574',
      '3554952503496500',
      '2174661044672185',
      '302837176746444',
      '6122486159853633',
    ];
    expect([storedKeys(copied), probedKeys(copied)]).toEqual([keys, keys]);
  });

  it('fit a bigint column and are few', () => {
    const description = Array.from({ length: 300 }, (_, i) => `mot${i}`).join(' ');
    const rich = { ...FLAT, description, pictures: Array.from({ length: 30 }, (_, i) => `https://img.example/${i}`) };
    expect(storedKeys(rich)).toHaveLength(11);
    expect(probedKeys(rich).length).toBeLessThanOrEqual(18);
    for (const key of [...storedKeys(rich), ...probedKeys(rich)])
      expect(BigInt.asIntN(64, BigInt(key))).toBe(BigInt(key));
  });

  it('let a listing find another of the same area less than 150 m away, anywhere, over any edge of a cell', () => {
    const point = fc
      .record({
        lat: fc.double({ min: -80, max: 80, noNaN: true }),
        lng: fc.double({ min: -179, max: 179, noNaN: true }),
      })
      .filter(({ lat, lng }) => lat !== 0 || lng !== 0); // a blank
    const meters = fc.integer({ min: -145, max: 145 });
    fc.assert(
      fc.property(point, meters, meters, (at, north, east) => {
        const here = { ...FLAT, floor: undefined, location: { ...at, accuracy: 'STREET' as const } };
        expect(finds(here, moved(here, north, east))).toBe(true);
        expect(finds(moved(here, north, east), here)).toBe(true);
      }),
    );
  });

  it('do not lead to listings in other quarters', () => {
    expect(finds(townless(FLAT), moved(townless(FLAT), 0, 800))).toBe(false);
  });

  it('lead to the same layout where the areas differ, and to the same area where the layouts do', () => {
    expect(finds(townless(FLAT), townless({ ...FLAT, area: 83 }))).toBe(true);
    expect(finds(townless(FLAT), townless({ ...FLAT, bedrooms: 3 }))).toBe(true);
    expect(finds(townless(FLAT), townless({ ...FLAT, area: 83, bedrooms: 3 }))).toBe(false);
  });

  it('do not take one stated number for a layout', () => {
    const vague = { ...townless(FLAT), area: undefined, bedrooms: undefined, bathrooms: undefined };
    expect(storedKeys(vague)).toEqual([]);
  });

  it('keep deals and types apart', () => {
    expect(finds(FLAT, { ...FLAT, transactionType: 'RENT' })).toBe(false);
    expect(finds(FLAT, { ...FLAT, propertyType: 'HOUSE' })).toBe(false);
    expect(storedKeys({ ...FLAT, propertyType: undefined })).toEqual([]);
  });

  it('let listings with and without an exact point find each other in their town by area or, without one, by price', () => {
    const vague: Listing = {
      ...FLAT,
      floor: undefined,
      location: { lat: 39.4, lng: -0.3, accuracy: 'CITY', cityName: 'VALENCIA' },
    };
    const pointless: Listing = { ...FLAT, location: { cityName: 'Valencia' } };
    for (const other of [vague, pointless]) {
      expect(finds(FLAT, other)).toBe(true);
      expect(finds(other, FLAT)).toBe(true);
      expect(finds(FLAT, { ...other, price: 261_000 })).toBe(true);
      expect(finds(FLAT, { ...other, price: 290_000 })).toBe(false);
      expect(finds(FLAT, { ...other, area: undefined })).toBe(true);
      expect(finds({ ...FLAT, area: undefined }, other)).toBe(true);
      expect(finds(FLAT, { ...other, area: undefined, price: 1 })).toBe(false);
      expect(finds(FLAT, { ...other, location: { ...other.location, cityName: 'Madrid' } })).toBe(false);
    }
    expect(finds(vague, pointless)).toBe(true);
  });

  it('do not lead from one stated area to another in a whole town, whatever the price', () => {
    const pointless: Listing = { ...FLAT, location: { cityName: 'Valencia' } };
    expect(finds(pointless, { ...pointless, area: 90 })).toBe(false);
    expect(finds(pointless, { ...pointless, area: undefined })).toBe(true);
  });

  it('lead to listings that share a picture or most of a text, wherever they say the property is', () => {
    const words = Array.from({ length: 120 }, (_, i) => `w${(i * i) % 997}`);
    const description = words.join(' ');
    const elsewhere: Listing = { transactionType: 'SELL', propertyType: 'FLAT' };
    expect(finds({ ...elsewhere, pictures: ['a', 'b'] }, { ...elsewhere, pictures: ['c', 'b'] })).toBe(true);
    expect(
      finds({ ...elsewhere, description }, { ...elsewhere, description: `Bonjour. ${description.toUpperCase()}!` }),
    ).toBe(true);
    expect(finds({ ...elsewhere, description }, { ...elsewhere, description: [...words].reverse().join(' ') })).toBe(
      false,
    );
  });
});

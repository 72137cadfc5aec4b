import fc from 'fast-check';
import type { Listing } from '../../listing/listing.js';
import { storedKeys } from './block-keys.js';
import { compareListings, contradict } from './compare-listings.js';
import type { GroupingItem } from './grouping-item.js';

const FLAT: Listing = {
  transactionType: 'SELL',
  propertyType: 'FLAT',
  price: 250_000,
  currency: 'EUR',
  area: 80,
  rooms: 3,
  bedrooms: 2,
  bathrooms: 1,
  floor: 3,
  building: { constructionYear: 1981 },
  location: { lat: 39.47, lng: -0.377, accuracy: 'STREET' },
};
const at = (listing: Listing, sourceId = 'portal'): GroupingItem => ({ id: 'x', sourceId, listing });
const compare = (
  changes: Listing,
  { base = FLAT, otherSource = false }: { base?: Listing; otherSource?: boolean } = {},
) => compareListings(at(base), at({ ...base, ...changes }, otherSource ? 'agency' : 'portal'));
const weightOf = (signal: string, ...args: Parameters<typeof compare>) =>
  compare(...args).signals.find((found) => found.signal === signal)?.weight;

describe('compareListings', () => {
  it('takes two listings that agree in everything for one property', () => {
    const { score, vetoes } = compare({});
    expect(score).toBeGreaterThan(1);
    expect(vetoes).toEqual([]);
  });

  it('takes an agreement in area and type alone for nothing', () => {
    const bare: Listing = { transactionType: 'SELL', propertyType: 'FLAT', area: 80 };
    expect(compareListings(at(bare), at(bare, 'agency')).score).toBeLessThan(-3);
  });

  it.each<[string, Listing, string]>([
    ['another deal', { transactionType: 'RENT' }, 'deal'],
    ['another type', { propertyType: 'HOUSE' }, 'type'],
    ['another floor', { floor: 4 }, 'floor'],
    ['an area more than 5 % apart', { area: 85 }, 'area'],
    ['two rooms more', { rooms: 5 }, 'rooms'],
    ['two bedrooms fewer', { bedrooms: 0 }, 'bedrooms'],
    ['a price more than half as high again', { price: 376_000 }, 'price'],
    ['a place 210 m away', { location: { lat: 39.4719, lng: -0.377, accuracy: 'STREET' } }, 'place'],
    ['another number in the building', { description: 'Programme neuf, lot B203.' }, 'lot'],
    ['a house built six years later', { building: { constructionYear: 1987 } }, 'constructionYear'],
  ])('finds a contradiction in %s', (_what, changes, veto) => {
    const base = { ...FLAT, description: 'Programme neuf, lot B204.' };
    expect(compare(changes, { base }).vetoes).toEqual([veto]);
    expect(contradict(at(base), at({ ...base, ...changes }))).toBe(true);
  });

  it.each<[string, Listing]>([
    ['an area 5 % apart', { area: 76 }],
    ['one room more', { rooms: 4 }],
    ['a price half as high again', { price: 375_000 }],
    ['a house built five years later', { building: { constructionYear: 1986 } }],
    ['a place 150 m away', { location: { lat: 39.47135, lng: -0.377, accuracy: 'STREET' } }],
    ['other bathrooms', { bathrooms: 3 }],
    ['another currency', { price: 9, currency: 'USD' }],
  ])('finds none in %s', (_what, changes) => {
    expect(compare(changes).vetoes).toEqual([]);
    expect(compare(changes).score).toBeLessThan(compare({}).score);
  });

  it('lets two sources disagree about the year of the house', () => {
    expect(compare({ building: { constructionYear: 1930 } }, { otherSource: true }).vetoes).toEqual([]);
    expect(weightOf('constructionYear', { building: { constructionYear: 1930 } }, { otherSource: true })).toBeLessThan(
      -1,
    );
  });

  it('finds a contradiction in two areas with decimals that differ, and none where one of them was rounded', () => {
    expect(compare({ area: 80.9 }, { base: { ...FLAT, area: 80.6 } }).vetoes).toEqual(['area']);
    expect(weightOf('area', { area: 81 }, { base: { ...FLAT, area: 80.6 } })).toBeGreaterThan(1);
  });

  it.each([
    ['rounded', 49.93, 50],
    ['cut off', 49.93, 49],
    ['cut off, a small one', 14.93, 14],
    ['rounded to a tenth', 130.93, 130.9],
    ['rounded to a hundredth', 69.677, 69.68],
    ['cut off at a hundredth', 69.677, 69.67],
    ['rounded to a tenth from a thousandth', 49.123, 49.1],
    ['cut off after a tenth', 130.97, 130.9],
  ])('takes an area for the same that is the other one %s: %d and %d m²', (_how, exact, shown) => {
    for (const [a, b] of [
      [exact, shown],
      [shown, exact],
    ] as const) {
      expect(weightOf('area', { area: b }, { base: { ...FLAT, area: a } })).toBeGreaterThan(1);
      expect(compare({ area: b }, { base: { ...FLAT, area: a } }).vetoes).toEqual([]);
    }
  });

  it('hears more in equal decimals than in equal whole areas, and a contradiction in others', () => {
    expect(weightOf('area', {}, { base: { ...FLAT, area: 80.4 } })!).toBeGreaterThan(weightOf('area', {})! + 1);
    expect(compare({ area: 130.91 }, { base: { ...FLAT, area: 130.93 } }).vetoes).toEqual(['area']);
    expect(compare({ area: 69.675 }, { base: { ...FLAT, area: 69.677 } }).vetoes).toEqual(['area']);
    expect(compare({ area: 69.66 }, { base: { ...FLAT, area: 69.677 } }).vetoes).toEqual(['area']);
    expect(compare({ area: 130.8 }, { base: { ...FLAT, area: 130.93 } }).vetoes).toEqual(['area']);
  });

  it('hears something in what is left out within one source, and nothing across sources', () => {
    const noYear = { building: undefined };
    const noFloor = { floor: undefined };
    expect(weightOf('constructionYear', noYear)).toBeLessThan(-1);
    expect(weightOf('constructionYear', noYear, { base: { ...FLAT, ...noYear } })).toBeGreaterThan(1);
    expect(weightOf('constructionYear', noYear, { otherSource: true })).toBeUndefined();
    expect(weightOf('floor', noFloor)).toBeLessThan(-1);
    expect(weightOf('floor', noFloor, { base: { ...FLAT, ...noFloor } })).toBeGreaterThan(0);
    expect(weightOf('floor', noFloor, { base: { ...FLAT, ...noFloor }, otherSource: true })).toBeUndefined();
  });

  it('takes an area or price of 0 as not stated', () => {
    expect(compare({ area: 0, price: 0 }).signals.map(({ signal }) => signal)).not.toEqual(
      expect.arrayContaining(['area']),
    );
    expect(compare({ area: 0, price: 0 }).vetoes).toEqual([]);
  });

  it('takes a point of 0/0, a house of the year 0 and a building of 0 homes as not stated', () => {
    const blank: Listing = {
      building: { constructionYear: 0, lots: 0 },
      location: { lat: 0, lng: 0, accuracy: 'PRECISE', cityId: 1 },
    };
    const stated = { ...blank, location: { ...blank.location, cityId: 2 } };
    const levels = (changes: Listing, base: Listing) =>
      compare(changes, { base: { ...FLAT, ...base } }).signals.map(({ signal, level }) => `${signal}: ${level}`);
    expect(levels(stated, blank)).toEqual(expect.arrayContaining(['place: another town']));
    expect(levels(stated, blank)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:constructionYear|homesInBuilding): same/)]),
    );
    expect(compare({ building: { constructionYear: 0 } }).vetoes).toEqual([]);
    const block = (listing: Listing) => storedKeys({ ...FLAT, ...listing });
    expect(block(blank).some((key) => block(stated).includes(key))).toBe(false);
  });

  it('believes two exact points within 8 m more than two streets within 30 m', () => {
    const precise: Listing = { ...FLAT, location: { lat: 39.47, lng: -0.377, accuracy: 'PRECISE' } };
    expect(weightOf('place', {}, { base: precise })! - weightOf('place', {})!).toBeCloseTo(2);
  });

  it('asks more of listings that show only their town; another town contradicts only where both say which', () => {
    const vague = { ...FLAT, location: { cityName: 'València' } };
    expect(weightOf('place', {}, { base: vague })).toBeLessThan(-4);
    expect(
      compare({ location: { cityId: 28079 } }, { base: { ...vague, location: { cityId: 46250 } } }).vetoes,
    ).toEqual(['place']);
    expect(compare({ location: { cityName: 'Ciutat de València' } }, { base: vague }).vetoes).toEqual([]);
    expect(compare({ location: { lat: 39.5, lng: -0.377, accuracy: 'CITY' } }).vetoes).toEqual([]);
    expect(compare({ location: { lat: 40.4, lng: -0.377, accuracy: 'CITY' } }).vetoes).toEqual(['place']);
  });

  it('takes a copied text and copied pictures as strong evidence, but not as twice the evidence', () => {
    const description = Array.from({ length: 60 }, (_, i) => `mot${i}`).join(' ');
    const pictures = ['a', 'b', 'c', 'd'];
    const copied = { ...FLAT, description, pictures };
    expect(weightOf('text', {}, { base: copied })).toBeGreaterThan(3);
    const added = compare({}, { base: copied }).score - compare({}, { base: { ...FLAT, description } }).score;
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThan(weightOf('pictures', {}, { base: { ...FLAT, pictures } })! / 2);
    expect(
      weightOf('text', { description: description.replaceAll('mot', 'autre') }, { base: copied }),
    ).toBeLessThanOrEqual(0);
  });

  it('goes by the words between two sites that show only the town', () => {
    const words = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, i) => `mot${from + i}`).join(' ');
    const base = { ...FLAT, bathrooms: undefined, floor: undefined, building: undefined, bedrooms: undefined };
    const shown = { ...base, location: { cityName: 'Levallois' }, description: words(0, 100) };
    const score = (changes: Listing) => compare(changes, { base: shown, otherSource: true }).score;
    expect(score({})).toBeGreaterThan(2);
    expect(score({ description: words(20, 110) })).toBeGreaterThan(2); // largely the same
    expect(score({ description: words(50, 150) })).toBeGreaterThan(0); // alike
    expect(score({ description: words(200, 300) })).toBeLessThan(-2);
  });

  it('takes words that are only alike for the agency’s under all of its adverts, where the prices differ', () => {
    const words = (from: number): string => Array.from({ length: 100 }, (_, i) => `mot${from + i}`).join(' ');
    const base = { ...FLAT, description: words(0) };
    const alike = { description: words(50) };
    expect(weightOf('text', alike, { base })).toBeGreaterThan(4);
    expect(weightOf('text', { ...alike, price: 252_000 }, { base })).toBeGreaterThan(4); // a price that was rounded
    expect(weightOf('text', { ...alike, price: 275_000 }, { base })).toBe(0);
  });

  it('takes one shared picture for a logo', () => {
    expect(
      weightOf('pictures', { pictures: ['a', 'x', 'logo'] }, { base: { ...FLAT, pictures: ['b', 'c', 'logo'] } }),
    ).toBe(0);
    expect(
      weightOf('pictures', { pictures: ['a', 'b', 'logo'] }, { base: { ...FLAT, pictures: ['a', 'b', 'logo'] } }),
    ).toBeGreaterThan(0);
  });

  it('separates lots of a new building with the same words by their prices where no lot number is stated', () => {
    const base: Listing = {
      ...FLAT,
      condition: 'NEW',
      description: Array.from({ length: 60 }, (_, i) => `mot${i}`).join(' '),
      floor: undefined,
    };
    expect(compare({}, { base }).score).toBeGreaterThan(0);
    expect(compare({ price: 253_000 }, { base }).score).toBeLessThan(-2);
    expect(weightOf('newBuilding', { price: 253_000 }, { base: { ...base, condition: 'GOOD' } })).toBeUndefined();
  });

  it('knows the agency’s own number of a property, but not from one agency to another', () => {
    const base: Listing = {
      ...FLAT,
      publisher: { name: 'Agence du Port' },
      description: 'Bel appartement. Réf. 4821.',
    };
    expect(weightOf('reference', {}, { base })).toBeGreaterThan(2);
    expect(weightOf('reference', { description: 'Bel appartement. Réf. 4822.' }, { base })).toBeLessThan(-2);
    expect(weightOf('reference', { publisher: { name: 'Agence de la Gare' } }, { base })).toBeUndefined();
  });

  it('says the same whichever of the two comes first, and contradict says what vetoes say', () => {
    const oneOf = <T>(...values: T[]) => fc.constantFrom(undefined, ...values);
    const listing = fc
      .record({
        transactionType: fc.constant('SELL' as const),
        propertyType: oneOf('FLAT' as const, 'HOUSE' as const, 'LAND' as const),
        price: oneOf(0, 100, 104, 140, 160),
        area: oneOf(0, 80, 80.4, 81, 83, 90),
        areas: fc.record({ land: oneOf(500, 900) }),
        rooms: oneOf(2, 3, 4),
        bathrooms: oneOf(1, 2),
        floor: oneOf(0, 1),
        building: fc.record({ constructionYear: oneOf(1980, 1981, 1984, 2000) }),
        features: fc.record({ garden: oneOf(true, false), lastFloor: oneOf(true, false) }),
        condition: oneOf('GOOD' as const, 'NEW' as const),
        location: fc.record({
          lat: fc.constantFrom(39.47, 39.4705, 39.472),
          lng: fc.constant(-0.37),
          accuracy: oneOf('PRECISE', 'STREET', 'CITY'),
        }),
        pictures: oneOf(['a', 'b'], ['b', 'c'], ['d']),
      })
      .map((found) => found as Listing);
    const item = fc.record({ id: fc.string(), sourceId: fc.constantFrom('portal', 'agency'), listing });
    fc.assert(
      fc.property(item, item, (a, b) => {
        expect(compareListings(a, b)).toEqual(compareListings(b, a));
        expect(contradict(a, b)).toBe(compareListings(a, b).vetoes.length > 0);
      }),
      { numRuns: 1_000 },
    );
  });
});

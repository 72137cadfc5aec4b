import { createHash } from 'node:crypto';
import { PROPERTY_TYPES } from '@gable/domain';
import { parseFeedLine, type Listing } from '@gable/domain/listing';
import { pointInArea } from '@gable/domain/geo';
import { generateDemo } from './generate-demo.js';
import type { FeedLine } from './generate-listings.js';
import { readFrance } from './read-communes.js';

const france = readFrance();
const reference = new Date('2026-11-21T12:00:00.000Z');
const demo = generateDemo(france, { reference });
const histories = historiesOf(demo.lines);
const now = [...histories.values()].map((states) => current(states));
const online = now.filter(({ status }) => status === 'ONLINE');

describe('generateDemo', () => {
  it('makes the same lines for the same seed, whatever machine it runs on', () => {
    const hash = (lines: unknown): string =>
      createHash('sha256').update(JSON.stringify(lines)).digest('hex').slice(0, 16);
    expect(hash(demo.lines)).toBe('f39c53ba067f6c5c');
    expect(hash(demo.divisions)).toBe('3e2820e675db8a00');
    expect(hash(generateDemo(france, { reference, seed: 'another', listings: 100 }).lines)).not.toBe(
      hash(generateDemo(france, { reference, listings: 100 }).lines),
    );
  });

  it('tells the same stories on another day, at the same distance from it', () => {
    const later = generateDemo(france, {
      reference: new Date(reference.getTime() + 40 * 86_400_000),
      listings: 300,
    }).lines;
    const earlier = generateDemo(france, { reference, listings: 300 }).lines;
    const told = (line: FeedLine): unknown => ({ ...line, observedAt: undefined, publishedAt: undefined });
    expect(later.map(told)).toEqual(earlier.map(told));
    expect(later.map(({ observedAt }) => Date.parse(observedAt) - 40 * 86_400_000)).toEqual(
      earlier.map(({ observedAt }) => Date.parse(observedAt)),
    );
  });

  it('writes lines that the feed reader accepts whole, with no member it does not know', () => {
    const refused = demo.lines
      .map((line) => parseFeedLine(JSON.stringify(line)))
      .filter((parsed) => !parsed.ok || parsed.unknownFields.length > 0);
    expect(refused).toEqual([]);
  });

  it('has about 5,000 listings of every type, for sale and to let, on many sources', () => {
    expect(histories.size).toBeGreaterThanOrEqual(5_000);
    expect(histories.size).toBeLessThan(5_020);
    const count = (type: string, transaction: string): number =>
      now.filter(({ propertyType, transactionType }) => propertyType === type && transactionType === transaction)
        .length;
    for (const type of PROPERTY_TYPES) expect([type, count(type, 'SELL') >= 30]).toEqual([type, true]);
    for (const type of ['FLAT', 'HOUSE', 'PARKING', 'OFFICE', 'SHOP', 'COMMERCIAL_PREMISES'])
      expect([type, count(type, 'RENT') >= 30]).toEqual([type, true]);
    expect(count('LAND', 'RENT') + count('BUILDING', 'RENT')).toBe(0);
    expect(new Set(now.map(({ source }) => source.domain)).size).toBe(17);
    expect(
      now.every(
        ({ source, url }) => source.domain.endsWith('.example') && url?.startsWith(`https://www.${source.domain}/`),
      ),
    ).toBe(true);
  });

  it('lets histories of 120 days pass: price changes, removals, returns', () => {
    const states = [...histories.values()];
    expect(
      demo.lines.every(
        ({ observedAt }) =>
          observedAt <= reference.toISOString() &&
          Date.parse(observedAt) >= reference.getTime() - 120 * 86_400_000 - 1_000,
      ),
    ).toBe(true);
    expect(demo.lines.map(({ observedAt }) => observedAt)).toEqual(
      demo.lines.map(({ observedAt }) => observedAt).sort(),
    );
    expect(
      states.every((each) =>
        each.every(({ observedAt }, at) => at === 0 || observedAt > (each[at - 1] as FeedLine).observedAt),
      ),
    ).toBe(true);
    expect(states.every(([first]) => first?.status === 'ONLINE')).toBe(true);
    const repriced = states.filter((each) => new Set(each.flatMap(({ price }) => price ?? [])).size > 1).length;
    const returned = states.filter((each) =>
      each.some(({ status }, at) => status === 'ONLINE' && each[at - 1]?.status === 'OFFLINE'),
    ).length;
    expect(repriced / states.length).toBeGreaterThan(0.2);
    expect(returned).toBeGreaterThan(100);
    expect(online.length / now.length).toBeGreaterThan(0.8);
    expect(online.length / now.length).toBeLessThan(0.9);
  });

  it("lists more than half of the listings' properties more than once, alike but not identical", () => {
    const shared = [...listingsByProperty().values()].filter((listings) => listings.length > 1);
    expect(shared.flat().length / now.length).toBeGreaterThan(0.6);
    expect(shared.flat().length / now.length).toBeLessThan(0.75);
    const differs = (field: keyof Listing): number =>
      shared.filter((listings) => new Set(listings.flatMap((listing) => listing[field] ?? [])).size > 1).length /
      shared.length;
    expect(differs('description')).toBeGreaterThan(0.4);
    expect(differs('price')).toBeGreaterThan(0.15);
    expect(differs('area')).toBeGreaterThan(0.1);
    for (const listings of shared) {
      for (const field of ['transactionType', 'propertyType', 'rooms', 'floor'] as const)
        expect(new Set(listings.flatMap((listing) => listing[field] ?? [])).size).toBeLessThan(2);
      const areas = listings.flatMap(({ area }) => area ?? []);
      if (areas.length > 0) expect(Math.max(...areas) / Math.min(...areas)).toBeLessThan(1.1);
    }
  });

  it('has flats of one building on the market that differ in floor and price only', () => {
    const byProperty = listingsByProperty();
    const twins = [...byProperty].filter(([property]) => property.endsWith('-twin'));
    expect(twins.length).toBeGreaterThan(60);
    for (const [property, listings] of twins) {
      const both = [...listings, ...(byProperty.get(property.replace('-twin', '')) as FeedLine[])];
      expect(new Set(both.flatMap(({ rooms }) => rooms ?? [])).size).toBeLessThan(2);
      expect(
        both.filter(
          ({ floor }, at) =>
            at >= listings.length && listings.some((twin) => twin.floor !== undefined && twin.floor === floor),
        ),
      ).toEqual([]);
    }
  });

  it('leaves no fact unsaid in its French sentences, and says nothing against the figures', () => {
    const texts = now.map(({ title, description }) => `${title} ${description}`);
    expect(texts.filter((text) => /[{}]|undefined|NaN|null| ce appartement/.test(text))).toEqual([]);
    expect(
      now.filter(({ features, description }) => features?.balcony === false && /balcon/i.test(description as string)),
    ).toEqual([]);
    expect(
      now.filter(
        ({ features, description }) => features?.elevator === false && /ascenseur/i.test(description as string),
      ),
    ).toEqual([]);
    expect(
      now.filter(({ features, description }) => features?.cellar === false && /\bcave\b/i.test(description as string)),
    ).toEqual([]);
    expect(new Set(now.map(({ description }) => description)).size / now.length).toBeGreaterThan(0.6);
  });

  it('places the listings that give only a point inside the outline of exactly one city', () => {
    const cities = demo.divisions.filter(({ type, geometry }) => type === 'CITY' && geometry);
    const bare = now.filter(({ location }) => location?.cityId === undefined);
    expect(bare.length).toBeGreaterThan(100);
    for (const { location } of bare) {
      const found = cities.filter(({ geometry }) =>
        pointInArea(
          { lat: location?.lat as number, lng: location?.lng as number },
          geometry as NonNullable<typeof geometry>,
        ),
      );
      expect(found.map(({ postalCodes }) => postalCodes?.includes(location?.postalCode as string))).toEqual([true]);
    }
  });

  it('has flats to buy in Lyon and to rent in Paris at the prices of the place', () => {
    const flats = (cityId: number, transactionType: string): FeedLine[] =>
      online.filter(
        (listing) =>
          listing.location?.cityId === cityId &&
          listing.propertyType === 'FLAT' &&
          listing.transactionType === transactionType,
      );
    const family = flats(69123, 'SELL').filter(
      ({ price = 0, rooms = 0 }) => price >= 150_000 && price <= 600_000 && rooms >= 3,
    );
    expect(new Set(family.map((listing) => demo.propertyOf(listing))).size).toBeGreaterThanOrEqual(40);
    const median = (values: number[]): number =>
      values.sort((one, other) => one - other)[Math.floor(values.length / 2)] as number;
    const perArea = (listings: FeedLine[]): number =>
      median(listings.flatMap(({ price, area }) => (price && area ? price / area : [])));
    expect(perArea(flats(69123, 'SELL'))).toBeGreaterThan(3_800);
    expect(perArea(flats(69123, 'SELL'))).toBeLessThan(5_600);
    expect(perArea(flats(75056, 'RENT'))).toBeGreaterThan(24);
    expect(perArea(flats(75056, 'RENT'))).toBeLessThan(36);
  });
});

describe('the divisions of the demo', () => {
  const byId = new Map(demo.divisions.map((division) => [division.id, division]));

  it('are the communes and arrondissements of France under stable ids of their own, parents first', () => {
    expect(byId.size).toBe(demo.divisions.length);
    const count = (type: string): number => demo.divisions.filter((division) => division.type === type).length;
    expect([count('COUNTRY'), count('REGION'), count('DEPARTMENT'), count('CITY'), count('DISTRICT')]).toEqual([
      1, 26, 109, 34_969, 45,
    ]);
    const seen = new Set<number>();
    const orphans = demo.divisions.filter(
      ({ id, type, parentId }) => (seen.add(id), type !== 'COUNTRY' && !seen.has(parentId as number)),
    );
    expect(orphans).toEqual([]);
    expect(
      demo.divisions.filter(({ id }) => [75056, 69123, 1053, 20004, 69381].includes(id)).map(({ name }) => name),
    ).toEqual(['Bourg-en-Bresse', 'Ajaccio', 'Lyon', 'Paris', 'Lyon 1er Arrondissement']);
    expect(byId.get(byId.get(69123)?.parentId as number)).toMatchObject({
      id: 200_069,
      name: 'Rhône',
      parentId: 100_084,
    });
    expect(byId.get(69381)?.parentId).toBe(69123);
    expect(byId.get(69123)?.postalCodes).toContain('69003');
  });

  it('puts Paris, Lyon and Marseille where they are, with their arrondissements inside', () => {
    for (const [id, lat, lng] of [
      [75056, 48.857, 2.352],
      [69123, 45.76, 4.836],
      [13055, 43.297, 5.381],
    ] as const) {
      const city = byId.get(id);
      expect(pointInArea({ lat, lng }, city?.geometry as NonNullable<NonNullable<typeof city>['geometry']>)).toBe(true);
      for (const district of demo.divisions.filter(({ parentId }) => parentId === id)) {
        expect([
          district.name,
          pointInArea(district.centroid, city?.geometry as NonNullable<NonNullable<typeof city>['geometry']>),
        ]).toEqual([district.name, true]);
      }
    }
  });
});

function listingsByProperty(): Map<string, FeedLine[]> {
  const byProperty = new Map<string, FeedLine[]>();
  for (const listing of now)
    byProperty.set(demo.propertyOf(listing), [...(byProperty.get(demo.propertyOf(listing)) ?? []), listing]);
  return byProperty;
}

function historiesOf(lines: readonly FeedLine[]): Map<string, FeedLine[]> {
  const histories = new Map<string, FeedLine[]>();
  for (const line of lines) {
    const key = `${line.source.domain}/${line.externalId}`;
    histories.set(key, [...(histories.get(key) ?? []), line]);
  }
  return histories;
}

/** The last state, with the attributes that OFFLINE keeps. */
function current(states: readonly FeedLine[]): FeedLine {
  const last = states.at(-1) as FeedLine;
  return last.status === 'ONLINE'
    ? last
    : { ...(states.findLast(({ status }) => status === 'ONLINE') as FeedLine), status: 'OFFLINE' };
}

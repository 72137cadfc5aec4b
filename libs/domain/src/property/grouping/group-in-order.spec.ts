import type { Listing } from '../../listing/listing.js';
import { groupInOrder } from './group-in-order.js';
import type { GroupingItem } from './grouping-item.js';
import { countContradictions, measurePairs, pairAgreement } from './measure-pairs.js';

describe('grouping a generated town of 1,500 homes', () => {
  const { items, homeOf } = generateTown(1_500, 7);
  const { groups } = groupInOrder(items);

  it('finds most adverts of one home and hardly ever joins two homes', () => {
    const { precision, recall } = measurePairs(groups, homeOf);
    expect(precision).toBeGreaterThan(0.99);
    expect(recall).toBeGreaterThan(0.8);
  });

  it('keeps every advert in exactly one group, and no two in one that contradict each other', () => {
    expect(groups.flat().map(({ id }) => id).sort()).toEqual(items.map(({ id }) => id).sort());
    expect(countContradictions(groups)).toBe(0);
  });

  it('decides alike when it is run again, and nearly alike in another order', () => {
    expect(groupInOrder(items).groups).toEqual(groups);
    expect(pairAgreement(groups, groupInOrder(shuffle(items, random(3))).groups)).toBeGreaterThan(0.97);
  });

  it('compares no more pairs per advert in a town twice as large', () => {
    const perAdvert = (all: readonly GroupingItem[]): number => groupInOrder(all).pairsCompared / all.length;
    const larger = perAdvert(generateTown(3_000, 7).items);
    expect(larger).toBeLessThan(1.3 * perAdvert(items));
    expect(larger).toBeLessThan(25);
  });
});

function shuffle<T>(values: readonly T[], next: () => number): T[] {
  return values.map((value) => [next(), value] as const).sort(([a], [b]) => a - b).map(([, value]) => value);
}

/** mulberry32: small, seeded, the same everywhere. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Homes at a city's density, each advertised one to four times by three sources: prices up to 8 % apart, points moved by up to 55 m, and each source leaves out
 * one attribute in five of a home.
 */
function generateTown(homes: number, seed: number): { items: GroupingItem[]; homeOf: (item: GroupingItem) => string } {
  const next = random(seed);
  const pick = (max: number): number => Math.floor(next() * max);
  const side = Math.sqrt(homes / 2_000) * 0.01;
  const items: GroupingItem[] = [];
  for (let home = 0; home < homes; home++) {
    const [lat, lng, price] = [45 + next() * side, 5 + next() * side, 80_000 + pick(400_000)];
    const bedrooms = 1 + pick(4);
    const said: Listing = {
      area: bedrooms * 20 + 15 + pick(25), bedrooms, rooms: bedrooms + 1, bathrooms: 1 + pick(2), floor: pick(8),
      building: { constructionYear: 1900 + pick(124) },
      features: { elevator: next() < 0.5, terrace: next() < 0.3, cellar: next() < 0.4, furnished: next() < 0.2, lastFloor: next() < 0.15 },
    };
    const shownBy = Array.from({ length: 3 }, () => Object.fromEntries(Object.entries(said).filter(([name]) => name === 'area' || next() < 0.8)));
    const adverts = 1 + pick(4);
    for (let advert = 0; advert < adverts; advert++) {
      const source = pick(shownBy.length);
      const listing: Listing = {
        ...shownBy[source], transactionType: 'SELL', propertyType: 'FLAT', currency: 'EUR',
        price: Math.round((price * (0.96 + next() * 0.08)) / 500) * 500,
        location: { lat: lat + (next() - 0.5) * 0.0007, lng: lng + (next() - 0.5) * 0.001, accuracy: 'STREET', cityName: 'Gable-Ville' },
      };
      items.push({ id: `${home}-${advert}`, sourceId: `source-${source}`, listing });
    }
  }
  return { items: shuffle(items, next), homeOf: ({ id }) => id.split('-')[0]! };
}

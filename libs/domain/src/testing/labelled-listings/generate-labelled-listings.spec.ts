import type { GroupingItem } from '../../property/grouping/grouping-item.js';
import { textShingles, textSimilarity } from '../../property/grouping/text-shingles.js';
import { generateLabelledListings, SCORING_SEEDS } from './generate-labelled-listings.js';

describe('generated properties', () => {
  const { arrivals, states, propertyOf, programmeOf } = generateLabelledListings(SCORING_SEEDS[0]!, 1_000);
  const properties = new Map<string, GroupingItem[]>();
  for (const item of arrivals) properties.set(propertyOf(item), [...(properties.get(propertyOf(item)) ?? []), item]);
  const shareOf = (holds: (item: GroupingItem) => boolean, of = arrivals): number =>
    of.filter(holds).length / of.length;

  it('are the same for a seed', () => {
    expect(generateLabelledListings(SCORING_SEEDS[0]!, 1_000).states).toEqual(states);
  });

  it('are advertised about three times each, on several portals', () => {
    expect(arrivals.length / properties.size).toBeGreaterThan(2.5);
    expect(new Set(arrivals.map(({ sourceId }) => sourceId)).size).toBe(5);
  });

  it('share under 10 % of their shingles in at least half of the pairs of one property on two sources', () => {
    const similarities: number[] = [];
    for (const listings of properties.values()) {
      listings.forEach((a, i) =>
        listings.slice(i + 1).forEach((b) => {
          if (a.sourceId !== b.sourceId)
            similarities.push(textSimilarity(textShingles(a.listing)!, textShingles(b.listing)!));
        }),
      );
    }
    expect(similarities.filter((similarity) => similarity < 0.1).length / similarities.length).toBeGreaterThanOrEqual(
      0.5,
    );
  });

  it('hide a third of the floors of flats and blur a third of the places', () => {
    const flats = arrivals.filter(({ listing }) => listing.propertyType === 'FLAT');
    expect(shareOf(({ listing }) => listing.floor === undefined, flats)).toBeCloseTo(1 / 3, 1);
    expect(shareOf(({ listing }) => listing.location?.accuracy === 'CITY')).toBeCloseTo(1 / 6, 1);
  });

  it('stand in look-alike lots to a fifth, which differ at least in their number, floor or plan', () => {
    const lots = [...properties.values()].filter(([item]) => programmeOf(item!) !== undefined);
    expect(lots.length / properties.size).toBeGreaterThan(0.18);
    expect(lots.length / properties.size).toBeLessThan(0.25);
    expect(new Set(lots.map(([item]) => propertyOf(item!))).size).toBe(lots.length);
  });

  it('change while they are shown: later states carry the id of the first', () => {
    const ids = new Set(arrivals.map(({ id }) => id));
    expect(states.length).toBeGreaterThan(1.05 * arrivals.length);
    expect(states.every(({ id }) => ids.has(id))).toBe(true);
  });
});

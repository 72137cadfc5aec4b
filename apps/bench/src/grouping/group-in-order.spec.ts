import { generateLabelledListings, SCORING_SEEDS } from '@gable/domain/testing';
import { groupInOrder } from './group-in-order.js';
import type { GroupingItem } from '@gable/domain/grouping';
import { countContradictions, measurePairs, pairAgreement } from './measure-pairs.js';

// Nothing was learned from this seed.
const HOMES = 1_000;
const known = generateLabelledListings(SCORING_SEEDS[0]!, HOMES);

describe('grouping generated homes of several portals and agencies, in all their states', () => {
  const { arrivals, states, propertyOf, programmeOf } = known;
  const { groups } = groupInOrder(states);

  it('finds the adverts of one home and hardly ever joins two homes', () => {
    const { precision, recall } = measurePairs(groups, propertyOf);
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });

  it('tells the lots of a new building apart', () => {
    const groupOf = new Map(groups.flatMap((group, i) => group.map(({ id }) => [id, i] as const)));
    const lots = arrivals.filter((item) => programmeOf(item) !== undefined);
    let [alike, merged] = [0, 0];
    lots.forEach((a, i) =>
      lots.slice(i + 1).forEach((b) => {
        if (programmeOf(a) !== programmeOf(b) || propertyOf(a) === propertyOf(b)) return;
        alike++;
        if (groupOf.get(a.id) === groupOf.get(b.id)) merged++;
      }),
    );
    expect(alike).toBeGreaterThan(1_000);
    expect(merged / alike).toBeLessThan(0.01);
  });

  it('keeps every advert in exactly one group, and after every change no two in one that contradict each other', () => {
    expect(
      groups
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(arrivals.map(({ id }) => id).sort());
    expect(countContradictions(groups)).toBe(0);
    expect(Math.max(...groups.map(({ length }) => length))).toBeLessThanOrEqual(20);
  });

  it('decides alike when it is run again, and nearly alike in another order', () => {
    expect(groupInOrder(states).groups).toEqual(groups);
    const reversed = pairAgreement(groupInOrder(arrivals).groups, groupInOrder([...arrivals].reverse()).groups);
    expect(reversed).toBeGreaterThanOrEqual(0.97);
  });
});

describe('a later state', () => {
  const flat = (id: string, floor: number): GroupingItem => ({
    id,
    sourceId: 'portal',
    listing: {
      transactionType: 'SELL',
      propertyType: 'FLAT',
      price: 250_000,
      currency: 'EUR',
      area: 81,
      rooms: 3,
      bedrooms: 2,
      bathrooms: 1,
      floor,
      condition: 'GOOD',
      building: { constructionYear: 1981 },
      location: { lat: 39.47, lng: -0.377, accuracy: 'STREET' },
      features: { elevator: true, terrace: true, furnished: false },
    },
  });
  const groupsOf = (...items: GroupingItem[]) => groupInOrder(items).groups.map((group) => group.map(({ id }) => id));

  it('takes a listing out of a home that it contradicts, and brings it back', () => {
    expect(groupsOf(flat('a', 3), flat('b', 3))).toEqual([['a', 'b']]);
    expect(groupsOf(flat('a', 3), flat('b', 3), flat('b', 4))).toEqual([['a'], ['b']]);
    expect(groupsOf(flat('a', 3), flat('b', 3), flat('b', 4), flat('b', 3))).toEqual([['a', 'b']]);
  });

  it('is found under what it says now, not under what it said before', () => {
    expect(groupsOf(flat('a', 3), flat('a', 4), flat('b', 3))).toEqual([['a'], ['b']]);
  });
});

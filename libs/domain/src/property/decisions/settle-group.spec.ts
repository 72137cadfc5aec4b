import { SeededRandom } from '../../testing/generating/seeded-random.js';
import { contradict } from '../grouping/compare-listings.js';
import type { GroupingItem } from '../grouping/grouping-item.js';
import { explainPair } from './explain-pair.js';
import { ListingTies } from './listing-ties.js';
import { mergesAllowed } from './merges-allowed.js';
import { settleGroup, type GroupingStep, type KnownGroups } from './settle-group.js';
import { PairScores } from './weigh-between.js';

let ids = 0;
/** A listing of a flat in Lyon; what a test is about stands in `over`. Later ones are newer. */
const advert = (over: object = {}, sourceId = 's'): GroupingItem => ({
  id: `i${String((ids += 1)).padStart(5, '0')}`,
  sourceId,
  listing: {
    transactionType: 'SELL',
    propertyType: 'FLAT',
    price: 200_000,
    area: 80,
    rooms: 3,
    bedrooms: 2,
    floor: 4,
    bathrooms: 1,
    building: { constructionYear: 1975 },
    location: { lat: 45.75, lng: 4.85, accuracy: 'PRECISE' },
    ...over,
  },
});

/** All listings in one block. */
class OneBlock implements KnownGroups {
  private readonly groups = new Map<string, GroupingItem[]>();

  constructor(groups: readonly (readonly GroupingItem[])[]) {
    groups.forEach((members, i) => this.groups.set(`g${i}`, [...members]));
  }

  membersOf(group: string): readonly GroupingItem[] {
    return this.groups.get(group) ?? [];
  }

  groupOf(listingId: string): string {
    return [...this.groups].find(([, members]) => members.some(({ id }) => id === listingId))![0];
  }

  similarTo(): string[] {
    return [...this.groups.values()].flat().map(({ id }) => id);
  }

  move(listingIds: readonly string[], group: string): void {
    for (const id of listingIds) {
      const from = this.groupOf(id);
      const item = this.groups.get(from)!.find((member) => member.id === id)!;
      this.groups.set(
        from,
        this.groups.get(from)!.filter((member) => member !== item),
      );
      this.groups.set(
        group,
        [...this.membersOf(group), item].sort((a, b) => (a.id < b.id ? -1 : 1)),
      );
    }
  }

  newGroup(): string {
    return `g${this.groups.size}`;
  }

  /** One walk over all groups. */
  walk(ties = new ListingTies()): GroupingStep[] {
    return [...this.groups.keys()].sort().flatMap((group) => settleGroup(group, this, ties));
  }

  get homes(): string[][] {
    return [...this.groups.values()].filter(({ length }) => length > 0).map((members) => members.map(({ id }) => id));
  }
}

const idsOf = (...items: GroupingItem[]) => items.map(({ id }) => id);

describe('settling groups', () => {
  it('takes in what agrees; the larger group stays, of equals the older', () => {
    const [a, b, c] = [advert(), advert({}, 't'), advert({}, 'u')];
    const groups = new OneBlock([[a], [b, c]]);
    expect(groups.walk()).toMatchObject([{ kind: 'MERGE', from: 'g0', into: 'g1', listings: [a], against: [b, c] }]);
    expect(groups.homes).toEqual([idsOf(a, b, c)]);
    expect(new OneBlock([[a], [b]]).walk()).toMatchObject([{ from: 'g1', into: 'g0' }]);
  });

  it('sends away what contradicts, the newest where both sides weigh the same, and lets it find its property', () => {
    const [a, high, b, other] = [advert(), advert({ floor: 9 }), advert({}, 't'), advert({ floor: 9 }, 't')];
    const groups = new OneBlock([[a, high, b], [other]]);
    expect(groups.walk()).toMatchObject([{ kind: 'MOVE', from: 'g0', into: 'g1', listings: [high], against: [other] }]);
    const pair = new OneBlock([[a, high]]);
    expect(pair.walk()).toMatchObject([{ kind: 'SPLIT', from: 'g0', into: 'g1', listings: [high], against: [a] }]);
    expect(pair.walk()).toEqual([]);
  });

  it('takes two properties apart that stood in one group', () => {
    const [low, high] = [[1, 2, 3].map(() => advert()), [1, 2, 3].map(() => advert({ floor: 9 }))];
    const groups = new OneBlock([[...low, ...high].sort((a, b) => (a.id < b.id ? -1 : 1))]);
    groups.walk();
    expect(groups.homes.sort((a, b) => (a[0]! < b[0]! ? -1 : 1))).toEqual([idsOf(...low), idsOf(...high)]);
  });

  it('lets a listing go where it agrees better', () => {
    const [rough, near] = [
      advert({ price: 240_000 }, 'u'),
      advert({ features: { terrace: true, cellar: true }, condition: 'NEW' }, 't'),
    ];
    const stray = advert({ features: { terrace: true, cellar: true }, condition: 'NEW' }, 'v');
    const scores = new PairScores();
    expect(scores.between([stray], [rough]).average).toBeGreaterThan(0);
    expect(scores.between([stray], [near]).average).toBeGreaterThan(scores.between([stray], [rough]).average);
    const groups = new OneBlock([[rough, stray], [near]]);
    groups.walk(new ListingTies([{ listingId: rough.id, otherId: near.id, together: false }]));
    expect(groups.homes).toEqual([[rough.id], idsOf(near, stray)]);
  });

  it('obeys ties: what is bound stays and moves together, what is apart stays apart', () => {
    const [a, high, b] = [advert(), advert({ floor: 9 }), advert({}, 't')];
    const bound = new ListingTies([{ listingId: a.id, otherId: high.id, together: true }]);
    const groups = new OneBlock([[a, high], [b]]);
    expect(groups.walk(bound)).toEqual([]); // b contradicts one of the two
    const mixed = new OneBlock([[a, high, b]]);
    mixed.walk(bound);
    expect(mixed.homes).toEqual([[a.id, high.id], [b.id]]);
    expect(
      new OneBlock([[a], [b]]).walk(new ListingTies([{ listingId: b.id, otherId: a.id, together: false }])),
    ).toEqual([]);
  });

  it('takes in no more than a property can have', () => {
    const many = Array.from({ length: 29 }, () => advert({}, 't'));
    const groups = new OneBlock([many, [advert()], [advert({}, 'u')]]);
    groups.walk();
    expect(groups.homes.map(({ length }) => length).sort()).toEqual([1, 30]);
  });

  it('sends listings away from a property that holds more than it can have, by ties only what is tied', () => {
    const many = Array.from({ length: 33 }, () => advert({}, 't'));
    const groups = new OneBlock([many]);
    groups.walk();
    expect(groups.homes.map(({ length }) => length).sort()).toEqual([3, 30]);
    const [first, ...others] = many;
    const tied = others.map(({ id }) => ({ listingId: first!.id, otherId: id, together: true }));
    expect(new OneBlock([many]).walk(new ListingTies(tied))).toEqual([]);
  });

  it('comes to an end that a second walk leaves alone, from any start, without a contradiction', () => {
    let steps = 0;
    for (let seed = 0; seed < 60; seed += 1) {
      const random = new SeededRandom(seed);
      const items = Array.from({ length: 14 }, () =>
        advert(
          {
            price: 200_000 * random.pick([1, 1.05, 1.3]),
            floor: random.pick([4, 4, undefined, 5]),
            bedrooms: random.pick([2, 3, undefined]),
            area: random.pick([80, 80, 81, 84]),
            features: { terrace: random.pick([true, false, undefined]), elevator: random.chance(0.5) },
            location: {
              lat: 45.75 + random.whole(0, 3) * 0.0003,
              lng: 4.85,
              accuracy: random.pick(['PRECISE', 'STREET']),
            },
          },
          random.pick(['s', 't', 'u']),
        ),
      );
      const start: GroupingItem[][] = [[], [], [], [], []];
      for (const item of items) random.pick(start).push(item);
      const ties = new ListingTies([{ listingId: items[0]!.id, otherId: items[1]!.id, together: false }]);
      const apart = start.find((group) => group.includes(items[0]!))!;
      if (apart.includes(items[1]!)) start.push([apart.splice(apart.indexOf(items[1]!), 1)[0]!]);
      const groups = new OneBlock(start.filter(({ length }) => length > 0));
      let walks = 0;
      for (let found = groups.walk(ties); found.length > 0; found = groups.walk(ties)) {
        steps += found.length;
        expect((walks += 1)).toBeLessThan(20);
      }
      const byId = new Map(items.map((item) => [item.id, item]));
      expect(groups.homes.flat().sort()).toEqual(idsOf(...items));
      for (const home of groups.homes) {
        const members = home.map((id) => byId.get(id)!);
        expect(home.includes(items[0]!.id) && home.includes(items[1]!.id)).toBe(false);
        expect(members.some((one, i) => members.slice(i + 1).some((other) => contradict(one, other)))).toBe(false);
      }
    }
    expect(steps).toBeGreaterThan(300);
  });
});

describe('ties', () => {
  it('hold over what is bound to what is bound, in both directions', () => {
    const ties = new ListingTies([
      { listingId: 'a', otherId: 'b', together: true },
      { listingId: 'c', otherId: 'b', together: true },
      { listingId: 'd', otherId: 'e', together: false },
    ]);
    expect([...ties.unitOf('c')].sort()).toEqual(['a', 'b', 'c']);
    expect([...ties.unitOf('x')]).toEqual(['x']);
    expect([ties.keepApart(['x', 'e'], [{ id: 'd' }]), ties.keepApart(['d'], [{ id: 'x' }])]).toEqual([true, false]);
  });

  it('drop those merges that would bring together what is apart, also through one another', () => {
    const [a, b, c, d] = [advert(), advert(), advert(), advert()];
    const ties = new ListingTies([
      { listingId: a.id, otherId: b.id, together: false },
      { listingId: c.id, otherId: d.id, together: false },
    ]);
    expect(mergesAllowed([a], [{ members: [b] }, { members: [c] }, { members: [d] }], ties)).toEqual([
      { members: [c] },
    ]);
  });
});

describe('explaining a pair', () => {
  it('names what speaks for and against, and what contradicts, in words and bits', () => {
    const explained = explainPair(advert(), advert({ floor: 9, price: 202_000 }, 't'));
    expect(explained).toMatchObject({ agrees: false, contradictions: ['floor'] });
    expect(explained.reasons).toEqual(expect.arrayContaining(['same area, 80 m²', 'floors 4 and 9']));
    expect(explained.reasons.at(-1)).toBe('floors 4 and 9');
    expect(explained.signals.at(-1)).toEqual({
      signal: 'floor',
      level: expect.any(String),
      bits: -10,
      phrase: 'floors 4 and 9',
    });
    expect(explainPair(advert(), advert({}, 't'))).toMatchObject({ agrees: true, contradictions: [] });
  });

  it.each([
    ['de', 'dieselbe Fläche, 80 m²', 'Stockwerke 4 und 9'],
    ['fr', 'même surface, 80 m²', 'étages 4 et 9'],
  ] as const)('speaks %s as well, and compares alike', (language, area, floors) => {
    const pair = [advert(), advert({ floor: 9, price: 202_000 }, 't')] as const;
    const [english, other] = [explainPair(...pair), explainPair(...pair, language)];
    expect(other.reasons).toEqual(expect.arrayContaining([area, floors]));
    const figures = ({ signals }: typeof other) => signals.map(({ phrase: _, ...rest }) => rest);
    expect([figures(other), other.reasons.length]).toEqual([figures(english), english.reasons.length]);
  });
});

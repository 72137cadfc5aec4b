import {
  CRITERIA_EXAMPLES,
  exampleCriteria,
  generateCases,
  generateWordCases,
  rounds,
  isOnBorder,
} from '@gable/domain/testing';
import { AlertIndex } from '@gable/alert-index';
import { EARTH_RADIUS_METERS } from '@gable/domain/geo';
import { matchCriteria, type CircleCondition, type Condition, type Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import { describeOpenSearch } from '@gable/testing';
import { asksTitleWords } from './engine/words-sql.js';
import { ListingsInBoth } from './testing/listings-in-both.js';

/** Pairs of a generated tree and a generated listing that are compared. */
const PAIRS = Number(process.env.PAIRS ?? rounds(40_000, 250_000));
/** A document may hold 10,000 nested listings and a page 10,000 hits; so a longer run takes several stores. */
const LISTINGS_AT_ONCE = 1_000;

describeOpenSearch('the three evaluators: matcher, SQL and OpenSearch', (url) => {
  let stored: ListingsInBoth;
  beforeAll(async () => {
    stored = await ListingsInBoth.open(url);
  });
  afterAll(() => stored.close());

  /** Words of titles are asked of the index, and of the texts, as where rows of an earlier release are about. */
  async function foundBySql(criteria: Criteria): Promise<Set<number>> {
    const found = await stored.foundBySql(criteria);
    if (asksTitleWords(criteria)) expect(await stored.foundBySql(criteria, false)).toEqual(found);
    return found;
  }

  /** Every listing on which the three do not agree, as an example to be. */
  async function differences(
    criteria: Criteria,
    listings: readonly Listing[],
    isExempt: (listing: Listing) => boolean = () => false,
  ): Promise<unknown[]> {
    const [sql, openSearch] = await Promise.all([foundBySql(criteria), stored.foundByOpenSearch(criteria)]);
    return listings.flatMap((listing, place) => {
      const answers = {
        matcher: matchCriteria(criteria, listing),
        sql: sql.has(place),
        openSearch: openSearch.has(place),
      };
      const agree = answers.matcher === answers.sql && answers.matcher === answers.openSearch;
      return agree || isExempt(listing) ? [] : [{ criteria: JSON.stringify(criteria), listing, ...answers }];
    });
  }

  it('agree on every pair of an example and a listing of the examples', async () => {
    const listings = CRITERIA_EXAMPLES.flatMap(({ meets, misses }) => [...meets, ...misses]);
    await stored.store(listings);
    const wrong = [];
    for (const example of CRITERIA_EXAMPLES) {
      const criteria = exampleCriteria(example);
      wrong.push(...(await differences(criteria, listings, (listing) => isOnBorder(criteria, listing))));
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it(`agree on ${PAIRS} generated pairs`, async () => {
    const { pairs, matches, wrong } = await compareAll(generateCases(20261121, Math.ceil(Math.sqrt(PAIRS))));
    expect(wrong).toEqual([]);
    expect(pairs).toBeGreaterThanOrEqual(PAIRS);
    expect(matches / pairs).toBeGreaterThan(0.1); // else agreeing would say little
  }, 3_600_000);

  it(`agree on ${PAIRS} generated pairs of words and texts, and so does the index of alerts`, async () => {
    const cases = generateWordCases(20261123, Math.ceil(Math.sqrt(PAIRS)));
    const { pairs, matches, wrong } = await compareAll(cases);
    expect(wrong).toEqual([]);
    expect(pairs).toBeGreaterThanOrEqual(PAIRS);
    expect(matches / pairs).toBeGreaterThan(0.1);
    const index = new AlertIndex();
    cases.forEach(({ criteria }, id) => index.add(id, criteria));
    const into = new Int32Array(cases.length);
    for (const { listing } of cases) {
      const expected = cases.flatMap(({ criteria }, id) => (matchCriteria(criteria, listing) ? [id] : []));
      expect([...into.subarray(0, index.match(listing, into))].sort((a, b) => a - b)).toEqual(expected);
    }
  }, 3_600_000);

  /** Every pair of a tree and a listing of the cases. */
  async function compareAll(
    cases: readonly { readonly criteria: Criteria; readonly listing: Listing }[],
  ): Promise<{ pairs: number; matches: number; wrong: unknown[] }> {
    const wrong = [];
    let pairs = 0;
    let matches = 0;
    for (let start = 0; start < cases.length; start += LISTINGS_AT_ONCE) {
      const listings = cases.slice(start, start + LISTINGS_AT_ONCE).map(({ listing }) => listing);
      await stored.store(listings);
      for (const { criteria } of cases) {
        wrong.push(...(await differences(criteria, listings)));
        pairs += listings.length;
        matches += listings.filter((listing) => matchCriteria(criteria, listing)).length;
      }
    }
    return { pairs, matches, wrong };
  }

  it('agree on numbers at the edge of what a double holds, on -0, and on values that are not stated', async () => {
    const edges = [
      -1.5,
      -5e-324,
      -0,
      0,
      5e-324,
      0.1,
      0.3,
      0.1 + 0.2,
      1,
      2_147_483_647,
      9_007_199_254_740_991,
      9_007_199_254_740_992,
      1e15 + 0.5,
      1.7976931348623157e308,
    ];
    const listings: Listing[] = [
      ...edges.map((price) => ({ price })),
      ...[-2, -0, 0, 1, 2_147_483_647].map((rooms) => ({ rooms })),
      {},
    ];
    await stored.store(listings);
    const wrong = [];
    for (const field of ['price', 'rooms'] as const) {
      for (const [place, min] of [null, ...edges].entries()) {
        for (const max of [null, ...edges].slice(min === null ? 0 : place)) {
          for (const allowNull of [false, true])
            wrong.push(...(await differences(node([{ kind: 'range', field, min, max, allowNull }]), listings)));
        }
      }
    }
    expect(wrong).toEqual([]);
  }, 300_000);

  it('agree a centimetre and a half to either side of circles, from a metre to half the earth', async () => {
    const circles = [
      { lat: 0, lng: 0 },
      { lat: 48.8566, lng: 2.3522 },
      { lat: -33.9, lng: 179.99 },
      { lat: 89.9, lng: 10 },
    ].flatMap((center) =>
      [1, 250, 12_345.678, 400_000, 3_000_000, 9_000_000].map((radiusMeters): Condition => ({
        kind: 'circle',
        center,
        radiusMeters,
      })),
    );
    const beside = circles.map((circle) =>
      Array.from({ length: 40 }, (_, n): Listing => ({
        location: placeBeside(circle as CircleCondition, n % 2 === 0 ? 0.015 : -0.015, n * 0.7),
      })),
    );
    const listings = beside.flat();
    await stored.store(listings);
    const wrong = [];
    for (const [place, circle] of circles.entries()) {
      const criteria = node([circle]);
      expect(beside[place]!.filter((listing) => matchCriteria(criteria, listing)).length).toBe(20);
      wrong.push(...(await differences(criteria, listings)));
    }
    expect(wrong).toEqual([]);
  }, 300_000);

  it('agree two centimetres beside the edges of shapes, wide ones and such as touch the antimeridian among them', async () => {
    const listings = RINGS.flatMap((rings) => rings.flatMap(besideEdges)).map((location): Listing => ({ location }));
    await stored.store(listings);
    const wrong = [];
    for (const rings of RINGS) {
      const shapes = [{ id: 'drawn', geometry: { type: 'Polygon' as const, coordinates: rings } }];
      for (const shape of [
        { included: shapes, excluded: null },
        { included: null, excluded: shapes },
      ]) {
        const criteria = node([{ kind: 'shape', ...shape }]);
        wrong.push(...(await differences(criteria, listings, (listing) => isOnBorder(criteria, listing))));
      }
    }
    expect(wrong).toEqual([]);
  }, 300_000);
});

const node = (conditions: Condition[]): Criteria => ({ conditions, operator: 'AND', children: [] });

type Corner = readonly [number, number];
const box = (west: number, south: number, east: number, north: number): Corner[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/**
 * Outer ring and holes: either way round, wider than half the earth, at the antimeridian and the poles, with a corner
 * told twice, with 2,000 corners.
 */
const RINGS: readonly (readonly Corner[])[][] = [
  [box(2, 48, 3, 49), box(2.4, 48.4, 2.6, 48.6)],
  [box(2, 48, 3, 49).reverse(), box(2.4, 48.4, 2.6, 48.6).reverse()],
  [box(-100, -40, 100, 50).reverse(), box(-95, -20, 95, 20)],
  [box(-180, -90, 180, 90), box(-170, -80, 170, 80)],
  [
    box(100, -50, 180, 50),
    [
      [180, 0],
      [150, 10],
      [150, -10],
      [180, 0],
    ],
  ],
  [box(-180, -10, -170, 10)],
  [
    [
      [0, 0],
      [0, 0],
      [20, 0],
      [20, 20],
      [20, 20],
      [0, 20],
      [0, 0],
    ],
  ],
  [
    [
      [0, 0],
      [4, 2],
      [0, 4],
      [2, 2],
      [0, 0],
    ],
  ],
  [
    Array.from({ length: 2_001 }, (_, n): Corner => {
      const angle = (2 * Math.PI * (n % 2_000)) / 2_000;
      return [
        2 + 0.3 * (1 + 0.3 * Math.sin(37 * angle)) * Math.cos(angle),
        48 + 0.3 * (1 + 0.3 * Math.sin(37 * angle)) * Math.sin(angle),
      ];
    }),
  ],
];

/** Beside the middle of each edge, to the four points of the compass; in few rounds beside every fifth of thousands. */
function besideEdges(ring: readonly Corner[]): { lat: number; lng: number }[] {
  const step = ring.length > 1_000 ? rounds(5, 1) : 1;
  return ring.slice(1).flatMap(([lng, lat], n) => {
    if (n % step > 0) return [];
    const [previousLng, previousLat] = ring[n]!;
    return [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]
      .map(([east, north]) => ({
        lng: (lng + previousLng) / 2 + east! * 3e-7,
        lat: (lat + previousLat) / 2 + north! * 2e-7,
      }))
      .filter((place) => Math.abs(place.lng) <= 180 && Math.abs(place.lat) <= 90);
  });
}

/** The place in a direction from the centre (radians from north) that lies so many metres outside of the circle. */
function placeBeside(
  { center: { lat, lng }, radiusMeters }: CircleCondition,
  meters: number,
  direction: number,
): { lat: number; lng: number } {
  const [angle, latitude] = [(radiusMeters + meters) / EARTH_RADIUS_METERS, lat * (Math.PI / 180)];
  const sin = Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(direction);
  const turned = Math.atan2(
    Math.sin(direction) * Math.sin(angle) * Math.cos(latitude),
    Math.cos(angle) - Math.sin(latitude) * sin,
  );
  return { lat: Math.asin(sin) * (180 / Math.PI), lng: ((lng + turned * (180 / Math.PI) + 540) % 360) - 180 };
}

import { isDeepStrictEqual } from 'node:util';
import type { Position } from '../geo/geometry.js';
import type { Listing } from '../listing/listing.js';
import { compareVerdicts } from './compare-verdicts.js';
import { CRITERIA_EXAMPLES, exampleCriteria } from '../testing/criteria-examples.js';
import type { Criteria } from './criteria.js';
import { explainMatch, type NodeVerdict } from './explain-match.js';
import { generateCases } from '../testing/generate-cases.js';
import { rounds } from '../testing/rounds.js';
import { matchCriteria, meetsCondition } from './match-criteria.js';

const SQUARE: readonly Position[][] = [
  [
    [2, 48],
    [3, 48],
    [3, 49],
    [2, 49],
    [2, 48],
  ],
];

function wish(criteria: unknown): Criteria {
  const places = { knowsDivision: () => true, shape: () => ({ type: 'Polygon' as const, coordinates: SQUARE }) };
  return exampleCriteria({ says: '', criteria, places, meets: [], misses: [] });
}

const lyonOrGarden = wish({
  transactionType: { value: 'SELL' },
  price: { max: 250_000 },
  rooms: { bedrooms: { min: 2, allowNull: true } },
  operator: 'OR',
  children: [{ location: { includedDivisionIds: [69_123] } }, { unit: { garden: { value: true } }, area: { min: 80 } }],
});
const names = { division: (id: number) => (id === 69_123 ? 'Lyon' : undefined) };

describe('explainMatch', () => {
  it('says which of the words occur', () => {
    const criteria = wish({ text: { all: ['loft'], any: ['vue', 'terrass*'], none: ['viager'] } });
    const verdict = (listing: Listing) => explainMatch(criteria, listing).conditions[0];
    const asked = 'saying "loft", saying "terrass*" or "vue", not saying "viager"';
    const words = { kind: 'words', path: 'text', asked };
    expect(verdict({ title: 'Loft', description: 'Terrasse, viager' })).toEqual({
      ...words,
      holds: false,
      stated: ['loft', 'terrass*', 'viager'],
    });
    expect(verdict({ title: 'Loft, vue' })).toEqual({ ...words, holds: true, stated: ['loft', 'vue'] });
    expect(verdict({ title: '' })).toEqual({ ...words, holds: false, stated: [] });
    expect(verdict({})).toEqual({ ...words, holds: false, stated: null });
  });

  it('says of every condition what was asked, what the listing states and whether that holds', () => {
    const listing: Listing = {
      transactionType: 'SELL',
      price: 260_000,
      area: 90,
      features: { garden: true },
      location: { cityId: 75_056 },
    };
    expect(explainMatch(lyonOrGarden, listing, names)).toEqual({
      holds: false,
      conditions: [
        { kind: 'transactionType', path: 'transactionType', holds: true, asked: 'for sale', stated: 'SELL' },
        { kind: 'range', path: 'price', holds: false, asked: '250,000 or less', stated: 260_000 },
        {
          kind: 'range',
          path: 'rooms.bedrooms',
          holds: true,
          asked: 'at least 2 bedrooms (or not stated)',
          stated: null,
        },
      ],
      operator: 'OR',
      met: [1],
      children: [
        {
          holds: false,
          conditions: [{ kind: 'division', path: 'location', holds: false, asked: 'in Lyon', stated: [75_056] }],
          operator: null,
          children: [],
          met: [],
        },
        {
          holds: true,
          operator: null,
          children: [],
          met: [],
          conditions: [
            { kind: 'range', path: 'area', holds: true, asked: 'at least 80 m²', stated: 90 },
            { kind: 'flag', path: 'unit.garden', holds: true, asked: 'with a garden', stated: true },
          ],
        },
      ],
    });
  });

  it('tells how far a property lies from the centre of a circle, and where a shape looked', () => {
    const criteria = wish({
      propertyType: { excluded: ['LAND'] },
      location: {
        centerPoint: { lat: 48.85, lng: 2.35 },
        radiusMeters: 1_000,
        includedGeoShapeIds: ['0199a1b2-0000-7000-8000-000000000001'],
      },
    });
    const seen = (listing: Listing) =>
      explainMatch(criteria, listing).conditions.map(({ path, holds, stated }) => [path, holds, stated]);
    expect(seen({ propertyType: 'HOUSE', location: { lat: 48.86, lng: 2.35 } })).toEqual([
      ['propertyType', true, 'HOUSE'],
      ['location', false, { lat: 48.86, lng: 2.35, distanceMeters: 1_111.951 }],
      ['location', true, { lat: 48.86, lng: 2.35 }],
    ]);
    expect(seen({})).toEqual([
      ['propertyType', true, null],
      ['location', false, null],
      ['location', false, null],
    ]);
  });

  it('says of every example what the matcher says', () => {
    for (const example of CRITERIA_EXAMPLES) {
      const criteria = exampleCriteria(example);
      for (const listing of [...example.meets, ...example.misses])
        expect({ says: example.says, listing, holds: explainMatch(criteria, listing).holds }).toEqual({
          says: example.says,
          listing,
          holds: matchCriteria(criteria, listing),
        });
    }
  });

  it('agrees with the matcher on the root and on every node and condition of thousands of made-up pairs', () => {
    const pairs = rounds(5_000, 20_000);
    const verdicts = generateCases(20_261_121, pairs).map((each) => ({
      ...each,
      verdict: explainMatch(each.criteria, each.listing),
    }));
    // As text: a comparison of whole trees takes minutes where it fails.
    expect(
      verdicts
        .filter(({ criteria, listing, verdict }) => !agrees(criteria, listing, verdict))
        .slice(0, 3)
        .map((each) => JSON.stringify(each)),
    ).toEqual([]);
    expect(verdicts.filter(({ verdict }) => verdict.holds).length).toBeGreaterThan(pairs / 5);
  });

  it('is made for JSON: nothing is lost or changed on the way', () => {
    const conditions = (verdict: NodeVerdict): unknown[] => [
      ...verdict.conditions,
      ...verdict.children.flatMap(conditions),
    ];
    const differing = generateCases(7, 500).flatMap(({ criteria, listing }) =>
      conditions(explainMatch(criteria, listing)).filter(
        (verdict) =>
          !isDeepStrictEqual(JSON.parse(JSON.stringify(verdict)), verdict) ||
          JSON.stringify(verdict).includes('undefined'),
      ),
    );
    expect(differing.slice(0, 3)).toEqual([]);
  });
});

function agrees(node: Criteria, listing: Listing, verdict: NodeVerdict): boolean {
  return (
    verdict.holds === matchCriteria(node, listing) &&
    node.conditions.every(
      (condition, place) => verdict.conditions[place]!.holds === meetsCondition(condition, listing),
    ) &&
    verdict.met.every((place) => verdict.children[place]!.holds) &&
    verdict.children.filter(({ holds }) => holds).length === verdict.met.length &&
    node.children.every((child, place) => agrees(child, listing, verdict.children[place]!))
  );
}

describe('compareVerdicts', () => {
  const compare = (before: Listing, after: Listing) =>
    compareVerdicts(explainMatch(lyonOrGarden, before, names), explainMatch(lyonOrGarden, after, names));
  const home: Listing = { transactionType: 'SELL', price: 240_000, area: 90, features: { garden: true } };

  it('names the conditions that turned, with the values on both sides and the node they stand in', () => {
    expect(compare(home, { ...home, price: 260_000, features: {}, location: { cityId: 69_123 } })).toEqual([
      { node: [], path: 'price', asked: '250,000 or less', holds: false, before: 240_000, after: 260_000 },
      { node: [0], path: 'location', asked: 'in Lyon', holds: true, before: null, after: [69_123] },
      { node: [1], path: 'unit.garden', asked: 'with a garden', holds: false, before: true, after: null },
    ]);
  });

  it('is silent about values that changed and turned nothing', () => {
    expect(compare(home, { ...home, price: 230_000, area: 100 })).toEqual([]);
  });
});

import type { Condition, Criteria, RangeCondition } from '@gable/domain/criteria';
import { compileToOpenSearch } from './compile-to-opensearch.js';
import type { Query } from './query-parts.js';

const node = (conditions: Condition[], operator: 'AND' | 'OR' = 'AND', children: Criteria[] = []): Criteria => ({
  conditions,
  operator,
  children,
});
const range = (
  field: RangeCondition['field'],
  min: number | null,
  max: number | null,
  allowNull = false,
): Condition => ({ kind: 'range', field, min, max, allowNull });
const square = (size: number): [number, number][] => [
  [0, 0],
  [size, 0],
  [size, size],
  [0, size],
  [0, 0],
];
const shape = (...coordinates: (readonly [number, number])[][]) => ({
  id: 'a',
  geometry: { type: 'Polygon' as const, coordinates },
});
const area = (...coordinates: (readonly [number, number])[][]): Query => ({
  geo_shape: { 'listings.point': { shape: { type: 'Polygon', coordinates }, relation: 'intersects' } },
});

const either = (...should: Query[]): Query => ({ bool: { should, minimum_should_match: 1 } });

/** The query inside of the one `nested`. */
function inner(criteria: Criteria): unknown {
  const { query } = compileToOpenSearch(criteria);
  const { path, query: found, score_mode } = query.nested as { path: string; query: unknown; score_mode: string };
  expect({ keys: Object.keys(query), path, score_mode }).toEqual({
    keys: ['nested'],
    path: 'listings',
    score_mode: 'none',
  });
  return found;
}

describe('compileToOpenSearch', () => {
  it.each<[string, Condition, Query]>([
    ['a range', range('price', 1, 2.5), { range: { 'listings.price': { gte: 1, lte: 2.5 } } }],
    ['a range open above', range('areaIndoor', 30, null), { range: { 'listings.areaIndoor': { gte: 30 } } }],
    [
      'a range that allows null',
      range('price', null, 2, true),
      { bool: { must_not: [{ range: { 'listings.price': { gt: 2 } } }] } },
    ],
    [
      'both bounds with null allowed',
      range('rooms', 1, 2, true),
      { bool: { must_not: [{ range: { 'listings.rooms': { lt: 1 } } }, { range: { 'listings.rooms': { gt: 2 } } }] } },
    ],
    ['a value that has to be there', range('price', null, null), { exists: { field: 'listings.price' } }],
    ['a value that may be anything', range('price', null, null, true), { match_all: {} }],
    [
      'words, phrases and beginnings',
      { kind: 'words', all: ['bel etage', 'loft'], any: ['vue'], none: ['terrass*'], in: ['title', 'description'] },
      {
        bool: {
          filter: [
            either({ term: { 'listings.title': 'loft' } }, { term: { 'listings.description': 'loft' } }),
            either({ term: { 'listings.title': 'vue' } }, { term: { 'listings.description': 'vue' } }),
          ],
          must_not: [{ prefix: { 'listings.title': 'terrass' } }, { prefix: { 'listings.description': 'terrass' } }],
          should: [
            { match_phrase: { 'listings.title': 'bel etage' } },
            { match_phrase: { 'listings.description': 'bel etage' } },
          ],
          minimum_should_match: 1,
        },
      },
    ],
    [
      'words of one of the texts',
      { kind: 'words', all: ['bel etage'], any: null, none: [], in: ['description'] },
      { match_phrase: { 'listings.description': 'bel etage' } },
    ],
    [
      'a flag',
      { kind: 'flag', field: 'lastFloor', value: false, allowNull: false },
      { term: { 'listings.lastFloor': false } },
    ],
    [
      'a flag that allows null',
      { kind: 'flag', field: 'gym', value: true, allowNull: true },
      { bool: { must_not: [{ term: { 'listings.gym': false } }] } },
    ],
    [
      'transaction types',
      { kind: 'transactionType', included: ['RENT', 'SELL'] },
      { terms: { 'listings.transactionType': ['RENT', 'SELL'] } },
    ],
    ['an empty set', { kind: 'transactionType', included: [] }, { match_none: {} }],
    [
      'property types in and out',
      { kind: 'propertyType', included: ['FLAT', 'LAND'], excluded: ['HOUSE'] },
      {
        bool: {
          filter: [{ terms: { 'listings.propertyType': ['FLAT', 'LAND'] } }],
          must_not: [{ terms: { 'listings.propertyType': ['HOUSE'] } }],
        },
      },
    ],
    [
      'divisions as text',
      { kind: 'division', included: [7, 8], excluded: null },
      { terms: { 'listings.divisionIds': ['7', '8'] } },
    ],
    [
      'divisions left out',
      { kind: 'division', included: null, excluded: [9] },
      { bool: { must_not: [{ terms: { 'listings.divisionIds': ['9'] } }] } },
    ],
    [
      'a box, by the numbers of the point',
      { kind: 'box', north: 2, south: 1, east: 4, west: 3 },
      {
        bool: {
          filter: [
            { range: { 'listings.lat': { gte: 1, lte: 2 } } },
            { range: { 'listings.lng': { gte: 3, lte: 4 } } },
          ],
        },
      },
    ],
    [
      'a circle, on their sphere',
      { kind: 'circle', center: { lat: 1, lng: 2 }, radiusMeters: 1_000_000 },
      { geo_distance: { distance: '999999.9955109151m', 'listings.point': { lat: 1, lon: 2 } } },
    ],
    [
      'a circle of less than OpenSearch measures, by what we measure',
      { kind: 'circle', center: { lat: 1, lng: 2 }, radiusMeters: 0.5 },
      {
        bool: {
          filter: [
            { geo_distance: { distance: expect.stringMatching(/^3\.99\d+m$/), 'listings.point': { lat: 1, lon: 2 } } },
            { script: { script: { source: expect.any(String), params: { lat: 1, lng: 2, radius: 0.5 } } } },
          ],
        },
      },
    ],
    [
      'a shape, its outer ring counterclockwise and its hole clockwise',
      { kind: 'shape', included: [shape(square(2).reverse(), square(1))], excluded: null },
      area(square(2), square(1).reverse()),
    ],
    [
      'one of two shapes',
      { kind: 'shape', included: [shape(square(1)), shape(square(2))], excluded: null },
      { bool: { should: [area(square(1)), area(square(2))], minimum_should_match: 1 } },
    ],
    [
      'none of two shapes',
      { kind: 'shape', included: null, excluded: [shape(square(1)), shape(square(2))] },
      { bool: { must_not: [area(square(1)), area(square(2))] } },
    ],
    [
      'a shape that encloses nothing',
      {
        kind: 'shape',
        included: [
          shape([
            [0, 0],
            [1, 1],
            [0, 0],
          ]),
        ],
        excluded: null,
      },
      { match_none: {} },
    ],
    [
      'a shape at the antimeridian, a hair inside of it and without repeated corners',
      {
        kind: 'shape',
        included: [
          shape([
            [170, 0],
            [180, 0],
            [180, 0],
            [180, 9],
            [170, 0],
          ]),
        ],
        excluded: null,
      },
      area([
        [170, 0],
        [180 - 1e-9, 0],
        [180 - 1e-9, 9],
        [170, 0],
      ]),
    ],
  ])('writes %s', (_, condition, query) => {
    expect(inner(node([condition]))).toEqual(query);
  });

  it('writes parts of a shape as one MultiPolygon', () => {
    const geometry = { type: 'MultiPolygon' as const, coordinates: [[square(1)], [square(2), square(1)]] };
    expect(inner(node([{ kind: 'shape', included: [{ id: 'a', geometry }], excluded: null }]))).toEqual({
      geo_shape: {
        'listings.point': {
          shape: { type: 'MultiPolygon', coordinates: [[square(1)], [square(2), square(1).reverse()]] },
          relation: 'intersects',
        },
      },
    });
  });

  it('takes one bool for a node, with its alternatives beside its conditions', () => {
    const criteria = node([range('price', 1, null), range('rooms', 3, null, true)], 'OR', [
      node([range('area', 2, null), range('lots', 3, null)]),
      node([range('area', 4, null)]),
    ]);
    expect(compileToOpenSearch(criteria)).toMatchObject({ clauses: 10, depth: 2 });
    expect(inner(criteria)).toEqual({
      bool: {
        filter: [{ range: { 'listings.price': { gte: 1 } } }],
        must_not: [{ range: { 'listings.rooms': { lt: 3 } } }],
        should: [
          {
            bool: { filter: [{ range: { 'listings.area': { gte: 2 } } }, { range: { 'listings.lots': { gte: 3 } } }] },
          },
          { range: { 'listings.area': { gte: 4 } } },
        ],
        minimum_should_match: 1,
      },
    });
  });

  it('keeps two lists of alternatives apart', () => {
    const either = (a: number, b: number): Criteria =>
      node([], 'OR', [node([range('price', a, null)]), node([range('area', b, null)])]);
    const choice = (a: number, b: number) => ({
      should: [{ range: { 'listings.price': { gte: a } } }, { range: { 'listings.area': { gte: b } } }],
      minimum_should_match: 1,
    });
    expect(inner(node([], 'AND', [either(1, 2), either(3, 4)]))).toEqual({
      bool: { ...choice(1, 2), filter: [{ bool: choice(3, 4) }] },
    });
  });

  it('lays chains and alternatives of alternatives out flat', () => {
    let criteria = node([range('price', 1, null)]);
    for (let level = 0; level < 30; level += 1) criteria = node([], level % 2 === 0 ? 'OR' : 'AND', [criteria]);
    expect(inner(criteria)).toEqual({ range: { 'listings.price': { gte: 1 } } });
    const nested = node([], 'OR', [
      node([range('area', 1, null)]),
      node([], 'OR', [
        node([range('area', 2, null)]),
        node([], 'AND', [node([], 'OR', [node([range('area', 3, null)]), node([range('area', 4, null)])])]),
      ]),
    ]);
    expect(inner(nested)).toEqual({
      bool: { should: [1, 2, 3, 4].map((gte) => ({ range: { 'listings.area': { gte } } })), minimum_should_match: 1 },
    });
  });

  it('puts sets that are alternatives together: a thousand cities are one clause', () => {
    const criteria = node(
      [],
      'OR',
      Array.from({ length: 1_000 }, (_, n) => node([{ kind: 'division', included: [n, n + 1], excluded: null }])),
    );
    expect(inner(criteria)).toEqual({
      terms: { 'listings.divisionIds': Array.from({ length: 1_001 }, (_, n) => String(n)) },
    });
    expect(compileToOpenSearch(criteria)).toMatchObject({ clauses: 1, depth: 0 });
  });

  it('finds everything where one alternative asks for nothing, and nothing where no alternative can be met', () => {
    const never = node([{ kind: 'propertyType', included: [], excluded: null }]);
    expect(inner(node([], 'OR', [node([range('price', 1, null)]), node([])]))).toEqual({ match_all: {} });
    expect(inner(node([], 'OR', [never, never]))).toEqual({ match_none: {} });
    expect(inner(node([], 'OR', [never, node([range('price', 1, null)])]))).toEqual({
      range: { 'listings.price': { gte: 1 } },
    });
    expect(inner(node([range('price', 1, null)], 'AND', [never]))).toEqual({ match_none: {} });
    expect(inner(node([]))).toEqual({ match_all: {} });
  });

  it('counts numbers and places twice, and "none of these" alone once more, as OpenSearch does', () => {
    const clausesOf = (...conditions: Condition[]): number => compileToOpenSearch(node(conditions)).clauses;
    expect([
      clausesOf(range('price', 1, 2)),
      clausesOf({ kind: 'flag', field: 'gym', value: true, allowNull: false }),
      clausesOf({ kind: 'flag', field: 'gym', value: true, allowNull: true }),
      clausesOf({ kind: 'shape', included: null, excluded: [shape(square(1)), shape(square(2))] }),
      clausesOf({ kind: 'circle', center: { lat: 0, lng: 0 }, radiusMeters: 10 }),
    ]).toEqual([2, 1, 2, 5, 2]);
  });
});

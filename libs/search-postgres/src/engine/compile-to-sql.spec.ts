import type { Condition, Criteria, RangeCondition, WordsCondition } from '@gable/domain/criteria';
import { compileToSql } from './compile-to-sql.js';
import { polygonArray } from './polygon-array.js';

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

describe('compileToSql', () => {
  it.each<[string, Condition, string, unknown[]]>([
    ['a range', range('price', 1, 2.5), 'l.price >= $1::float8 and l.price <= $2::float8', [1, 2.5]],
    ['a range open above', range('areaIndoor', 30, null), 'l.area_indoor >= $1::float8', [30]],
    ['a range that allows null', range('price', null, 2, true), '(l.price <= $1::float8 or l.price is null)', [2]],
    [
      'a range of both bounds that allows null',
      range('rooms', 1, 2, true),
      '((l.rooms >= $1::bigint and l.rooms <= $2::bigint) or l.rooms is null)',
      [1, 2],
    ],
    [
      'whole numbers, rounded inwards',
      range('rooms', 1.5, 1e300),
      'l.rooms >= $1::bigint and l.rooms <= $2::bigint',
      [2, Number.MAX_SAFE_INTEGER],
    ],
    [
      'words, phrases and beginnings',
      {
        kind: 'words',
        all: ['bel etage', 'loft', 'terrass*'],
        any: null,
        none: ['viager'],
        in: ['title', 'description'],
      },
      'l.words @@ $1::tsquery and (l.words @@ $2::tsquery) is not true and (strpos(l.folded_text, $3) > 0)',
      ["('bel' & 'etage') & 'loft' & 'terrass':* & !'viager'", "'viager'", ' bel etage '],
    ],
    [
      'words of one of the texts',
      { kind: 'words', all: [], any: ['loft', 'vue mer'], none: [], in: ['description'] },
      "l.words @@ $1::tsquery and (strpos(split_part(l.folded_text, '|', 2), $2) > 0 or " +
        "strpos(split_part(l.folded_text, '|', 2), $3) > 0)",
      ["('loft' | ('vue' & 'mer'))", ' loft ', ' vue mer '],
    ],
    [
      'a flag',
      { kind: 'flag', field: 'lastFloor', value: false, allowNull: false },
      'l.last_floor = $1::boolean',
      [false],
    ],
    [
      'a flag that allows null',
      { kind: 'flag', field: 'gym', value: true, allowNull: true },
      '(l.gym = $1::boolean or l.gym is null)',
      [true],
    ],
    [
      'transaction types',
      { kind: 'transactionType', included: ['RENT', 'SELL'] },
      'l.transaction_type = any($1::smallint[])',
      [[1, 0]],
    ],
    ['one transaction type', { kind: 'transactionType', included: ['RENT'] }, 'l.transaction_type = $1::smallint', [1]],
    [
      'property types',
      { kind: 'propertyType', included: ['FLAT', 'LAND'], excluded: null },
      'l.property_type = any($1::smallint[])',
      [[0, 5]],
    ],
    [
      'property types left out',
      { kind: 'propertyType', included: null, excluded: ['HOUSE'] },
      '(l.property_type = any($1::smallint[])) is not true',
      [[1]],
    ],
    [
      'divisions',
      { kind: 'division', included: [7, 8], excluded: [9] },
      'l.division_ids && $1::bigint[] and not l.division_ids && $2::bigint[]',
      [[7, 8], [9]],
    ],
    [
      'a box',
      { kind: 'box', north: 2, south: 1, east: 4, west: 3 },
      'l.lat between $1::float8 and $2::float8 and l.lng between $3::float8 and $4::float8',
      [1, 2, 3, 4],
    ],
    [
      'a box across the 180th meridian',
      { kind: 'box', north: 2, south: 1, east: -178, west: 177 },
      '((l.lat between $1::float8 and $2::float8 and l.lng between $3::float8 and $4::float8) or ' +
        '(l.lat between $5::float8 and $6::float8 and l.lng between $7::float8 and $8::float8))',
      [1, 2, 177, 180, 1, 2, -180, -178],
    ],
    [
      'a circle',
      { kind: 'circle', center: { lat: 0, lng: 0 }, radiusMeters: 0 },
      '(l.lat between $1::float8 and $2::float8 and l.lng between $3::float8 and $4::float8 and gable_distance(l.lat, l.lng, $5::float8, $6::float8) <= $7::float8)',
      [-1e-6, 1e-6, -1e-6, 1e-6, 0, 0, 0],
    ],
    [
      'a shape',
      {
        kind: 'shape',
        included: [{ id: 'a', geometry: { type: 'Polygon', coordinates: [square(1)] } }],
        excluded: null,
      },
      '(l.lat between $1::float8 and $2::float8 and l.lng between $3::float8 and $4::float8 and (($5::polygon[])[1] @> point(l.lng * 1000000, l.lat * 1000000)))',
      [0, 1, 0, 1, polygonArray([square(1).flat()])],
    ],
    [
      'a shape with a hole left out',
      {
        kind: 'shape',
        included: null,
        excluded: [{ id: 'a', geometry: { type: 'Polygon', coordinates: [square(2), square(1)] } }],
      },
      '(l.lat between $1::float8 and $2::float8 and l.lng between $3::float8 and $4::float8' +
        ' and (((($5::polygon[])[1] @> point(l.lng * 1000000, l.lat * 1000000)) is true) <> ((($6::polygon[])[1] @> point(l.lng * 1000000, l.lat * 1000000)) is true))) is not true',
      [0, 2, 0, 2, polygonArray([square(2).flat()]), polygonArray([square(1).flat()])],
    ],
  ])('writes %s', (_, condition, text, parameters) => {
    expect(compileToSql(node([condition]))).toEqual({ text, parameters });
  });

  it('reads the words of those rows alone that the index may not have whole, about words that they lack', () => {
    const words = { kind: 'words', all: ['loft'], any: null, none: ['sol'], in: ['title', 'description'] } as const;
    expect(compileToSql(node([words]), { wordsWholeBefore: '77' })).toEqual({
      text: 'l.words @@ $1::tsquery and (age(l.xmin) > (select age($3::xid)) or (l.words @@ $2::tsquery) is not true)',
      parameters: ["'loft' & !'sol'", "'sol'", '77'],
    });
    expect(compileToSql(node([words])).text).toBe('l.words @@ $1::tsquery and (l.words @@ $2::tsquery) is not true');
  });

  it('asks the index of words for a city as well, and leaves the column of the city alone', () => {
    const words = { kind: 'words', all: ['loft'], any: null, none: [], in: ['title', 'description'] } as const;
    const division = { kind: 'division', included: [75056, 69123], excluded: [75101] } as const;
    expect(compileToSql(node([division, words]), { levelOf: () => 'CITY' })).toEqual({
      text: 'not l.division_ids && $1::bigint[] and l.words @@ $2::tsquery',
      parameters: [[75101], "'loft' & ('#75056' | '#69123')"],
    });
    expect(compileToSql(node([division, { ...words, all: [] }]), { levelOf: () => 'CITY' }).text).toContain('city_id');
  });

  it('asks the index of words for parts of the store, with the words', () => {
    const words = { kind: 'words', all: ['loft'], any: null, none: [], in: ['title', 'description'] } as const;
    expect(compileToSql(node([words]), { parts: [0, 1] })).toEqual({
      text: 'l.words @@ $1::tsquery',
      parameters: ["'loft' & ('%0' | '%1')"],
    });
  });

  it('asks for the parts of a city as such, and of several divisions for both', () => {
    const words = { kind: 'words', all: ['loft'], any: null, none: [], in: ['title', 'description'] } as const;
    const within = (...included: number[]) =>
      compileToSql(node([{ kind: 'division', included, excluded: null }, words]), {
        levelOf: (id) => (id === 75 ? 'DEPARTMENT' : 'CITY'),
        parts: [0, 1],
      }).parameters;
    expect(within(75056)).toEqual(["'loft' & ('#75056%0' | '#75056%1')"]);
    expect(within(75)).toEqual(["'loft' & '#75' & ('%0' | '%1')"]);
    expect(within(75056, 69123)).toEqual(["'loft' & ('#75056' | '#69123') & ('%0' | '%1')"]);
  });

  it('asks the index for words of the title as such, where every row has them', () => {
    const words: WordsCondition = {
      kind: 'words',
      all: ['loft', 'bel etage'],
      any: ['duplex', 'terrass*'],
      none: ['viager'],
      in: ['title'],
    };
    const title = "split_part(l.folded_text, '|', 1)";
    expect(compileToSql(node([words]), { hasTitleWords: true })).toEqual({
      text: `l.words @@ $1::tsquery and (l.words @@ $2::tsquery) is not true and (strpos(${title}, $3) > 0)`,
      parameters: [
        "'^loft' & ('^bel' & '^etage') & ('^duplex' | '^terrass':*) & !'^viager'",
        ...["'^viager'", ' bel etage '],
      ],
    });
    expect(compileToSql(node([words])).parameters).toEqual([
      "'loft' & ('bel' & 'etage') & ('duplex' | 'terrass':*)",
      ...[' loft ', ' bel etage ', ' duplex ', ' terrass', "'viager'", ' viager '],
    ]);
    expect(
      compileToSql(node([{ ...words, in: ['description'] }]), { hasTitleWords: true }).parameters[0],
    ).not.toContain('^');
  });

  it('looks cities, departments, regions and countries up by themselves where it may know them', () => {
    const levelOf = (id: number) =>
      id < 50
        ? ('CITY' as const)
        : id < 60
          ? ('DEPARTMENT' as const)
          : id < 70
            ? ('REGION' as const)
            : id < 80
              ? ('COUNTRY' as const)
              : undefined;
    expect(compileToSql(node([{ kind: 'division', included: [1, 90, 2], excluded: [1] }]), { levelOf })).toEqual({
      text: '(l.city_id = any($1::bigint[]) or l.division_ids && $2::bigint[]) and not l.division_ids && $3::bigint[]',
      parameters: [[1, 2], [90], [1]],
    });
    expect(
      compileToSql(node([{ kind: 'division', included: [51, 61, 52, 3, 71], excluded: null }]), { levelOf }),
    ).toEqual({
      text: '(l.country_id = $1::bigint or l.region_id = $2::bigint or l.department_id = any($3::bigint[]) or l.city_id = $4::bigint)',
      parameters: [71, 61, [51, 52], 3],
    });
  });

  it('puts the conditions of a node before its children, and an OR into brackets', () => {
    const criteria = node([range('price', 1, null)], 'OR', [
      node([range('area', 2, null), range('rooms', 3, null)]),
      node([range('area', 4, null)], 'OR', [node([range('rooms', 5, null)])]),
    ]);
    expect(compileToSql(criteria, { firstParameter: 4 })).toEqual({
      text: 'l.price >= $4::float8 and ((l.area >= $5::float8 and l.rooms >= $6::bigint) or (l.area >= $7::float8 and l.rooms >= $8::bigint))',
      parameters: [1, 2, 3, 4, 5],
    });
  });

  it('is true for a node that asks for nothing', () => {
    expect(compileToSql(node([]))).toEqual({ text: 'true', parameters: [] });
    expect(compileToSql(node([], 'OR', [node([])]))).toEqual({ text: 'true', parameters: [] });
  });
});

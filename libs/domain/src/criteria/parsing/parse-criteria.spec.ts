import fc from 'fast-check';
import { referencedShapes } from './measure-tree.js';
import { parseCriteria } from './parse-criteria.js';
import type { Places } from './parsing-context.js';

const SHAPE_ID = '019aa000-0000-7000-8000-000000000001';

describe('what parseCriteria answers', () => {
  it('is one tree for every spelling and key order', () => {
    const search = parseCriteria({
      rooms: { gte: 3 },
      propertyType: { included: ['HOUSE', 'APARTMENT'] },
      location: { included: [{ cityId: 6 }, { districtId: 5 }, { cityId: 6 }] },
      operator: 'OR',
      branches: [{}],
    });
    const alert = parseCriteria({
      operator: 'OR',
      children: [{}],
      location: { includedDivisionIds: [5, 6] },
      propertyType: { included: [0, 1] },
      rooms: { rooms: { min: 3 } },
    });
    expect(search).toEqual(alert);
    expect(alert).toEqual({
      ok: true,
      value: {
        conditions: [
          { kind: 'propertyType', included: ['FLAT', 'HOUSE'], excluded: null },
          { kind: 'range', field: 'rooms', min: 3, max: null, allowNull: false },
          { kind: 'division', included: [5, 6], excluded: null },
        ],
        operator: 'OR',
        children: [{ conditions: [], operator: 'AND', children: [] }],
      },
    });
  });

  it("holds nothing that the caller's objects only inherit", () => {
    const inherited = Object.assign(Object.create(null) as object, { price: { min: 5 }, children: [{}] });
    const inheriting = Object.create(inherited) as object;
    expect(parseCriteria(inheriting)).toEqual({ ok: true, value: { conditions: [], operator: 'AND', children: [] } });
  });

  it('is frozen to its leaves', () => {
    const geometry = {
      type: 'Polygon' as const,
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ] as [number, number][],
      ],
    };
    const parsed = parseCriteria(
      {
        location: { includedGeoShapeIds: [SHAPE_ID] },
        children: [{ location: { centerPoint: { lat: 1, lng: 2 }, radiusMeters: 3 } }],
      },
      { places: { knowsDivision: () => true, shape: () => geometry } },
    );
    const open: unknown[] = [];
    (function walk(value: unknown): void {
      if (typeof value !== 'object' || value === null) return;
      if (!Object.isFrozen(value)) open.push(value);
      Object.values(value).forEach(walk);
    })(parsed);
    expect(open).toEqual([]);
    expect(parsed.ok).toBe(true);
  });

  it('knows every division and no shape where its caller says nothing of them', () => {
    const geometry = { type: 'Polygon', coordinates: [] } as const;
    const [divisions, shapes] = [{ includedDivisionIds: [1] }, { includedGeoShapeIds: [SHAPE_ID] }];
    const reads = (location: object, places?: Places): boolean => parseCriteria({ location }, { places }).ok;
    expect(reads({ ...divisions, ...shapes }, { shape: () => geometry })).toBe(true);
    expect(reads(divisions, { knowsDivision: () => false })).toBe(false);
    expect(reads(shapes, { knowsDivision: () => true })).toBe(false);
    expect([reads(divisions), reads(shapes)]).toEqual([true, false]);
  });

  it('never throws and never accepts what it does not know, on any JSON', () => {
    const word = fc.constantFrom(
      'price',
      'min',
      'max',
      'gte',
      'allowNull',
      'rooms',
      'bedrooms',
      'unit',
      'floor',
      'location',
      'included',
      'includedDivisionIds',
      'centerPoint',
      'radiusMeters',
      'children',
      'branches',
      'operator',
      'value',
      'transactionType',
      'propertyType',
      '__proto__',
      'x',
    );
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'large' },
        fc.jsonValue(),
        fc.integer(),
        fc.constantFrom('AND', 'OR', 'SELL', 'FLAT', 1, -0, null, true),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(word, tie('node'), { maxKeys: 5 }),
      ),
    })).node;
    fc.assert(
      fc.property(tree, fc.constantFrom('advanced' as const, 'classic' as const), (input, mode) => {
        const parsed = parseCriteria(input, { mode });
        if (parsed.ok) return Object.isFrozen(parsed.value);
        return (
          parsed.violations.length >= 1 &&
          parsed.violations.length <= 50 &&
          parsed.violations.every(({ propertyPath, message }) => message.length < 300 && propertyPath.length < 2_000)
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('referencedShapes', () => {
  it('counts how often both lists of all levels name an id, in lower case', () => {
    const other = SHAPE_ID.replace('1', '2');
    expect(
      referencedShapes({
        location: { includedGeoShapeIds: [SHAPE_ID.toUpperCase(), 'x', 5] },
        children: [{ branches: [{ location: { excludedGeoShapeIds: [other, SHAPE_ID] } }] }, null],
      }),
    ).toEqual(
      new Map([
        [SHAPE_ID, 2],
        [other, 1],
      ]),
    );
  });

  it('is content with anything', () => {
    fc.assert(fc.property(fc.jsonValue(), (input) => referencedShapes(input).size >= 0));
    expect(referencedShapes(undefined).size).toBe(0);
  });
});

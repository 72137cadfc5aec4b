import { isDeepStrictEqual } from 'node:util';
import { distanceMeters } from '../geo/distance.js';
import { type Point, type Position, ringsOf } from '../geo/geometry.js';
import { placesWith } from '../testing/examples/criteria-example.js';
import { generateCases, GENERATED_SHAPES } from '../testing/generate-cases.js';
import { POINTS } from '../testing/generating/places.js';
import type { Condition, Criteria } from './criteria.js';
import { formatCriteria } from './format-criteria.js';
import { matchCriteria } from './match-criteria.js';
import { isWithin } from './parsing/measure-tree.js';
import { parseCriteria } from './parsing/parse-criteria.js';
import { DEFAULT_CRITERIA_LIMITS } from './parsing/parsing-context.js';

describe('generateCases', () => {
  const cases = generateCases(1, 5_000);

  it('makes the same cases of the same seed, others of another', () => {
    expect(generateCases(1, 50)).toEqual(cases.slice(0, 50));
    expect(generateCases(2, 50)).not.toEqual(cases.slice(0, 50));
  });

  it('matches between a fifth and three fifths of the pairs', () => {
    const share = cases.filter(({ criteria, listing }) => matchCriteria(criteria, listing)).length / cases.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.6);
  });

  it('makes trees a caller may send, which come back the same', () => {
    const places = placesWith(GENERATED_SHAPES);
    // Not toEqual: on trees of this size it takes seconds.
    const other = cases.slice(0, 1_000).filter(
      ({ criteria }) =>
        !isDeepStrictEqual(parseCriteria(JSON.parse(JSON.stringify(formatCriteria(criteria))), { places }), {
          ok: true,
          value: criteria,
        }),
    );
    expect(other).toEqual([]);
    expect(cases.filter(({ criteria }) => !isWithin(criteria, DEFAULT_CRITERIA_LIMITS))).toEqual([]);
  });

  it('makes every kind of condition both hold and not hold', () => {
    const seen = new Set(
      cases.flatMap(({ criteria, listing }) =>
        conditionsOf(criteria).map(
          (one) => `${one.kind} ${matchCriteria({ conditions: [one], operator: 'AND', children: [] }, listing)}`,
        ),
      ),
    );
    expect([...seen].sort()).toEqual(
      [
        'box',
        'circle',
        'division',
        'flag',
        'list',
        'propertyType',
        'range',
        'shape',
        'transactionType',
        'words',
      ].flatMap((kind) => [`${kind} false`, `${kind} true`]),
    );
  });

  it('keeps points more than a metre from every border', () => {
    const circles = cases.flatMap(({ criteria }) => conditionsOf(criteria)).filter((one) => one.kind === 'circle');
    const toCircles = circles.flatMap(({ center, radiusMeters }) =>
      POINTS.map((point) => Math.abs(distanceMeters(center, point) - radiusMeters)),
    );
    const toShapes = GENERATED_SHAPES.flatMap(({ geometry }) => ringsOf(geometry)).flatMap((ring) =>
      POINTS.flatMap((point) => ring.slice(1).map((end, place) => metersToEdge(point, ring[place] as Position, end))),
    );
    expect(Math.min(...toCircles)).toBeGreaterThan(1);
    expect(Math.min(...toShapes)).toBeGreaterThan(1);
  });
});

function conditionsOf(node: Criteria): readonly Condition[] {
  return [...node.conditions, ...node.children.flatMap(conditionsOf)];
}

/**
 * Distance to the nearest of many points along an edge's line in degrees; the steps are fine around the foot of the
 * perpendicular.
 */
function metersToEdge({ lat, lng }: Point, [x1, y1]: Position, [x2, y2]: Position): number {
  const along = ((lng - x1) * (x2 - x1) + (lat - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2);
  const foot = Math.min(1, Math.max(0, along));
  return distanceMeters({ lat, lng }, { lat: y1 + foot * (y2 - y1), lng: x1 + foot * (x2 - x1) });
}

import { distanceMeters } from '../../geo/distance.js';
import type { AreaGeometry, Point } from '../../geo/geometry.js';
import type { BoxCondition, CircleCondition, Shape } from '../../criteria/criteria.js';
import type { SeededRandom } from './seeded-random.js';

/**
 * Points of generated listings. All lie metres away from every border of a circle or shape below; within a centimetre
 * of one either answer would be right. Edges of boxes belong to them.
 */
export const POINTS: readonly Point[] = [
  [0.5, 0.5],
  [0.9, 0.1],
  [1.5, 0.5],
  [2.5, 2.5],
  [1.00003, 1.00003],
  [0.99997, 0.99997],
  [2, 1.5],
  [3.5, 1.5],
  [-0.2, -0.2],
  [48.8566, 2.3522],
  [48.8666, 2.3522],
  [48.8566, 2.3722],
  [-17, 179.95],
  [-17, -179.95],
  [89.95, 10],
  [89.95, -170],
  [-33.9, 18.4],
].map(([lat, lng]) => ({ lat: lat as number, lng: lng as number }));

const CENTERS: readonly Point[] = [...POINTS, { lat: 90, lng: 0 }, { lat: -17, lng: 180 }, { lat: 0, lng: 0 }];
const RADII = [5, 500, 1_200, 12_000, 60_000, 150_000, 400_000, 5_000_000, 20_500_000];

/** A circle whose border keeps clear of all points. */
export function someCircle(random: SeededRandom): CircleCondition {
  const center = random.pick(CENTERS);
  let radiusMeters = random.pick(RADII);
  while (POINTS.some((point) => Math.abs(distanceMeters(center, point) - radiusMeters) < 2)) radiusMeters += 3;
  return { kind: 'circle', center, radiusMeters };
}

const LATITUDES = [...POINTS.map(({ lat }) => lat), -90, 0, 48.86, 90];
const LONGITUDES = [...POINTS.map(({ lng }) => lng), -180, -179.96, 0, 2.36, 179.96, 180];

/** A box whose edges often go through points, which then lie in it; about one in three crosses the 180th meridian. */
export function someBox(random: SeededRandom): BoxCondition {
  const [south, north] = [random.pick(LATITUDES), random.pick(LATITUDES)].sort((a, b) => a - b) as [number, number];
  const sides = [random.pick(LONGITUDES), random.pick(LONGITUDES)].sort((a, b) => a - b) as [number, number];
  const [west, east] = random.chance(0.33) ? [sides[1], sides[0]] : sides;
  return { kind: 'box', north, south, east, west };
}

/**
 * Shapes of generated trees, by id: a square with a hole, two islands with a lake, an arrow head, a band of all
 * longitudes.
 */
export const SHAPES: readonly Shape[] = (
  [
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [3, 0],
          [3, 3],
          [0, 3],
          [0, 0],
        ],
        [
          [1, 1],
          [1, 2.2],
          [2.2, 2.2],
          [2.2, 1],
          [1, 1],
        ],
      ],
    },
    {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [-1, -1],
            [0.7, -1],
            [0.7, 1],
            [-1, 1],
            [-1, -1],
          ],
          [
            [-0.5, -0.5],
            [-0.1, -0.5],
            [-0.1, -0.1],
            [-0.5, -0.1],
            [-0.5, -0.5],
          ],
        ],
        [
          [
            [1.2, 3],
            [1.9, 3],
            [1.9, 4],
            [1.2, 4],
            [1.2, 3],
          ],
        ],
      ],
    },
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, -0.1],
          [4, 2.1],
          [0, 4.1],
          [1.7, 2.1],
          [0, -0.1],
        ],
      ],
    },
    {
      type: 'Polygon',
      coordinates: [
        [
          [-179.999, -20],
          [179.999, -20],
          [179.999, -10],
          [-179.999, -10],
          [-179.999, -20],
        ],
      ],
    },
  ] as const satisfies readonly AreaGeometry[]
).map((geometry, place) => ({ id: `019aa000-0000-7000-8000-00000000010${place}`, geometry }));

/**
 * Division 1 holds cities 2 and 3; 2 holds districts 4 and 5; 4 holds neighbourhood 6. Each with its ancestors, as
 * ingest writes them.
 */
export const DIVISION_CHAINS: readonly (readonly number[])[] = [
  [],
  [1],
  [1, 2],
  [1, 3],
  [1, 2, 4],
  [1, 2, 5],
  [1, 2, 4, 6],
];
export const DIVISIONS: readonly number[] = [1, 2, 3, 4, 5, 6];

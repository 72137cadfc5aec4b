import type { Condition } from '../criteria/criteria.js';
import { EARTH_RADIUS_METERS } from '../geo/distance.js';
import type { AreaGeometry, Point, Ring } from '../geo/geometry.js';
import { around, placeAway, pointsBeside, pointsOn, rectangle, someOutline } from './generating/on-borders.js';
import { SeededRandom } from './generating/seeded-random.js';

/** A place of criteria, and points on its border and beside it, down to the last digit of a number. */
export interface BorderCase {
  readonly condition: Condition;
  /** Exactly on the border: corners, and middles of edges along parallels and meridians. Of a box, all points. */
  readonly on: readonly Point[];
  readonly beside: readonly Point[];
}

/** Boxes, circles and shapes, many at the 180th meridian and the poles. The same seed gives the same cases. */
export function generateBorderCases(seed: number, count: number): readonly BorderCase[] {
  const random = new SeededRandom(seed);
  const makers = [boxCase, circleCase, shapeCase, shapeCase];
  return Array.from({ length: count }, (_, n) => makers[n % makers.length]!(random));
}

const ENDS_OF_THE_EARTH = [-90, 0, 90].flatMap((lat) => [-180, 0, 180].map((lng) => ({ lat, lng })));

const LATITUDES = [-90, -16.5, 0, 48.85, 48.86, 89.999, 90];
const LONGITUDES = [-180, -179.9999999, -177, 0, 2.35, 2.36, 177, 179.9999999, 180];

function boxCase(random: SeededRandom): BorderCase {
  const [south, north] = [random.pick(LATITUDES), random.pick(LATITUDES)].sort((a, b) => a - b) as [number, number];
  const [west, east] = [random.pick(LONGITUDES), random.pick(LONGITUDES)];
  const [lat, lng] = [(south + north) / 2, (west + east) / 2];
  const places = [south, lat, north].flatMap((y) => [west, lng, east].map((x) => ({ lat: y, lng: x })));
  const on = [...places.flatMap((place) => around(place, random)), ...ENDS_OF_THE_EARTH];
  return { condition: { kind: 'box', north, south, east, west }, on, beside: [] };
}

const RADII = [0.001, 0.5, 1.9, 2, 10, 1_500, 111_195.08, 2_000_000, EARTH_RADIUS_METERS * (Math.PI / 2), 20_000_000];

function circleCase(random: SeededRandom): BorderCase {
  const lat = random.pick([0, 90, -90, 89.9999, 48.8566, -17, 60.25]);
  const center = { lat, lng: random.pick([0, 180, -180, 179.9999, 2.3522, -179.5]) };
  const radiusMeters = random.pick(RADII);
  const beside = Array.from({ length: 40 }, (_, n) =>
    placeAway(
      center,
      radiusMeters + [-0.05, -0.015, 0, 0.015, 0.05][n % 5]!,
      random.pick([0, 0.5, 1, -0.5, random.next() * 2]) * Math.PI,
    ),
  );
  const condition = { kind: 'circle', center, radiusMeters } as const;
  return { condition, on: [], beside: [...beside, ...ENDS_OF_THE_EARTH] };
}

function shapeCase(random: SeededRandom): BorderCase {
  const rings = someRings(random);
  const shapes = [{ id: 'drawn', geometry: areaOf(rings) }];
  const sides = random.chance(0.7) ? { included: shapes, excluded: null } : { included: null, excluded: shapes };
  return {
    condition: { kind: 'shape', ...sides },
    on: rings.flatMap(pointsOn),
    beside: [...rings.flatMap((ring) => pointsBeside(ring, random)), ...ENDS_OF_THE_EARTH],
  };
}

/** One polygon, or two parts that meet at the 180th meridian. */
function areaOf(rings: readonly Ring[]): AreaGeometry {
  const isInTwo = rings.length === 2 && rings[0]![0]![0] === 170;
  return isInTwo
    ? { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) }
    : { type: 'Polygon', coordinates: rings };
}

function someRings(random: SeededRandom): readonly Ring[] {
  const [x, y] = [random.whole(-1_000, 1_000) / 1_000, 48 + random.whole(-1_000, 1_000) / 1_000];
  const size = random.whole(4, 400) / 1_000;
  const makers: readonly (() => readonly Ring[])[] = [
    () => [rectangle(-180, -90, 180, 90)],
    () => [rectangle(-180, -90, 180, -60)],
    () => [rectangle(0, 60, 40, 90)],
    () => [rectangle(170, -20, 180, 10)],
    () => [rectangle(-180, -20, -170, 10)],
    () => [rectangle(170, -20, 180, 10), rectangle(-180, -20, -170, 10)],
    () => [rectangle(x, y, x + size, y + size), rectangle(x + size / 4, y + size / 4, x + size / 2, y + size / 2)],
    () => [someOutline(random, random.pick([3, 5, 9]), random.pick([0.001, 0.1, 5]))],
    () => [someOutline(random, random.pick([40, 300]), random.pick([0.1, 5]))],
  ];
  return random.pick(makers)();
}

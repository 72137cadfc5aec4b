import {
  EARTH_RADIUS_METERS,
  longitudeRanges,
  type AreaGeometry,
  type GeoBox,
  type Position,
  type Ring,
} from '@gable/domain/geo';
import type { CircleCondition } from '@gable/domain/criteria';
import { distanceScript } from './distance-script.js';
import type { Query } from './query-parts.js';

/** Mean radius of the earth that OpenSearch reckons with (Lucene's GeoUtils): a millimetre in 230 km less than ours. */
const THEIR_RADIUS_METERS = 6_371_008.7714;
/** A circle smaller than this is measured by us: OpenSearch tells no distance below some 10 cm from 0. */
const SMALL_RADIUS_METERS = 2;
/**
 * A tenth of a millimetre inside the antimeridian: OpenSearch cuts what reaches it from the west, and refuses holes
 * that touch it. A place at -180 is stored as no more than that, so that outer rings reach it.
 */
const EASTERNMOST = 180 - 1e-9;

/** Within the great-circle distance, to half a centimetre (measured at radii to 15,000 km). All of them hold. */
export function circleQueries(path: string, { center, radiusMeters }: CircleCondition): Query[] {
  const { lat, lng } = center;
  const within = (meters: number): Query => ({
    geo_distance: {
      distance: `${(meters * THEIR_RADIUS_METERS) / EARTH_RADIUS_METERS}m`,
      [`${path}point`]: { lat, lon: lng },
    },
  });
  if (radiusMeters >= SMALL_RADIUS_METERS) return [within(radiusMeters)];
  const source = `
  if (doc['${path}lat'].size() == 0) return false;${distanceScript(path)}
  return meters <= params.radius;`;
  return [
    within(2 * SMALL_RADIUS_METERS),
    { script: { script: { source, params: { lat, lng, radius: radiusMeters } } } },
  ];
}

/**
 * In the box, edges included: one of the lists holds. Of the numbers themselves, since a geo_point is stored up to
 * 5.2 mm off, and an edge belongs to its box.
 */
export function boxQueries(path: string, box: GeoBox): Query[][] {
  const lat = { range: { [`${path}lat`]: { gte: box.south, lte: box.north } } };
  return longitudeRanges(box).map(([from, to]) => [lat, { range: { [`${path}lng`]: { gte: from, lte: to } } }]);
}

/**
 * Inside the area, edges as straight lines in degrees; undefined for an area that encloses nothing. An outer ring runs
 * counterclockwise (RFC 7946): one that is wider than half the earth and runs clockwise, OpenSearch takes for the other
 * side of the antimeridian.
 */
export function areaQuery(field: string, geometry: AreaGeometry): Query | undefined {
  let shape = known.get(geometry);
  if (shape === undefined) known.set(geometry, (shape = areaShape(geometry)));
  return shape === NOTHING ? undefined : { geo_shape: { [field]: { shape, relation: 'intersects' } } };
}

const NOTHING = {};
/** Areas as OpenSearch takes them, worked out once for all references of a request. */
const known = new WeakMap<AreaGeometry, object>();

function areaShape(geometry: AreaGeometry): object {
  const polygons = (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).flatMap((rings) => {
    const [outer, ...holes] = rings.map((ring, place) => withoutRepeats(ring, place === 0 ? -180 : -EASTERNMOST));
    if (outer === undefined || doubledSignedArea(outer) === 0) return [];
    return [
      [running(1, outer), ...holes.filter((hole) => doubledSignedArea(hole) !== 0).map((hole) => running(-1, hole))],
    ];
  });
  if (polygons.length === 0) return NOTHING;
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** OpenSearch refuses a position that repeats the one before it. */
function withoutRepeats(ring: Ring, westernmost: number): Position[] {
  return ring
    .map(([lng, lat]): Position => [Math.min(EASTERNMOST, Math.max(westernmost, lng)), lat])
    .filter(([lng, lat], place, all) => place === 0 || lng !== all[place - 1]![0] || lat !== all[place - 1]![1]);
}

function running(direction: 1 | -1, ring: readonly Position[]): readonly Position[] {
  return Math.sign(doubledSignedArea(ring)) === direction ? ring : [...ring].reverse();
}

/**
 * Positive where the ring runs counterclockwise (shoelace formula), reckoned near the ring so that small ones far from
 * zero keep their digits.
 */
function doubledSignedArea(ring: readonly Position[]): number {
  const [originX, originY] = ring[0] ?? [0, 0];
  let sum = 0;
  for (let place = 1; place < ring.length; place += 1) {
    const [[x1, y1], [x2, y2]] = [ring[place - 1]!, ring[place]!];
    sum += (x1 - originX) * (y2 - originY) - (x2 - originX) * (y1 - originY);
  }
  return sum;
}

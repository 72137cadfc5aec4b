import {
  EARTH_RADIUS_METERS,
  longitudeRanges,
  type AreaGeometry,
  type GeoBox,
  type Position,
  type Ring,
} from '@gable/domain/geo';
import type { CircleCondition } from '@gable/domain/criteria';
import type { Query } from './query-parts.js';

/** Mean radius of the earth that OpenSearch reckons with (Lucene's GeoUtils): a millimetre in 230 km less than ours. */
const THEIR_RADIUS_METERS = 6_371_008.7714;
/** OpenSearch refuses a distance of 0; a stored place is off by up to 5.2 mm. */
const SMALLEST_RADIUS_METERS = 0.0048;
/**
 * A tenth of a millimetre inside the antimeridian: OpenSearch cuts what reaches it, and refuses holes that touch it.
 */
const EASTERNMOST = 180 - 1e-9;

/** Within the great-circle distance, to half a centimetre (measured at radii from a metre to 15,000 km). */
export function circleQuery(field: string, { center, radiusMeters }: CircleCondition): Query {
  const distance = Math.max(SMALLEST_RADIUS_METERS, (radiusMeters * THEIR_RADIUS_METERS) / EARTH_RADIUS_METERS);
  return { geo_distance: { distance: `${distance}m`, [field]: { lat: center.lat, lon: center.lng } } };
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
    const [outer, ...holes] = rings.map(withoutRepeats);
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
function withoutRepeats(ring: Ring): Position[] {
  return ring
    .map(([lng, lat]): Position => [Math.min(EASTERNMOST, Math.max(-EASTERNMOST, lng)), lat])
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

import { EARTH_RADIUS_METERS } from './distance.js';
import { ringsOf, type AreaGeometry, type Point } from './geometry.js';

/** Degrees, borders included; `minLng ≤ maxLng` always. */
export interface BoundingBox {
  readonly minLat: number;
  readonly maxLat: number;
  readonly minLng: number;
  readonly maxLng: number;
}

const DEGREES = 180 / Math.PI;
/** About 11 cm of latitude: far above rounding, far below anything that costs selectivity. */
const PADDING_DEGREES = 1e-6;

/**
 * A box that holds every point of the circle, with a little to spare; for prefilters. A circle that reaches a pole or
 * crosses the antimeridian gets all longitudes, so that readers can compare with a plain `between`.
 */
export function boundingBoxOfCircle(center: Point, radiusMeters: number): BoundingBox {
  const angle = radiusMeters / EARTH_RADIUS_METERS;
  const minLat = center.lat - angle * DEGREES - PADDING_DEGREES;
  const maxLat = center.lat + angle * DEGREES + PADDING_DEGREES;
  const lats = { minLat: Math.max(-90, minLat), maxLat: Math.min(90, maxLat) };
  if (minLat <= -90 || maxLat >= 90) return { ...lats, minLng: -180, maxLng: 180 };
  // The circle is widest where its tangent meridians touch it, not at the latitude of its centre
  // (http://janmatuschek.de/LatitudeLongitudeBoundingCoordinates).
  const reach = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(center.lat / DEGREES))) * DEGREES + PADDING_DEGREES;
  const minLng = center.lng - reach;
  const maxLng = center.lng + reach;
  if (minLng <= -180 || maxLng >= 180) return { ...lats, minLng: -180, maxLng: 180 };
  return { ...lats, minLng, maxLng };
}

/**
 * The smallest box around all rings of an area, which is taken not to change any more. An area without positions gives
 * an inverted box that holds no point.
 */
export function boundingBoxOfArea(geometry: AreaGeometry): BoundingBox {
  let box = known.get(geometry);
  if (box === undefined) known.set(geometry, (box = boxOf(geometry)));
  return box;
}

/** Boxes of areas already asked about: readers ask for that of a shape as often as criteria name it. */
const known = new WeakMap<AreaGeometry, BoundingBox>();

function boxOf(geometry: AreaGeometry): BoundingBox {
  let minLat = Infinity;
  let maxLat = -Infinity;
  let minLng = Infinity;
  let maxLng = -Infinity;
  for (const ring of ringsOf(geometry)) {
    for (const [lng, lat] of ring) {
      if (lat < minLat) minLat = lat;
      if (lat > maxLat) maxLat = lat;
      if (lng < minLng) minLng = lng;
      if (lng > maxLng) maxLng = lng;
    }
  }
  return { minLat, maxLat, minLng, maxLng };
}

/** Whether the point lies in the box, borders included. */
export function boxContains(box: BoundingBox, point: Point): boolean {
  return point.lat >= box.minLat && point.lat <= box.maxLat && point.lng >= box.minLng && point.lng <= box.maxLng;
}

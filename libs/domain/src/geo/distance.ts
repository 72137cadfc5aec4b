import type { Point } from './geometry.js';

/** Mean radius of the earth in metres (IUGG R1), the one every evaluator of criteria uses. */
export const EARTH_RADIUS_METERS = 6_371_008.8;

const RADIANS = Math.PI / 180;

/** Great-circle distance in metres on a sphere of the mean earth radius (haversine formula). */
export function distanceMeters(a: Point, b: Point): number {
  const sinLat = Math.sin(((b.lat - a.lat) * RADIANS) / 2);
  const sinLng = Math.sin(((b.lng - a.lng) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * sinLng * sinLng;
  // Rounding may lift h a hair above 1 for antipodes, where asin would give NaN.
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.sqrt(Math.min(1, h)));
}

import type { Point } from './geometry.js';

/** A box on the map in degrees, edges included; `west > east` crosses the 180th meridian (as `bbox` of RFC 7946). */
export interface GeoBox {
  readonly north: number;
  readonly south: number;
  readonly east: number;
  readonly west: number;
}

/** From west to east, both included; never across the 180th meridian. */
export type LongitudeRange = readonly [from: number, to: number];

/**
 * The longitudes of a box as plain ranges, one or two. The 180th meridian is written 180 and -180: a box with one of
 * them as an edge holds both.
 */
export function longitudeRanges({ east, west }: Pick<GeoBox, 'east' | 'west'>): readonly LongitudeRange[] {
  if (west > east) {
    return [
      [west, 180],
      [-180, east],
    ];
  }
  if (east === 180 && west > -180) return [[west, east], LAST_MERIDIAN.western];
  if (west === -180 && east < 180) return [[west, east], LAST_MERIDIAN.eastern];
  return [[west, east]];
}

const LAST_MERIDIAN = { eastern: [180, 180], western: [-180, -180] } as const;

/** Whether the point lies in the box, edges included. */
export function geoBoxContains(box: GeoBox, { lat, lng }: Point): boolean {
  if (lat < box.south || lat > box.north) return false;
  return longitudeRanges(box).some(([from, to]) => lng >= from && lng <= to);
}

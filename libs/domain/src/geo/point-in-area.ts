import { boundingBoxOfArea, boxContains } from './bounding-box.js';
import { ringsOf, type AreaGeometry, type Point, type Position, type Ring } from './geometry.js';

/** What was worked out for areas already asked about; an area is immutable once it is part of criteria or divisions. */
const known = new WeakMap<AreaGeometry, readonly Ring[]>();

/**
 * Whether the point lies in the area: even-odd rule over all rings, edges as straight lines in degrees. A point on a
 * border belongs to what lies east of it, and north of it where the border runs from west to east: of areas that share
 * a border, to one. The point has -180 on the 180th meridian (`oneMeridian`), which is a western border.
 */
export function pointInArea(point: Point, geometry: AreaGeometry): boolean {
  if (!boxContains(boundingBoxOfArea(geometry), point)) return false;
  let rings = known.get(geometry);
  if (rings === undefined) known.set(geometry, (rings = ringsOf(geometry)));
  let inside = false;
  for (const ring of rings) {
    if (crossesOddly(point, ring)) inside = !inside;
  }
  return inside;
}

/**
 * Whether a ray from the point to the east crosses the ring an odd number of times. Of an edge, its place at a latitude
 * is reckoned from its southern end, whichever way the ring runs: rounding would put a corner beside itself, and a
 * shared border beside the same border.
 */
export function crossesOddly({ lat, lng }: Point, ring: Ring): boolean {
  let odd = false;
  let previous = ring[ring.length - 1];
  for (const current of ring) {
    const [x1, y1] = previous as Position;
    const [x2, y2] = current;
    // Half-open comparison: a ray through a corner counts it once, and horizontal edges never.
    if (y1 > lat) {
      if (y2 <= lat && lng < ((x1 - x2) * (lat - y2)) / (y1 - y2) + x2) odd = !odd;
    } else if (y2 > lat && lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) odd = !odd;
    previous = current;
  }
  return odd;
}

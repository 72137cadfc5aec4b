import { boundingBoxOfArea, boxContains } from './bounding-box.js';
import { ringsOf, type AreaGeometry, type Point, type Position, type Ring } from './geometry.js';

/** What was worked out for areas already asked about; an area is immutable once it is part of criteria or divisions. */
const known = new WeakMap<AreaGeometry, readonly Ring[]>();

/**
 * Whether the point lies in the area: even-odd rule over all rings, edges as straight lines in degrees. Points within
 * a centimetre of a border may get either answer.
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

/** Whether a ray from the point to the east crosses the ring an odd number of times. */
export function crossesOddly({ lat, lng }: Point, ring: Ring): boolean {
  let odd = false;
  let previous = ring[ring.length - 1];
  for (const current of ring) {
    const [x1, y1] = previous as Position;
    const [x2, y2] = current;
    // Half-open comparison: a ray through a corner counts it once, and horizontal edges never.
    if (y1 > lat !== y2 > lat && lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) odd = !odd;
    previous = current;
  }
  return odd;
}

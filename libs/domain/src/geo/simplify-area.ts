import type { AreaGeometry, PolygonGeometry, Position } from './geometry.js';

/** A triangle and the position that closes it. */
const LEAST_POSITIONS = 4;

/**
 * An area with fewer positions, for drawing alone: those nearer than `toleranceDegrees` to the last one kept are left
 * out, and with them holes and parts that shrink to less than a triangle. The largest outer ring always stays.
 */
export function simplifyArea(area: AreaGeometry, toleranceDegrees: number): AreaGeometry {
  const parts = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  const thinned = parts.map(([border, ...holes]) => ({
    border: thin(border!, toleranceDegrees),
    holes: holes.map((hole) => thin(hole, toleranceDegrees)).filter(isRing),
    whole: border!,
  }));
  const kept = thinned.filter(({ border }) => isRing(border));
  const [largest] = thinned.sort((one, other) => other.whole.length - one.whole.length);
  const polygons: PolygonGeometry['coordinates'][] =
    kept.length > 0 ? kept.map(({ border, holes }) => [border, ...holes]) : [[largest!.whole]];
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };
}

function thin(ring: readonly Position[], tolerance: number): Position[] {
  const kept: Position[] = [ring[0]!];
  for (const position of ring.slice(1, -1)) {
    const last = kept.at(-1)!;
    if (Math.hypot(position[0] - last[0], position[1] - last[1]) >= tolerance) kept.push(position);
  }
  return [...kept, ring[0]!];
}

function isRing(ring: readonly Position[]): boolean {
  return ring.length >= LEAST_POSITIONS;
}

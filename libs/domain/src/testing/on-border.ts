import type { Condition, Criteria, ShapeCondition } from '../criteria/criteria.js';
import { pointOf } from '../criteria/match-criteria.js';
import { boundingBoxOfArea } from '../geo/bounding-box.js';
import { distanceMeters, EARTH_RADIUS_METERS } from '../geo/distance.js';
import { ringsOf, type AreaGeometry, type Point, type Position } from '../geo/geometry.js';
import type { Listing } from '../listing/listing.js';

/** Within that of the border of a circle or shape either answer is right. */
const A_CENTIMETRE = 0.01;

/** Whether a listing stands within a centimetre of the border of a circle or shape that the tree names. */
export function isOnBorder({ conditions, children }: Criteria, listing: Listing): boolean {
  const point = pointOf(listing);
  if (point === undefined) return false;
  return (
    conditions.some((condition) => isNear(condition, point)) || children.some((child) => isOnBorder(child, listing))
  );
}

function isNear(condition: Condition, point: Point): boolean {
  if (condition.kind === 'circle')
    return Math.abs(distanceMeters(condition.center, point) - condition.radiusMeters) < A_CENTIMETRE;
  return condition.kind === 'shape' && isNearShape(condition, point);
}

const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;

/** On a plane around the point, which is as good as the earth where a border is near; also across the antimeridian. */
function isNearShape({ included, excluded }: ShapeCondition, { lat, lng }: Point): boolean {
  const places = [lng, lng > 0 ? lng - 360 : lng + 360].map((each) => ({ lat, lng: each }));
  return [...(included ?? []), ...(excluded ?? [])].some(({ geometry }) =>
    ringsOf(geometry).some((ring) =>
      ring.slice(1).some((to, n) => {
        const from = ring[n]!;
        if (isCrossed(geometry) && from[0] === to[0] && Math.abs(to[0]) === 180) return false;
        return places.some((place) => metersToEdge(place, from, to) < A_CENTIMETRE);
      }),
    ),
  );
}

function metersToEdge({ lat, lng }: Point, from: Position, to: Position): number {
  const width = METERS_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  const [x, y] = [(from[0] - lng) * width, (from[1] - lat) * METERS_PER_DEGREE];
  const [dx, dy] = [(to[0] - from[0]) * width, (to[1] - from[1]) * METERS_PER_DEGREE];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(x * dx + y * dy) / length));
  return Math.hypot(x + share * dx, y + share * dy);
}

/** Whether the area goes on on the other side of the 180th meridian, so that it is no border there. */
function isCrossed(geometry: AreaGeometry): boolean {
  const { minLng, maxLng } = boundingBoxOfArea(geometry);
  return minLng === -180 && maxLng === 180;
}

import {
  boundingBoxOfArea,
  boundingBoxOfCircle,
  ringsOf,
  type AreaGeometry,
  type BoundingBox,
} from '@gable/domain/geo';
import type { CircleCondition } from '@gable/domain/criteria';
import type { Bind } from './bind.js';
import { bandsOf } from './ring-bands.js';

/**
 * True within the circle, not true (false or null) elsewhere: the box lets an index find candidates, the distance
 * decides.
 */
export function circleSql({ center, radiusMeters }: CircleCondition, bind: Bind): string {
  const box = boxSql(boundingBoxOfCircle(center, radiusMeters), bind);
  const distance = `gable_distance(l.lat, l.lng, ${bind(center.lat)}::float8, ${bind(center.lng)}::float8)`;
  return `${box} and ${distance} <= ${bind(radiusMeters)}::float8`;
}

/**
 * True inside the area, not true elsewhere: the box, then PostgreSQL's own polygon test ring by ring; a point inside an
 * odd number of rings is inside (even-odd rule). A ring with many positions is cut into bands of latitude, so that a
 * point meets only the edges of its own band.
 */
export function areaSql(geometry: AreaGeometry, bind: Bind): string {
  const rings = ringsOf(geometry).filter((ring) => ring.length > 0);
  if (rings.length === 0) return 'false';
  const area = boundingBoxOfArea(geometry);
  const box = boxSql(area, bind);
  const inside = rings.map((ring) => {
    const { bands, bottom, height } = bandsOf(ring);
    const polygons = `(${bind(bands.map(polygonText))}::polygon[])`;
    const band =
      bands.length === 1 ? '1' : `1 + floor((l.lat - ${bind(bottom)}::float8) / ${bind(height)}::float8)::integer`;
    return `(${polygons}[${band}] @> point(l.lng * ${SCALE}, l.lat * ${SCALE}))`;
  });
  if (inside.length === 1) return `${box} and ${inside[0]!}`;
  // A latitude outside a ring's bands finds no polygon, which is null: not inside.
  return `${box} and ${inside.map((ring) => `(${ring} is true)`).reduce((odd, ring) => `(${odd} <> ${ring})`)}`;
}

/**
 * The geometric operators of PostgreSQL take coordinates that differ by less than 1e-6 for equal. In millionths of a
 * degree that is a ten-thousandth of a millimetre on the ground.
 */
const SCALE = 1_000_000;

function polygonText(ring: readonly (readonly [number, number])[]): string {
  return `(${ring.map(([lng, lat]) => `(${lng * SCALE},${lat * SCALE})`).join(',')})`;
}

function boxSql({ minLat, maxLat, minLng, maxLng }: BoundingBox, bind: Bind): string {
  const between = (min: number, max: number) => `between ${bind(min)}::float8 and ${bind(max)}::float8`;
  return `l.lat ${between(minLat, maxLat)} and l.lng ${between(minLng, maxLng)}`;
}

import {
  boundingBoxOfCircle,
  longitudeRanges,
  type AreaGeometry,
  type BoundingBox,
  type GeoBox,
} from '@gable/domain/geo';
import type { CircleCondition } from '@gable/domain/criteria';
import { areaParts, type RingPart } from './area-parts.js';
import type { Bind } from './bind.js';
import { POLYGON_SCALE } from './polygon-array.js';

/**
 * True within the circle, not true (false or null) elsewhere: the box lets an index find candidates, the distance
 * decides.
 */
export function circleSql({ center, radiusMeters }: CircleCondition, bind: Bind): string {
  const box = boxSql(boundingBoxOfCircle(center, radiusMeters), bind);
  const distance = `gable_distance(l.lat, l.lng, ${bind(center.lat)}::float8, ${bind(center.lng)}::float8)`;
  return `${box} and ${distance} <= ${bind(radiusMeters)}::float8`;
}

/** One of them is true in the box, edges included: two where it crosses the 180th meridian. */
export function geoBoxSql(box: GeoBox, bind: Bind): string[] {
  const { south: minLat, north: maxLat } = box;
  return longitudeRanges(box).map(([minLng, maxLng]) => boxSql({ minLat, maxLat, minLng, maxLng }, bind));
}

/**
 * True inside the area, not true elsewhere: the box, then PostgreSQL's own polygon test ring by ring; a point inside an
 * odd number of rings is inside (even-odd rule). A ring with many positions is cut into bands, so that a point meets
 * only the edges of its own band.
 */
export function areaSql(geometry: AreaGeometry, bind: Bind): string {
  const { box, rings, crowd } = areaParts(geometry);
  if (rings.length === 0 && crowd === null) return 'false';
  const inBox = boxSql(box, bind);
  const tests = rings.map((ring) => ringSql(ring, bind));
  if (crowd !== null) tests.push(crowdSql(crowd, bind));
  if (tests.length === 1) return `${inBox} and ${tests[0]!}`;
  // A place outside a ring's bands finds no polygon, which is null: not inside.
  const oddly = tests.map((test) => `(${test} is true)`).reduce((odd, test) => `(${odd} <> ${test})`);
  return `${inBox} and ${oddly}`;
}

const POINT = `point(l.lng * ${POLYGON_SCALE}, l.lat * ${POLYGON_SCALE})`;

function ringSql({ polygons, bandCount, axis, from, width }: RingPart, bind: Bind): string {
  const bands = `(${bind(polygons)}::polygon[])`;
  const column = axis === 0 ? 'l.lng' : 'l.lat';
  const band =
    bandCount === 1 ? '1' : `1 + floor((${column} - ${bind(from)}::float8) / ${bind(width)}::float8)::integer`;
  return `(${bands}[${band}] @> ${POINT})`;
}

function crowdSql(polygons: Buffer, bind: Bind): string {
  return `(select count(*) % 2 = 1 from unnest(${bind(polygons)}::polygon[]) ring where ring @> ${POINT})`;
}

function boxSql({ minLat, maxLat, minLng, maxLng }: BoundingBox, bind: Bind): string {
  const between = (min: number, max: number) => `between ${bind(min)}::float8 and ${bind(max)}::float8`;
  return `l.lat ${between(minLat, maxLat)} and l.lng ${between(minLng, maxLng)}`;
}

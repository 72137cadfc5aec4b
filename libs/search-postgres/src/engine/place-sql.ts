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
  const lng = lngOf(box);
  const inBox = boxSql(box, bind, lng);
  const tests = rings.map((ring) => ringSql(ring, bind, lng));
  if (crowd !== null) tests.push(crowdSql(crowd, bind, lng));
  if (tests.length === 1) return `${inBox} and ${tests[0]!}`;
  // A place outside a ring's bands finds no polygon, which is null: not inside.
  const oddly = tests.map((test) => `(${test} is true)`).reduce((odd, test) => `(${odd} <> ${test})`);
  return `${inBox} and ${oddly}`;
}

/** The longitude as an area is asked for it: where it reaches the 180th meridian, with one number for that. */
const lngOf = ({ minLng, maxLng }: BoundingBox): string =>
  minLng === -180 || maxLng === 180 ? '(case when l.lng = 180 then -180 else l.lng end)' : 'l.lng';

const pointSql = (lng: string): string => `point(${lng} * ${POLYGON_SCALE}, l.lat * ${POLYGON_SCALE})`;

function ringSql({ polygons, bandCount, axis, from, width }: RingPart, bind: Bind, lng: string): string {
  const bands = `(${bind(polygons)}::polygon[])`;
  const column = axis === 0 ? lng : 'l.lat';
  const band =
    bandCount === 1 ? '1' : `1 + floor((${column} - ${bind(from)}::float8) / ${bind(width)}::float8)::integer`;
  return `(${bands}[${band}] @> ${pointSql(lng)})`;
}

function crowdSql(polygons: Buffer, bind: Bind, lng: string): string {
  return `(select count(*) % 2 = 1 from unnest(${bind(polygons)}::polygon[]) ring where ring @> ${pointSql(lng)})`;
}

function boxSql({ minLat, maxLat, minLng, maxLng }: BoundingBox, bind: Bind, lng = 'l.lng'): string {
  const between = (min: number, max: number) => `between ${bind(min)}::float8 and ${bind(max)}::float8`;
  return `l.lat ${between(minLat, maxLat)} and ${lng} ${between(minLng, maxLng)}`;
}

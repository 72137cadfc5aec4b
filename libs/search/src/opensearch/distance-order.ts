import type { DistanceSort } from '../property-search.js';
import type { Query } from './query-parts.js';

/** Sort values of properties without a place: behind all others, which are 0 to 20,016 km. */
const NOWHERE = { ASC: 1e12, DESC: -1 } as const;

/** Whether the sort value of a hit says that it has no place. */
export function isNowhere(key: unknown, { direction }: DistanceSort): boolean {
  return key === NOWHERE[direction];
}

/**
 * The order by the key of `distanceKey`. A script, of the numbers themselves: `_geo_distance` reckons with places up to
 * 5.2 mm off, and a page begun on one engine goes on on the other.
 */
export function distanceOrder({ center, direction }: DistanceSort): Query {
  return {
    _script: {
      type: 'number',
      order: direction === 'ASC' ? 'asc' : 'desc',
      script: { source: KEY, params: { lat: center.lat, lng: center.lng, nowhere: NOWHERE[direction] } },
    },
  };
}

/** The haversine formula of the domain, line by line. */
const KEY = `
  if (doc['lat'].size() == 0) return params.nowhere;
  double radians = Math.PI / 180;
  double sinLat = Math.sin((doc['lat'].value - params.lat) * radians / 2);
  double sinLng = Math.sin((doc['lng'].value - params.lng) * radians / 2);
  double h = sinLat * sinLat + Math.cos(params.lat * radians) * Math.cos(doc['lat'].value * radians) * sinLng * sinLng;
  return Math.rint(2 * 6371008.8 * Math.asin(Math.sqrt(Math.min(1, h))) * 1000) / 1000;`;

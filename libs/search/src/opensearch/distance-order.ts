import type { DistanceSort } from '../property-search.js';
import { distanceScript } from './distance-script.js';
import type { Query } from './query-parts.js';

/** Sort values of properties without a place: behind all others, which are 0 to 20,016 km. */
const NOWHERE = { ASC: 1e12, DESC: -1 } as const;

/** Whether the sort value of a hit says that it has no place. */
export function isNowhere(key: unknown, { direction }: DistanceSort): boolean {
  return key === NOWHERE[direction];
}

/**
 * The order by the key of `distanceKey`. A script: a page begun on one engine goes on on the other.
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

const KEY = `
  if (doc['lat'].size() == 0) return params.nowhere;${distanceScript('')}
  return Math.rint(meters * 1000) / 1000;`;

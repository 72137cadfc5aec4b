import { distanceMeters } from '../../geo/distance.js';
import type { Listing } from '../../listing/listing.js';
import { MAX_EXACT_REACH_METERS, spotOf, type GroupingItem, type GroupingStats } from './grouping-item.js';
import { level, veto, type Level } from './level.js';

const PLACE_LEVELS: readonly (readonly [upTo: number, name: string, weight: number])[] = [
  [0.25, 'close', 1.6], [0.5, 'close', 1.1], [0.75, 'near', 1.5], [1, 'near', 0.6],
];
const PLACES_FAR = level('farther than usual', -1.6);
const PLACES_APART = veto('too far apart');
const OTHER_TOWN = veto('another town');

/** Compares the shown points, or the towns where one of them is no point of a street. */
export function comparePlace({ listing: a }: GroupingItem, { listing: b }: GroupingItem, stats: GroupingStats): Level | undefined {
  const [spotA, spotB] = [spotOf(a), spotOf(b)];
  if (spotA === undefined || spotB === undefined) return compareTowns(a, b, stats);
  const reach = spotA.reachMeters + spotB.reachMeters;
  const ratio = distanceMeters(spotA, spotB) / reach;
  if (ratio > 1.6) return PLACES_APART;
  if (Math.max(spotA.reachMeters, spotB.reachMeters) > MAX_EXACT_REACH_METERS) return compareTowns(a, b, stats);
  // An agreement within 30 m is rarer by chance than one within 120 m.
  const sharpness = Math.max(-3, Math.min(3, Math.log2(120 / reach)));
  for (const [upTo, name, weight] of PLACE_LEVELS) if (ratio <= upTo) return level(name, weight + sharpness);
  return PLACES_FAR;
}

/** The prior speaks of some 280 listings around a point (docs/grouping.md); in a whole town as many more could be the other one. */
const LISTINGS_AROUND_A_POINT = 280;
const LISTINGS_IN_A_TOWN = 5_000;

function compareTowns(a: Listing, b: Listing, stats: GroupingStats): Level | undefined {
  const [townA, townB] = [a.location?.cityId, b.location?.cityId];
  // Names prove nothing: one source says "Paris", another "Paris 4e".
  if (townA !== undefined && townB !== undefined && townA !== townB) return OTHER_TOWN;
  const inTown = stats.listingsInTown?.(a) ?? LISTINGS_IN_A_TOWN;
  return level('only the town is known', Math.min(0, -Math.log2(Math.max(1, inTown) / LISTINGS_AROUND_A_POINT)));
}

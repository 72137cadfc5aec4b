import { distanceMeters } from '../../geo/distance.js';
import type { Listing } from '../../listing/listing.js';
import { MAX_EXACT_REACH_METERS, spotOf, type GroupingItem } from './grouping-item.js';
import { agrees, differs, veto, type Level } from './level.js';

/** Distance as a part of the reach of both points. */
const PLACE_LEVELS: readonly (readonly [upTo: number, level: string])[] = [
  [0.125, 'within an eighth of the reach'],
  [0.25, 'within a quarter of the reach'],
  [0.5, 'within half of the reach'],
  [0.75, 'within three quarters of the reach'],
  [1, 'within the reach'],
];
/** Two points that portals moved by 100 m each still lie within 1.7 times the reach of two streets. */
const FARTHEST = 1.7;
const PLACES_FAR = differs('farther than usual');
const PLACES_APART = veto('too far apart');
const OTHER_TOWN = veto('another town');
/** The reach of two points of streets, at which the weights are learned. */
const USUAL_REACH_METERS = 120;

/** Compares the shown points, or the towns where one of them is no point of a street. */
export function comparePlace({ listing: a }: GroupingItem, { listing: b }: GroupingItem): Level | undefined {
  const [spotA, spotB] = [spotOf(a), spotOf(b)];
  if (spotA === undefined || spotB === undefined) return compareTowns(a, b);
  const reach = spotA.reachMeters + spotB.reachMeters;
  const ratio = distanceMeters(spotA, spotB) / reach;
  if (ratio > FARTHEST) return PLACES_APART;
  if (Math.max(spotA.reachMeters, spotB.reachMeters) > MAX_EXACT_REACH_METERS) return compareTowns(a, b);
  // An agreement within 30 m is rarer by chance than one within 120 m.
  for (const [upTo, level] of PLACE_LEVELS)
    if (ratio <= upTo) return agrees(level, Math.log2(USUAL_REACH_METERS / reach));
  return PLACES_FAR;
}

/**
 * The prior speaks of the 280 listings around a point of a large town; in all of one some 5,000 could be the other
 * listing.
 */
const ONLY_THE_TOWN = differs('only the town is known', -Math.log2(5_000 / 280));

function compareTowns(a: Listing, b: Listing): Level {
  const [townA, townB] = [a.location?.cityId, b.location?.cityId];
  // Names prove nothing: one source says "Paris", another "Paris 4e".
  return townA !== undefined && townB !== undefined && townA !== townB ? OTHER_TOWN : ONLY_THE_TOWN;
}

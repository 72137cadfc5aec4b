import { diffListings } from '../listing/diff.js';
import type { KnownListing } from '../listing/past.js';
import type { AlertEventType } from './event-type.js';

/** A listing as one revision has it. */
export interface ListingState {
  readonly online: boolean;
  readonly listing: KnownListing;
}

/** What a change says to every alert alike: worked out once for each change, not for each alert. */
export interface ChangeFacts {
  readonly wasOnline: boolean;
  readonly isOnline: boolean;
  /** The displayed number differs; a price that appears or disappears counts. */
  readonly priceChanged: boolean;
  /** One of the attributes that ANY_ATTRIBUTE_CHANGED watches differs, the price among them. */
  readonly attributesChanged: boolean;
}

/** Whether the listing was online and met the criteria, before and after the change. */
export interface Matched {
  readonly before: boolean;
  readonly after: boolean;
}

/**
 * What an alert knows of earlier changes: its own events, and the other listings of the property at the commit of the
 * change.
 */
export interface AlertMemory {
  /** It has an event of this listing, of an earlier revision. */
  readonly listingMatched: boolean;
  /** It has an event of this property, other than of this revision. */
  readonly propertyMatched: boolean;
  /** Another online listing of the property meets the criteria. */
  readonly siblingMeets: boolean;
}

/** Reads a change; `before` is null for a listing seen for the first time. */
export function changeFacts(before: ListingState | null, after: ListingState): ChangeFacts {
  const changes = before === null ? [] : diffListings(before.listing, after.listing);
  return {
    wasOnline: before?.online === true,
    isOnline: after.online,
    priceChanged: changes.some(({ attribute }) => attribute === 'price'),
    attributesChanged: changes.some(({ attribute }) => WATCHED.has(attribute) || attribute.startsWith('features.')),
  };
}

/**
 * The events one alert records of one change, the weightiest first; none where it matched neither before nor after.
 * Pure.
 */
export function decideEvents(facts: ChangeFacts, matched: Matched, memory: AlertMemory): readonly AlertEventType[] {
  if (!matched.before) return matched.after ? [comesIn(facts, memory)] : [];
  if (!matched.after) return [facts.isOnline ? 'OUT_OF_CRITERIA' : 'LISTING_EXPIRED'];
  return [
    ...(facts.priceChanged ? ['PRICE_CHANGED' as const] : []),
    ...(facts.attributesChanged ? ['ANY_ATTRIBUTE_CHANGED' as const] : []),
  ];
}

function comesIn(
  { wasOnline }: ChangeFacts,
  { listingMatched, propertyMatched, siblingMeets }: AlertMemory,
): AlertEventType {
  if (listingMatched) return wasOnline ? 'BACK_IN_CRITERIA' : 'LISTING_REACTIVATED';
  return propertyMatched || siblingMeets ? 'ADDITIONAL_LISTING' : 'NEW_MATCH';
}

/** Attributes of `diffListings` that ANY_ATTRIBUTE_CHANGED watches beside every feature. */
const WATCHED: ReadonlySet<string> = new Set([
  'price',
  'area',
  'title',
  'description',
  'rooms',
  'bedrooms',
  'location',
  'pictures',
]);

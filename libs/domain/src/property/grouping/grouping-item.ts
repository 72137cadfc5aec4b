import type { Listing } from '../../listing/listing.js';

/**
 * A listing as grouping sees it. Two items of one source are compared more closely: what both of them leave out is a
 * trait of the property.
 */
export interface GroupingItem {
  readonly id: string;
  readonly sourceId: string;
  readonly listing: Listing;
}

/** The displayed area in m², or undefined where none is stated. An area of 0 is a blank in a form, not an area. */
export function areaOf({ area, areas, propertyType }: Listing): number | undefined {
  return area || areas?.indoor || (propertyType === 'LAND' && areas?.land) || undefined;
}

/** A place as far as a listing shows it. */
export interface Spot {
  readonly lat: number;
  readonly lng: number;
  /** How far from the property the shown point may lie, in meters. */
  readonly reachMeters: number;
}

/** Where a listing shows the property, or undefined where it gives no point; 0/0 is a blank. */
export function spotOf({ location }: Listing): Spot | undefined {
  if (location?.lat === undefined || location.lng === undefined) return undefined;
  if (location.lat === 0 && location.lng === 0) return undefined;
  return { lat: location.lat, lng: location.lng, reachMeters: REACH_METERS[location.accuracy ?? 'STREET'] };
}

// The first two are measured (docs/grouping.md); the others are sizes of such areas, and only far points contradict
// them.
const REACH_METERS = { PRECISE: 15, STREET: 60, NEIGHBORHOOD: 1_000, DISTRICT: 4_000, CITY: 15_000, UNKNOWN: 15_000 };

/** Points shown to more than this are the middle of an area: they place a property in a town, not in a street. */
export const MAX_EXACT_REACH_METERS = 60;

/** A word for the town of a listing, the same for every listing of that town as far as the listing tells. */
export function townOf({ location }: Listing): string | undefined {
  if (location?.cityId !== undefined) return `#${location.cityId}`;
  return (
    location?.cityName
      ?.normalize('NFD')
      .replace(/\P{L}+/gu, '')
      .toLowerCase() || location?.postalCode
  );
}

import type { Listing } from '../listing/listing.js';
import { mostExact } from './merged-record.js';

/** What properties are sorted by: figures over their online listings, null where none of them states one. */
export interface PropertySummary {
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  /** Largest displayed area in m². */
  readonly maxArea: number | null;
  /** Lowest displayed price per displayed m², of listings that state both and an area above 0. */
  readonly minPricePerArea: number | null;
  readonly onlineCount: number;
  /** Where it stands on a map: the place of its merged record. */
  readonly lat: number | null;
  readonly lng: number | null;
}

/**
 * Sums up the online listings of one property, the oldest first. Displayed prices are compared as numbers, whatever
 * their currency.
 */
export function summarise(onlineListings: readonly Listing[]): PropertySummary {
  const { lat = null, lng = null } = mostExact([...onlineListings].reverse()) ?? {};
  const prices = onlineListings.map(({ price }) => price);
  return {
    minPrice: lowest(prices),
    maxPrice: highest(prices),
    maxArea: highest(onlineListings.map(({ area }) => area)),
    minPricePerArea: lowest(onlineListings.map(pricePerArea)),
    onlineCount: onlineListings.length,
    lat: lng === null ? null : lat,
    lng: lat === null ? null : lng,
  };
}

function pricePerArea({ price, area }: Listing): number | undefined {
  if (price === undefined || area === undefined || area <= 0) return undefined;
  const found = price / area;
  return Number.isFinite(found) ? found : undefined; // an absurd area close to 0 may overflow
}

function lowest(values: readonly (number | undefined)[]): number | null {
  return values.reduce<number | null>(
    (least, value) => (value === undefined || (least !== null && least <= value) ? least : value),
    null,
  );
}

function highest(values: readonly (number | undefined)[]): number | null {
  return values.reduce<number | null>(
    (most, value) => (value === undefined || (most !== null && most >= value) ? most : value),
    null,
  );
}

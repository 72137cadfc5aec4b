import type { Schema } from '../../client/api.js';
import { leadListing, type Listing, type Property } from '../../homes/home-summary.js';

export const RADIUS_METERS = 5_000;
const AREA_MARGIN = 0.2;

export type Merged = Schema<'MergedListing'>;

/**
 * Asks for homes of the same kind, deal and currency, of about the same area, around it; null where it says too
 * little.
 */
export function comparableCriteria(merged: Merged): Schema<'Criteria'> | null {
  const { propertyType, transactionType, currency, area, latitude, longitude, cityId } = merged;
  if (propertyType == null || transactionType == null) return null;
  const location =
    latitude != null && longitude != null
      ? { centerPoint: { lat: latitude, lng: longitude }, radiusMeters: RADIUS_METERS }
      : cityId != null
        ? { includedDivisionIds: [cityId] }
        : null;
  if (location === null) return null;
  return {
    transactionType: { value: transactionType },
    propertyType: { included: [propertyType] },
    location,
    ...(currency != null && { currency: { included: [currency] } }), // figures are not converted
    ...(area != null && {
      area: { min: Math.round(area * (1 - AREA_MARGIN)), max: Math.round(area * (1 + AREA_MARGIN)) },
    }),
  };
}

/** What a home asks per m²; null where price or area is not stated. */
export function pricePerArea({ price, area }: Pick<Partial<Listing>, 'price' | 'area'>): number | null {
  return price == null || area == null || area === 0 ? null : price / area;
}

/** The middle of what homes ask per m², and how far this one is from it as a share. */
export function compareAsking(
  merged: Merged,
  properties: readonly Property[],
): { readonly count: number; readonly median: number; readonly difference: number | null } | null {
  const asked = properties
    .flatMap((property) => pricePerArea(leadListing(property) ?? {}) ?? [])
    .sort((one, other) => one - other);
  if (asked.length === 0) return null;
  const middle = (asked.length - 1) / 2;
  const median = (asked[Math.floor(middle)]! + asked[Math.ceil(middle)]!) / 2;
  const own = pricePerArea(merged);
  return { count: asked.length, median, difference: own === null ? null : own / median - 1 };
}

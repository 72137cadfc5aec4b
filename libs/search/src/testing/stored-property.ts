import type { Point } from '@gable/domain/geo';
import type { KnownListing } from '@gable/domain/listing';
import { summarise } from '@gable/domain/property';

/** A property with its listings, as specs of search engines store it. */
export interface StoredProperty {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly listings: readonly StoredListing[];
}

export interface StoredListing {
  readonly online: boolean;
  readonly listing: KnownListing;
}

/** What is sorted by, over the online listings. */
export function sortKeysOf({ createdAt, updatedAt, listings }: StoredProperty): {
  CREATED_AT: number;
  UPDATED_AT: number;
  PRICE: number | null;
  AREA: number | null;
  PRICE_PER_AREA: number | null;
  maxPrice: number | null;
} {
  const online = listings.filter((one) => one.online).map(({ listing }) => listing);
  const prices = online.flatMap(({ price }) => (price === undefined ? [] : [price]));
  const areas = online.flatMap(({ area }) => (area === undefined ? [] : [area]));
  const ratios = online.flatMap(({ price, area }) => (price === undefined || !area ? [] : [price / area]));
  return {
    CREATED_AT: createdAt,
    UPDATED_AT: updatedAt,
    PRICE: prices.length === 0 ? null : Math.min(...prices),
    AREA: areas.length === 0 ? null : Math.max(...areas),
    PRICE_PER_AREA: ratios.length === 0 ? null : Math.min(...ratios),
    maxPrice: prices.length === 0 ? null : Math.max(...prices),
  };
}

/** Where it stands on a map; null where none of its online listings has a point. */
export function placeOf({ listings }: StoredProperty): Point | null {
  const { lat, lng } = summarise(listings.filter(({ online }) => online).map(({ listing }) => listing));
  return lat === null || lng === null ? null : { lat, lng };
}

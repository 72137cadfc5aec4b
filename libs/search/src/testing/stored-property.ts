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

interface SortKeys {
  readonly CREATED_AT: number;
  readonly UPDATED_AT: number;
  readonly PRICE: number | null;
  readonly AREA: number | null;
  readonly PRICE_PER_AREA: number | null;
  readonly maxPrice: number | null;
}

/** A contract sorts the same properties in every order. */
const known = new WeakMap<StoredProperty, SortKeys>();

/** What is sorted by, over the online listings. */
export function sortKeysOf(property: StoredProperty): SortKeys {
  const keys = known.get(property) ?? reckonSortKeys(property);
  known.set(property, keys);
  return keys;
}

function reckonSortKeys({ createdAt, updatedAt, listings }: StoredProperty): SortKeys {
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

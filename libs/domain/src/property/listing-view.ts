import { fieldValue } from '../criteria/fields.js';
import type { Listing } from '../listing/listing.js';
import { lastPriceCut, priceCut, type KnownListing, type ListingPast } from '../listing/past.js';
import type { ListingView, PropertyView, SourceView } from './property-view.js';

/** A stored listing with what its view needs beside its state. */
export interface ListingRecord {
  readonly id: string;
  readonly listing: Listing;
  readonly externalId: string;
  readonly source: SourceView;
  /**
   * Names of the divisions by the store, null where unknown. They win over what the listing calls them, so that one id
   * has one name.
   */
  readonly cityName: string | null;
  readonly districtName: string | null;
  readonly neighborhoodName: string | null;
  /** ISO 8601 UTC with milliseconds, as all times of records. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** What the states up to this one tell; null where that is not stored. */
  readonly past: ListingPast | null;
}

/** A stored property with the views of its online listings. */
export interface PropertyRecord {
  readonly id: string;
  readonly listings: readonly ListingView[];
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * Shows a stored listing as every answer shows it, with every attribute that it states. Of what it does not state, the
 * members of the first version are null and the others undefined, which JSON leaves out.
 */
export function viewOfListing({
  id,
  listing,
  externalId,
  source,
  cityName,
  districtName,
  neighborhoodName,
  createdAt,
  updatedAt,
  past,
}: ListingRecord): ListingView {
  const { features, location } = listing;
  const priced: KnownListing = past === null ? {} : { price: listing.price, past };
  return {
    uuid: id,
    title: listing.title ?? null,
    description: listing.description ?? null,
    url: listing.url ?? null,
    price: listing.price ?? null,
    currency: listing.currency ?? null,
    transactionType: listing.transactionType ?? null,
    propertyType: listing.propertyType ?? null,
    dataProvider: source.name,
    area: listing.area ?? null,
    rooms: listing.rooms ?? null,
    bedrooms: listing.bedrooms ?? null,
    bathrooms: listing.bathrooms ?? null,
    floor: listing.floor ?? null,
    hasParking: features?.parking ?? null,
    hasBalcony: features?.balcony ?? null,
    hasGarden: features?.garden ?? null,
    hasCellar: features?.cellar ?? null,
    cityId: location?.cityId ?? null,
    districtId: location?.districtId ?? null,
    neighborhoodId: location?.neighborhoodId ?? null,
    cityName: cityName ?? location?.cityName ?? null,
    districtName: districtName ?? location?.districtName ?? null,
    neighborhoodName: neighborhoodName ?? location?.neighborhoodName ?? null,
    latitude: location?.lat ?? null,
    longitude: location?.lng ?? null,
    locationAccuracy: location?.accuracy ?? null,
    pictures: listing.pictures ?? [],
    postalCode: location?.postalCode,
    divisionIds: location?.divisionIds,
    transactionStatus: listing.transactionStatus,
    saleType: listing.saleType,
    mandateType: listing.mandateType,
    condition: listing.condition,
    pricing: listing.pricing,
    areas: listing.areas,
    features,
    building: listing.building,
    energy: listing.energy,
    publisher: listing.publisher,
    publishedAt: listing.publishedAt,
    pricePerSquareMeter: fieldValue('pricePerSquareMeter', listing),
    firstSeenAt: past === null ? undefined : new Date(past.firstSeenAt).toISOString(),
    lastChangedAt: past === null ? undefined : new Date(past.lastChangedAt).toISOString(),
    priceCut: priceCut(priced),
    lastPriceCut: lastPriceCut(priced),
    externalId,
    source,
    createdAt,
    updatedAt,
  };
}

/** Shows a stored property as every answer shows it, its newest listing first. */
export function viewOfProperty({
  id,
  listings,
  minPrice,
  maxPrice,
  createdAt,
  updatedAt,
}: PropertyRecord): PropertyView {
  return {
    uuid: id,
    listings: [...listings].sort(newestFirst),
    minPrice,
    maxPrice,
    createdAt,
    updatedAt,
  };
}

function newestFirst(a: ListingView, b: ListingView): number {
  return compareText(b.createdAt, a.createdAt) || compareText(b.uuid, a.uuid);
}

/** Which of two texts, ids or ISO times comes first. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

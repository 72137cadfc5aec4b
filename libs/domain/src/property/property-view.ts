import type { PropertyType, TransactionType, LocationAccuracy } from '../values/vocabulary.js';

/**
 * A property as every answer shows it: search results, single reads, webhooks and mails. What is not stated is null.
 */
export interface PropertyView {
  uuid: string;
  /** All online listings of the property, newest first. */
  listings: ListingView[];
  /** Lowest and highest displayed price over the online listings; null when none states a price. */
  minPrice: number | null;
  maxPrice: number | null;
  /** When the property was first seen; ISO 8601 UTC with milliseconds. */
  createdAt: string;
  /** When one of its listings last changed. */
  updatedAt: string;
}

/** A listing as every answer shows it. Prices in `currency`, area in m². */
export interface ListingView {
  uuid: string;
  title: string | null;
  description: string | null;
  url: string | null;
  price: number | null;
  currency: string | null;
  transactionType: TransactionType | null;
  propertyType: PropertyType | null;
  /** Name of the source. */
  dataProvider: string;
  area: number | null;
  rooms: number | null;
  bedrooms: number | null;
  bathrooms: number | null;
  floor: number | null;
  hasParking: boolean | null;
  hasBalcony: boolean | null;
  hasGarden: boolean | null;
  hasCellar: boolean | null;
  cityId: number | null;
  districtId: number | null;
  neighborhoodId: number | null;
  cityName: string | null;
  districtName: string | null;
  neighborhoodName: string | null;
  latitude: number | null;
  longitude: number | null;
  locationAccuracy: LocationAccuracy | null;
  pictures: string[];
  createdAt: string;
  updatedAt: string;
}

import type { Highlight } from '../criteria/highlight-words.js';
import type { Listing, ListingLocation } from '../listing/listing.js';
import type { PriceCut } from '../listing/past.js';
import type { ListingStatus, LocationAccuracy, PropertyType, TransactionType } from '../values/vocabulary.js';

/** A property as a search shows it. What is not stated is null. */
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

/** A property as single reads and webhooks show it. */
export interface PropertyRecordView extends PropertyView {
  /** What its online listings say together; where none is online, what `expired` do. */
  merged: MergedView;
  /** Where no listing is online: the last states, the one that changed last first; at most MOST_EXPIRED. */
  expired?: ListingView[];
}

/** What the listings of a property say together: a listing without what belongs to one advert alone. */
export type MergedView = Omit<ListingView, OfOneAdvert>;
type OfOneAdvert =
  | keyof OfASearch
  | keyof OfThePast
  | 'uuid'
  | 'url'
  | 'dataProvider'
  | 'source'
  | 'externalId'
  | 'publisher'
  | 'createdAt'
  | 'updatedAt';

/** A stored state of a listing, whole. */
export interface ListingStateView extends ListingView {
  propertyId: string;
  revisionId: number;
  status: ListingStatus;
  /** When the source saw the state; of the current one, when it last saw it. */
  observedAt: string;
  /** When the state was ingested. */
  recordedAt: string;
}

/** Attributes that a listing is shown with only where it states them, as the feed calls them. */
type StatedAttributes = Pick<
  Listing,
  | 'publishedAt'
  | 'transactionStatus'
  | 'saleType'
  | 'mandateType'
  | 'condition'
  | 'pricing'
  | 'areas'
  | 'features'
  | 'building'
  | 'energy'
  | 'publisher'
> &
  Pick<ListingLocation, 'postalCode' | 'divisionIds'>;

/**
 * What the states up to the one that is shown tell; left out where they do not, or where a worker has not yet worked it
 * out of states that an earlier release stored.
 */
export interface OfThePast {
  /** When the source saw its first state; ISO 8601 UTC with milliseconds. */
  firstSeenAt?: string;
  /** When the source saw the newest state that differed from the one before. */
  lastChangedAt?: string;
  /** By how much the price is lower than the first one displayed. */
  priceCut?: PriceCut;
  /** By how much it is lower than the one displayed before. */
  lastPriceCut?: PriceCut;
}

/** What only a search can say of a listing. */
export interface OfASearch {
  /** Where the words that the criteria ask for stand in its texts; only where that was asked for. */
  highlight?: Highlight;
}

/**
 * A listing as every answer shows it: search results, single reads, events, webhooks and mails. What it does not state
 * is null, or left out of `StatedAttributes`. Prices in `currency`, area in m².
 */
export interface ListingView extends StatedAttributes, OfThePast, OfASearch {
  uuid: string;
  source: SourceView;
  /** How the source calls it. */
  externalId: string;
  title: string | null;
  description: string | null;
  url: string | null;
  price: number | null;
  currency: string | null;
  transactionType: TransactionType | null;
  propertyType: PropertyType | null;
  /** Name of the source. */
  dataProvider: string;
  /** Displayed price by displayed area; left out where one of them is. */
  pricePerSquareMeter?: number;
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

/** Where a listing comes from. */
export interface SourceView {
  id: string;
  domain: string;
  name: string;
}

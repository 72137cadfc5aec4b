import type {
  EnergyCarrier,
  EnergyRating,
  HeatingSystem,
  PropertyCondition,
  ListingStatus,
  LocationAccuracy,
  MandateType,
  PropertyType,
  PublisherType,
  SaleType,
  TransactionStatus,
  TransactionType,
} from '../values/vocabulary.js';

/** Names of the features a listing may state; an absent one is unknown, not false. */
export const FEATURES = [
  'furnished',
  'disabledAccess',
  'equippedKitchen',
  'balcony',
  'terrace',
  'garden',
  'cellar',
  'lastFloor',
  'elevator',
  'intercom',
  'gym',
  'swimmingPool',
  'parking',
] as const;
/** One of FEATURES. */
export type Feature = (typeof FEATURES)[number];

/**
 * What a listing says of a property, in the form of the feed. An absent member is not stated by the listing; there
 * are no nulls inside. Prices are in `currency` (rent: per month), areas in m², places in degrees WGS 84.
 */
export interface Listing {
  url?: string;
  title?: string;
  description?: string;
  pictures?: string[];
  /** When the listing says it was published: ISO 8601, UTC. */
  publishedAt?: string;
  transactionType?: TransactionType;
  propertyType?: PropertyType;
  transactionStatus?: TransactionStatus;
  saleType?: SaleType;
  mandateType?: MandateType;
  condition?: PropertyCondition;
  /** The price the listing displays. */
  price?: number;
  /** ISO 4217. */
  currency?: string;
  pricing?: {
    charges?: number;
    agencyFees?: number;
    securityDeposit?: number;
    chargesIncluded?: boolean;
    feesIncluded?: boolean;
  };
  /** The area the listing displays, in m². */
  area?: number;
  areas?: { indoor?: number; outdoor?: number; land?: number; balcony?: number; terrace?: number; garden?: number };
  rooms?: number;
  bedrooms?: number;
  bathrooms?: number;
  floor?: number;
  features?: Partial<Record<Feature, boolean>>;
  building?: { constructionYear?: number; renovationYear?: number; lots?: number };
  energy?: { dpe?: EnergyRating; ghg?: EnergyRating; heatingSystem?: HeatingSystem; energyCarrier?: EnergyCarrier };
  publisher?: { type?: PublisherType; name?: string };
  location?: ListingLocation;
}

/** Where a listing says its property lies, and what ingest found out about that. */
export interface ListingLocation {
  lat?: number;
  lng?: number;
  accuracy?: LocationAccuracy;
  postalCode?: string;
  cityId?: number;
  districtId?: number;
  neighborhoodId?: number;
  cityName?: string;
  districtName?: string;
  neighborhoodName?: string;
  /**
   * Every division the property lies in, each with all of its ancestors; ascending. Made when the listing is placed at
   * ingest. Where it is absent (a listing that never went through ingest), the three ids above stand for it.
   */
  divisionIds?: number[];
  /** The one country among `divisionIds`, the one region and the one department; made with them. */
  countryId?: number;
  regionId?: number;
  departmentId?: number;
}

/** The place as the listing states it, without what ingest found out. */
export type StatedLocation = Omit<ListingLocation, 'divisionIds' | 'countryId' | 'regionId' | 'departmentId'>;

/** What a listing says of the place: new division data are no change of a listing. */
export function statedLocation({
  divisionIds: _ids,
  countryId: _country,
  regionId: _region,
  departmentId: _department,
  ...stated
}: ListingLocation): StatedLocation {
  return stated;
}

/** One line of a feed: the state of one listing of one source at one moment. */
export interface FeedState {
  source: { domain: string; name: string };
  /** Identity within the source, 1 to 200 characters. */
  externalId: string;
  /** ISO 8601, UTC, milliseconds. */
  observedAt: string;
  status: ListingStatus;
  listing: Listing;
}

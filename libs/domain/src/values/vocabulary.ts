// Every closed list of words that a feed, a search or an alert may use.

/** Deals that a listing offers. */
export const TRANSACTION_TYPES = ['SELL', 'RENT'] as const;
/** SELL or RENT. */
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** FLAT is 0, HOUSE is 1, and so on: the integer of a type is its place in this list and must never change. */
export const PROPERTY_TYPES = [
  'FLAT',
  'HOUSE',
  'BUILDING',
  'PARKING',
  'OFFICE',
  'LAND',
  'SHOP',
  'COMMERCIAL_PREMISES',
  'OTHER',
] as const;
/** One of PROPERTY_TYPES. */
export type PropertyType = (typeof PROPERTY_TYPES)[number];
/** Other names accepted for a property type. */
export const PROPERTY_TYPE_ALIASES: Readonly<Record<string, PropertyType>> = { APARTMENT: 'FLAT' };

/** Whether a portal shows a listing. */
export const LISTING_STATUSES = ['ONLINE', 'OFFLINE'] as const;
/** One of LISTING_STATUSES. */
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** How far a deal has come. */
export const TRANSACTION_STATUSES = ['AVAILABLE', 'UNDER_OFFER', 'SOLD', 'RENTED', 'WITHDRAWN'] as const;
/** One of TRANSACTION_STATUSES. */
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** Ways to sell: against a price, or against a life annuity. */
export const SALE_TYPES = ['STANDARD', 'LIFE_ANNUITY'] as const;
/** One of SALE_TYPES. */
export type SaleType = (typeof SALE_TYPES)[number];

/** How an owner has charged agencies with the deal. */
export const MANDATE_TYPES = ['NON_EXCLUSIVE', 'EXCLUSIVE', 'SEMI_EXCLUSIVE'] as const;
/** One of MANDATE_TYPES. */
export type MandateType = (typeof MANDATE_TYPES)[number];

/** States of repair of a property. */
export const CONDITIONS = ['NEW', 'GOOD', 'TO_RENOVATE'] as const;
/** One of CONDITIONS. */
export type PropertyCondition = (typeof CONDITIONS)[number];

/** Who publishes a listing. */
export const PUBLISHER_TYPES = [
  'PRIVATE_INDIVIDUAL',
  'REAL_ESTATE_AGENCY',
  'COMMERCIAL_AGENT',
  'MANDATED_AGENT',
  'PROFESSIONAL_UNKNOWN',
] as const;
/** One of PUBLISHER_TYPES. */
export type PublisherType = (typeof PUBLISHER_TYPES)[number];

/** How closely a listing shows where the property lies. */
export const LOCATION_ACCURACIES = ['PRECISE', 'STREET', 'NEIGHBORHOOD', 'DISTRICT', 'CITY', 'UNKNOWN'] as const;
/** One of LOCATION_ACCURACIES. */
export type LocationAccuracy = (typeof LOCATION_ACCURACIES)[number];

/** Ways to heat. */
export const HEATING_SYSTEMS = [
  'BOILER',
  'HEAT_PUMP',
  'RADIATOR',
  'FLOOR_HEATING',
  'SOLAR_THERMAL',
  'WOOD_STOVE',
  'AIR_CONDITIONING',
  'ELECTRIC_HEATER',
] as const;
/** One of HEATING_SYSTEMS. */
export type HeatingSystem = (typeof HEATING_SYSTEMS)[number];

/** What is burnt or used to heat. */
export const ENERGY_CARRIERS = [
  'GAS',
  'ELECTRICITY',
  'OIL',
  'WOOD',
  'SOLAR',
  'GEOTHERMAL',
  'DISTRICT_HEATING',
] as const;
/** One of ENERGY_CARRIERS. */
export type EnergyCarrier = (typeof ENERGY_CARRIERS)[number];

/** Ratings of energy use (dpe) and of greenhouse gases (ghg). */
export const ENERGY_RATINGS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;
/** One of ENERGY_RATINGS, A is the best. */
export type EnergyRating = (typeof ENERGY_RATINGS)[number];

/** Levels of administrative divisions, the largest first. */
export const DIVISION_TYPES = ['COUNTRY', 'REGION', 'DEPARTMENT', 'CITY', 'DISTRICT', 'NEIGHBORHOOD'] as const;
/** One of DIVISION_TYPES. */
export type DivisionType = (typeof DIVISION_TYPES)[number];

/** What analytics call a change of a listing. */
export const MARKET_EVENT_TYPES = ['CREATED', 'UPDATED', 'EXPIRED', 'REACTIVATED'] as const;
/** One of MARKET_EVENT_TYPES. */
export type MarketEventType = (typeof MARKET_EVENT_TYPES)[number];

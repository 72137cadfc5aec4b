/**
 * Every closed list of words that a feed, a search or an alert may use. The order of PROPERTY_TYPES is its integer
 * coding.
 */
export const TRANSACTION_TYPES = ['SELL', 'RENT'] as const;
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
export type PropertyType = (typeof PROPERTY_TYPES)[number];
/** Other names accepted for a property type. */
export const PROPERTY_TYPE_ALIASES: Readonly<Record<string, PropertyType>> = { APARTMENT: 'FLAT' };

export const LISTING_STATUSES = ['ONLINE', 'OFFLINE'] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

export const TRANSACTION_STATUSES = ['AVAILABLE', 'UNDER_OFFER', 'SOLD', 'RENTED', 'WITHDRAWN'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

export const SALE_TYPES = ['STANDARD', 'LIFE_ANNUITY'] as const;
export type SaleType = (typeof SALE_TYPES)[number];

export const MANDATE_TYPES = ['NON_EXCLUSIVE', 'EXCLUSIVE', 'SEMI_EXCLUSIVE'] as const;
export type MandateType = (typeof MANDATE_TYPES)[number];

export const CONDITIONS = ['NEW', 'GOOD', 'TO_RENOVATE'] as const;
export type PropertyCondition = (typeof CONDITIONS)[number];

export const PUBLISHER_TYPES = [
  'PRIVATE_INDIVIDUAL',
  'REAL_ESTATE_AGENCY',
  'COMMERCIAL_AGENT',
  'MANDATED_AGENT',
  'PROFESSIONAL_UNKNOWN',
] as const;
export type PublisherType = (typeof PUBLISHER_TYPES)[number];

export const LOCATION_ACCURACIES = ['PRECISE', 'STREET', 'NEIGHBORHOOD', 'DISTRICT', 'CITY', 'UNKNOWN'] as const;
export type LocationAccuracy = (typeof LOCATION_ACCURACIES)[number];

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
export type HeatingSystem = (typeof HEATING_SYSTEMS)[number];

export const ENERGY_CARRIERS = [
  'GAS',
  'ELECTRICITY',
  'OIL',
  'WOOD',
  'SOLAR',
  'GEOTHERMAL',
  'DISTRICT_HEATING',
] as const;
export type EnergyCarrier = (typeof ENERGY_CARRIERS)[number];

/** Ratings of energy use (dpe) and of greenhouse gases (ghg). */
export const ENERGY_RATINGS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;
export type EnergyRating = (typeof ENERGY_RATINGS)[number];

export const DIVISION_TYPES = ['COUNTRY', 'REGION', 'DEPARTMENT', 'CITY', 'DISTRICT', 'NEIGHBORHOOD'] as const;
export type DivisionType = (typeof DIVISION_TYPES)[number];

/** What analytics call a change of a listing. */
export const MARKET_EVENT_TYPES = ['CREATED', 'UPDATED', 'EXPIRED', 'REACTIVATED'] as const;
export type MarketEventType = (typeof MARKET_EVENT_TYPES)[number];

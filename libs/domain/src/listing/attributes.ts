import {
  CONDITIONS,
  ENERGY_CARRIERS,
  ENERGY_RATINGS,
  HEATING_SYSTEMS,
  LOCATION_ACCURACIES,
  MANDATE_TYPES,
  PROPERTY_TYPES,
  PUBLISHER_TYPES,
  SALE_TYPES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../values/vocabulary.js';
import type { Listing } from './listing.js';

/** What the values of an attribute are, and what it means where its name does not say so. */
export interface Attribute {
  readonly type: 'text' | 'uuid' | 'moment' | 'number' | 'integer' | 'flag' | 'word';
  /** Of a word: all there are. */
  readonly words?: readonly string[];
  /** It has a list of such values. */
  readonly isList?: true;
  readonly says?: string;
}

/** Attributes of one object of a listing: `features`, `pricing` … */
export type AttributeGroup = Readonly<Record<string, Attribute>>;

type AttributesOf<T> = {
  readonly [K in keyof Required<T>]: NonNullable<T[K]> extends string | number | boolean | readonly unknown[]
    ? Attribute
    : { readonly [M in keyof Required<NonNullable<T[K]>>]: Attribute };
};

const text: Attribute = { type: 'text' };
const flag: Attribute = { type: 'flag' };
const integer: Attribute = { type: 'integer' };
const number = (says: string): Attribute => ({ type: 'number', says });
const wordOf = (words: readonly string[]): Attribute => ({ type: 'word', words });
const squareMeters = number('m²');
const money = number('In the currency of the price.');

/**
 * Every attribute that a listing may state, by its name in the feed. What differs between two states, what answers show
 * and how the interface describes it is made from this table; an attribute that is missing here does not compile. The
 * order is that in which people read a listing.
 */
export const LISTING_ATTRIBUTES = {
  price: number('The displayed price; a rent is per month.'),
  currency: { type: 'text', says: 'ISO 4217.' },
  area: squareMeters,
  title: text,
  description: text,
  rooms: integer,
  bedrooms: integer,
  bathrooms: integer,
  floor: integer,
  pictures: { type: 'text', isList: true },
  url: text,
  publishedAt: { type: 'moment', says: 'When the listing says it was published.' },
  transactionType: wordOf(TRANSACTION_TYPES),
  propertyType: wordOf(PROPERTY_TYPES),
  transactionStatus: wordOf(TRANSACTION_STATUSES),
  saleType: wordOf(SALE_TYPES),
  mandateType: wordOf(MANDATE_TYPES),
  condition: wordOf(CONDITIONS),
  location: {
    lat: { type: 'number', says: 'Degrees, WGS 84.' },
    lng: { type: 'number', says: 'Degrees, WGS 84.' },
    accuracy: wordOf(LOCATION_ACCURACIES),
    postalCode: text,
    cityId: integer,
    districtId: integer,
    neighborhoodId: integer,
    cityName: text,
    districtName: text,
    neighborhoodName: text,
    divisionIds: {
      type: 'integer',
      isList: true,
      says: 'Every division that contains it, including all divisions above, in ascending order.',
    },
    countryId: integer,
    regionId: integer,
    departmentId: integer,
  },
  features: {
    furnished: flag,
    disabledAccess: flag,
    equippedKitchen: flag,
    balcony: flag,
    terrace: flag,
    garden: flag,
    cellar: flag,
    lastFloor: flag,
    elevator: flag,
    intercom: flag,
    gym: flag,
    swimmingPool: flag,
    parking: flag,
  },
  pricing: {
    charges: money,
    agencyFees: money,
    securityDeposit: money,
    chargesIncluded: flag,
    feesIncluded: flag,
  },
  areas: {
    indoor: squareMeters,
    outdoor: squareMeters,
    land: squareMeters,
    balcony: squareMeters,
    terrace: squareMeters,
    garden: squareMeters,
  },
  building: { constructionYear: integer, renovationYear: integer, lots: integer },
  energy: {
    dpe: wordOf(ENERGY_RATINGS),
    ghg: wordOf(ENERGY_RATINGS),
    heatingSystem: wordOf(HEATING_SYSTEMS),
    energyCarrier: wordOf(ENERGY_CARRIERS),
  },
  publisher: { type: wordOf(PUBLISHER_TYPES), name: text },
} satisfies AttributesOf<Listing>;

/** Tells an attribute from an object of attributes, one of which may be called `type` too. */
export function isAttribute(entry: Attribute | AttributeGroup): entry is Attribute {
  return typeof entry['type'] === 'string';
}

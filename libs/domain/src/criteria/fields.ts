import { lastPriceCut, priceCut, type KnownListing } from '../listing/past.js';
import type { FlagField, RangeField } from './criteria.js';
import { count, cut, money, moment, size, year, type RangePhrase } from './range-phrases.js';

/** Objects of the alert form that gather fields (docs/criteria.md). */
export const FIELD_GROUPS = [
  'rooms',
  'unit',
  'amenities',
  'building',
  'areas',
  'pricing',
  'priceCut',
  'lastPriceCut',
  'energy',
  'publisher',
] as const;
/** One of FIELD_GROUPS. */
export type FieldGroup = (typeof FIELD_GROUPS)[number];

/**
 * Where a field stands in a node: its own key, or a key inside a group. `['rooms']` names the group itself read as a
 * range.
 */
export type FieldPath = readonly [key: string] | readonly [group: FieldGroup, key: string];

/** What is said of a field, once for all readers. */
export interface FieldEntry<Value, Phrase> {
  /** Every place the field may be given at; the first is the one `formatCriteria` writes. */
  readonly paths: readonly [FieldPath, ...FieldPath[]];
  readonly read: (listing: KnownListing) => Value | undefined;
  readonly phrase: Phrase;
}

/** One entry per range field: where it stands, how a listing states it, how a sentence says it. */
export const RANGE_FIELD_TABLE: { readonly [F in RangeField]: FieldEntry<number, RangePhrase> } = {
  price: { paths: [['price']], read: (listing) => listing.price, phrase: money('') },
  area: { paths: [['area']], read: (listing) => listing.area, phrase: size('') },
  rooms: { paths: [['rooms', 'rooms'], ['rooms']], read: (listing) => listing.rooms, phrase: count('room') },
  bedrooms: { paths: [['rooms', 'bedrooms']], read: (listing) => listing.bedrooms, phrase: count('bedroom') },
  bathrooms: {
    paths: [
      ['rooms', 'bathrooms'],
      ['unit', 'bathrooms'],
    ],
    read: (listing) => listing.bathrooms,
    phrase: count('bathroom'),
  },
  floor: {
    paths: [['unit', 'floor']],
    read: (listing) => listing.floor,
    phrase: {
      exactly: (n) => `on floor ${n}`,
      least: (n) => `on floor ${n} or higher`,
      most: (n) => `on floor ${n} or lower`,
      between: (a, b) => `on floors ${a} to ${b}`,
    },
  },
  constructionYear: {
    paths: [['building', 'constructionYear']],
    read: (listing) => listing.building?.constructionYear,
    phrase: year('built'),
  },
  renovationYear: {
    paths: [['building', 'renovationYear']],
    read: (listing) => listing.building?.renovationYear,
    phrase: year('renovated'),
  },
  lots: {
    paths: [['building', 'lots']],
    read: (listing) => listing.building?.lots,
    phrase: count('lot', ' in the building'),
  },
  areaIndoor: {
    paths: [['areas', 'indoor']],
    read: (listing) => listing.areas?.indoor ?? listing.area,
    phrase: size('indoors '),
  },
  areaOutdoor: { paths: [['areas', 'outdoor']], read: (listing) => listing.areas?.outdoor, phrase: size('outdoors ') },
  areaLand: { paths: [['areas', 'land']], read: (listing) => listing.areas?.land, phrase: size('land of ') },
  areaBalcony: {
    paths: [['areas', 'balcony']],
    read: (listing) => listing.areas?.balcony,
    phrase: size('a balcony of '),
  },
  areaTerrace: {
    paths: [['areas', 'terrace']],
    read: (listing) => listing.areas?.terrace,
    phrase: size('a terrace of '),
  },
  areaGarden: { paths: [['areas', 'garden']], read: (listing) => listing.areas?.garden, phrase: size('a garden of ') },
  charges: {
    paths: [['pricing', 'charges']],
    read: (listing) => listing.pricing?.charges,
    phrase: money('charges of '),
  },
  agencyFees: {
    paths: [['pricing', 'agencyFees']],
    read: (listing) => listing.pricing?.agencyFees,
    phrase: money('agency fees of '),
  },
  securityDeposit: {
    paths: [['pricing', 'securityDeposit']],
    read: (listing) => listing.pricing?.securityDeposit,
    phrase: money('a security deposit of '),
  },
  pricePerSquareMeter: {
    paths: [['pricePerSquareMeter']],
    read: ({ price, area }) => (price == null || !area ? undefined : finite(price / area)),
    phrase: money('per m² '),
  },
  pictures: { paths: [['pictures']], read: ({ pictures }) => pictures?.length ?? 0, phrase: count('picture') },
  publishedAt: {
    paths: [['publishedAt']],
    read: ({ publishedAt }) => (publishedAt == null ? undefined : finite(Date.parse(publishedAt))),
    phrase: moment('published'),
  },
  firstSeenAt: {
    paths: [['firstSeenAt']],
    read: ({ past }) => past?.firstSeenAt,
    phrase: moment('first seen'),
  },
  lastChangedAt: {
    paths: [['lastChangedAt']],
    read: ({ past }) => past?.lastChangedAt,
    phrase: moment('last changed'),
  },
  priceCutPercent: {
    paths: [['priceCut', 'percent']],
    read: (listing) => finite(priceCut(listing)?.percent),
    phrase: cut(' %', 'than at first'),
  },
  priceCutAmount: {
    paths: [['priceCut', 'amount']],
    read: (listing) => finite(priceCut(listing)?.amount),
    phrase: cut('', 'than at first'),
  },
  lastPriceCutPercent: {
    paths: [['lastPriceCut', 'percent']],
    read: (listing) => finite(lastPriceCut(listing)?.percent),
    phrase: cut(' %', 'than before'),
  },
  lastPriceCutAmount: {
    paths: [['lastPriceCut', 'amount']],
    read: (listing) => finite(lastPriceCut(listing)?.amount),
    phrase: cut('', 'than before'),
  },
};

/** A feed's prices and areas never overflow; of a listing from elsewhere, what does is not stated. */
function finite(value: number | undefined): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** One entry per flag field; the phrase is what is said of true and of false. */
export const FLAG_FIELD_TABLE: { readonly [F in FlagField]: FieldEntry<boolean, readonly [yes: string, no: string]> } =
  {
    furnished: {
      paths: [['unit', 'furnished']],
      read: (listing) => listing.features?.furnished,
      phrase: ['furnished', 'unfurnished'],
    },
    disabledAccess: {
      paths: [['unit', 'disabledAccess']],
      read: (listing) => listing.features?.disabledAccess,
      phrase: ['with disabled access', 'without disabled access'],
    },
    equippedKitchen: {
      paths: [['unit', 'equippedKitchen']],
      read: (listing) => listing.features?.equippedKitchen,
      phrase: ['with an equipped kitchen', 'without an equipped kitchen'],
    },
    balcony: {
      paths: [['unit', 'balcony']],
      read: (listing) => listing.features?.balcony,
      phrase: ['with a balcony', 'without a balcony'],
    },
    terrace: {
      paths: [['unit', 'terrace']],
      read: (listing) => listing.features?.terrace,
      phrase: ['with a terrace', 'without a terrace'],
    },
    garden: {
      paths: [['unit', 'garden']],
      read: (listing) => listing.features?.garden,
      phrase: ['with a garden', 'without a garden'],
    },
    cellar: {
      paths: [['unit', 'cellar']],
      read: (listing) => listing.features?.cellar,
      phrase: ['with a cellar', 'without a cellar'],
    },
    lastFloor: {
      paths: [['unit', 'lastFloor']],
      read: (listing) => listing.features?.lastFloor,
      phrase: ['on the last floor', 'not on the last floor'],
    },
    elevator: {
      paths: [['amenities', 'elevator']],
      read: (listing) => listing.features?.elevator,
      phrase: ['with an elevator', 'without an elevator'],
    },
    intercom: {
      paths: [['amenities', 'intercom']],
      read: (listing) => listing.features?.intercom,
      phrase: ['with an intercom', 'without an intercom'],
    },
    gym: {
      paths: [['amenities', 'gym']],
      read: (listing) => listing.features?.gym,
      phrase: ['with a gym', 'without a gym'],
    },
    swimmingPool: {
      paths: [['amenities', 'swimmingPool']],
      read: (listing) => listing.features?.swimmingPool,
      phrase: ['with a swimming pool', 'without a swimming pool'],
    },
    parking: {
      paths: [['amenities', 'parking']],
      read: (listing) => listing.features?.parking,
      phrase: ['with parking', 'without parking'],
    },
    chargesIncluded: {
      paths: [['pricing', 'chargesIncluded']],
      read: (listing) => listing.pricing?.chargesIncluded,
      phrase: ['charges included', 'charges not included'],
    },
    feesIncluded: {
      paths: [['pricing', 'feesIncluded']],
      read: (listing) => listing.pricing?.feesIncluded,
      phrase: ['agency fees included', 'agency fees not included'],
    },
  };

/**
 * What the listing states for a field, with the fall-backs of the contract (indoor area: the displayed area);
 * undefined where it states nothing.
 */
export function fieldValue(field: RangeField, listing: KnownListing): number | undefined;
export function fieldValue(field: FlagField, listing: KnownListing): boolean | undefined;
export function fieldValue(field: RangeField | FlagField, listing: KnownListing): number | boolean | undefined {
  // `?? undefined`: listings built outside our parser may hold nulls, and null is not stated.
  return (isRangeField(field) ? RANGE_FIELD_TABLE[field] : FLAG_FIELD_TABLE[field]).read(listing) ?? undefined;
}

function isRangeField(field: RangeField | FlagField): field is RangeField {
  return Object.hasOwn(RANGE_FIELD_TABLE, field);
}

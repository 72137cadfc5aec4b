import {
  CONDITIONS,
  ENERGY_CARRIERS,
  ENERGY_RATINGS,
  HEATING_SYSTEMS,
  LISTING_STATUSES,
  LOCATION_ACCURACIES,
  MANDATE_TYPES,
  PROPERTY_TYPES,
  PUBLISHER_TYPES,
  SALE_TYPES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type PropertyType,
} from '../values/vocabulary.js';
import { isCurrency } from '../values/currency.js';
import { propertyTypeOf } from '../values/property-type.js';
import {
  address,
  degrees,
  anyWholeNumber,
  divisionId,
  complain,
  dateTime,
  flag,
  hostName,
  listOfDistinct,
  money,
  name,
  oneOf,
  text,
  wholeNumber,
  type Reader,
  squareMeters,
} from './feed-readers.js';
import type { FeedState, Listing, ListingLocation, StatedLocation } from './listing.js';
import { objectOf } from './read-object.js';

const count = wholeNumber(0);
const year = wholeNumber(0);
const placeName = text(200);

const readLocation = objectOf<StatedLocation>('location.', {
  lat: degrees(90),
  lng: degrees(180),
  accuracy: oneOf(LOCATION_ACCURACIES),
  postalCode: text(20),
  cityId: divisionId,
  districtId: divisionId,
  neighborhoodId: divisionId,
  cityName: placeName,
  districtName: placeName,
  neighborhoodName: placeName,
});

/** A latitude without a longitude is a violation: it is more likely a broken feed than a hidden place. */
const location: Reader<ListingLocation> = (value, path, notes) => {
  const before = notes.violations.length;
  const found = readLocation(value, path, notes);
  if (
    found !== undefined &&
    notes.violations.length === before &&
    (found.lat === undefined) !== (found.lng === undefined)
  ) {
    const [missing, given] = found.lat === undefined ? ['lat', 'lng'] : ['lng', 'lat'];
    complain(notes, `location.${missing}`, `is missing beside ${given}`);
  }
  return found;
};

const currency: Reader<string> = (value, path, notes) =>
  isCurrency(value) ? value : complain(notes, path, 'expects an ISO 4217 code such as "EUR"');

const propertyType: Reader<PropertyType> = (value, path, notes) =>
  propertyTypeOf(value) ??
  complain(notes, path, `expects one of ${PROPERTY_TYPES.join(', ')}, or its place in this list from 0`);

/** Identity of a line, read before anything else because an OFFLINE line needs nothing more. */
export const IDENTITY = ['source', 'externalId', 'observedAt', 'status'] as const;

/** Readers of the identity of a line. */
export const IDENTITY_READERS: { readonly [K in (typeof IDENTITY)[number]]: Reader<FeedState[K]> } = {
  source: objectOf<FeedState['source']>('source.', { domain: hostName, name: name(200) }),
  externalId: name(200),
  observedAt: dateTime,
  status: oneOf(LISTING_STATUSES),
};

/** A reader for each member of an object of a listing: a new member does not compile until it has one. */
type MembersOf<Group extends keyof Listing> = Record<keyof NonNullable<Listing[Group]>, unknown>;

/** Reads every attribute of a line into a listing: docs/feed.md, row by row. */
export const readListing = objectOf<Listing>(
  '',
  {
    url: address,
    title: text(1_000),
    description: text(100_000),
    pictures: listOfDistinct(200, address),
    publishedAt: dateTime,
    transactionType: oneOf(TRANSACTION_TYPES),
    propertyType,
    transactionStatus: oneOf(TRANSACTION_STATUSES),
    saleType: oneOf(SALE_TYPES),
    mandateType: oneOf(MANDATE_TYPES),
    condition: oneOf(CONDITIONS),
    price: money,
    currency,
    pricing: objectOf('pricing.', {
      charges: money,
      agencyFees: money,
      securityDeposit: money,
      chargesIncluded: flag,
      feesIncluded: flag,
    } satisfies MembersOf<'pricing'>),
    area: squareMeters,
    areas: objectOf('areas.', {
      indoor: squareMeters,
      outdoor: squareMeters,
      land: squareMeters,
      balcony: squareMeters,
      terrace: squareMeters,
      garden: squareMeters,
    } satisfies MembersOf<'areas'>),
    rooms: count,
    bedrooms: count,
    bathrooms: count,
    floor: anyWholeNumber,
    features: objectOf('features.', {
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
    } satisfies MembersOf<'features'>),
    building: objectOf('building.', {
      constructionYear: year,
      renovationYear: year,
      lots: count,
    } satisfies MembersOf<'building'>),
    energy: objectOf('energy.', {
      dpe: oneOf(ENERGY_RATINGS),
      ghg: oneOf(ENERGY_RATINGS),
      heatingSystem: oneOf(HEATING_SYSTEMS),
      energyCarrier: oneOf(ENERGY_CARRIERS),
    } satisfies MembersOf<'energy'>),
    publisher: objectOf('publisher.', {
      type: oneOf(PUBLISHER_TYPES),
      name: text(200),
    } satisfies MembersOf<'publisher'>),
    location,
  },
  IDENTITY,
);

import type { KnownListing, ListingPast } from '../../listing/past.js';
import { FEATURES, type Listing, type ListingLocation } from '../../listing/listing.js';
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
} from '../../values/vocabulary.js';
import type { SeededRandom } from './seeded-random.js';
import { CURRENCIES, MOMENTS, SOURCES, STATED_POSTAL_CODES } from './known-values.js';
import { DIVISION_CHAINS, POINTS } from './places.js';
import { someText } from './words.js';

/**
 * A listing whose values come from small sets, so that bounds often meet them exactly; about a third of everything is
 * not stated.
 */
export function someListing(random: SeededRandom): KnownListing {
  const stated = <T>(value: () => T): T | undefined => (random.chance(0.65) ? value() : undefined);
  const amount = (): number => random.pick([0, 1, 2, 2.5, 3, 4]);
  const whole = (): number => random.whole(0, 4);
  return withoutAbsent({
    transactionType: stated(() => random.pick(TRANSACTION_TYPES)),
    propertyType: stated(() => random.pick(PROPERTY_TYPES.slice(0, random.pick([3, PROPERTY_TYPES.length])))),
    price: stated(amount),
    area: stated(amount),
    rooms: stated(whole),
    bedrooms: stated(whole),
    bathrooms: stated(whole),
    floor: stated(() => random.whole(-1, 3)),
    areas: stated(() =>
      withoutAbsent({
        indoor: stated(amount),
        outdoor: stated(amount),
        land: stated(amount),
        balcony: stated(amount),
        terrace: stated(amount),
        garden: stated(amount),
      }),
    ),
    building: stated(() =>
      withoutAbsent({ constructionYear: stated(whole), renovationYear: stated(whole), lots: stated(whole) }),
    ),
    pricing: stated(() =>
      withoutAbsent({
        charges: stated(amount),
        agencyFees: stated(amount),
        securityDeposit: stated(amount),
        chargesIncluded: stated(() => random.chance(0.5)),
        feesIncluded: stated(() => random.chance(0.5)),
      }),
    ),
    features: stated(() =>
      withoutAbsent(Object.fromEntries(FEATURES.map((feature) => [feature, stated(() => random.chance(0.6))]))),
    ),
    location: stated(() => someLocation(random)),
    title: stated(() => someText(random)),
    description: stated(() => someText(random)),
    ...someWords(random, stated),
    pictures: stated(() => Array.from({ length: whole() }, (_, n) => `https://portal.example/${n}.jpg`)),
    publishedAt: stated(() => new Date(random.pick(MOMENTS)).toISOString()),
    sourceId: random.pick(SOURCES),
    past: stated(() => somePast(random)),
  });
}

type Stated = <T>(value: () => T) => T | undefined;

function someWords(random: SeededRandom, stated: Stated): Partial<Listing> {
  return {
    currency: stated(() => random.pick(CURRENCIES)),
    condition: stated(() => random.pick(CONDITIONS)),
    transactionStatus: stated(() => random.pick(TRANSACTION_STATUSES)),
    saleType: stated(() => random.pick(SALE_TYPES)),
    mandateType: stated(() => random.pick(MANDATE_TYPES)),
    publisher: stated(() => withoutAbsent({ type: stated(() => random.pick(PUBLISHER_TYPES)) })),
    energy: stated(() =>
      withoutAbsent({
        dpe: stated(() => random.pick(ENERGY_RATINGS)),
        ghg: stated(() => random.pick(ENERGY_RATINGS)),
        heatingSystem: stated(() => random.pick(HEATING_SYSTEMS)),
        energyCarrier: stated(() => random.pick(ENERGY_CARRIERS)),
      }),
    ),
  };
}

/** Prices that are at times lower, higher or as before, and at times 0. */
function somePast(random: SeededRandom): ListingPast {
  const amount = (): number => random.pick([0, 1, 2, 2.5, 3, 4]);
  const [firstSeenAt, lastChangedAt] = [random.pick(MOMENTS), random.pick(MOMENTS)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return withoutAbsent({
    firstSeenAt,
    lastChangedAt,
    prices: random.chance(0.8)
      ? withoutAbsent({ first: amount(), last: amount(), previous: random.chance(0.6) ? amount() : undefined })
      : undefined,
  });
}

function someLocation(random: SeededRandom): ListingLocation {
  const point = {
    ...(random.chance(0.75) && random.pick(POINTS)),
    ...(random.chance(0.6) && { postalCode: random.pick(STATED_POSTAL_CODES) }),
    ...(random.chance(0.6) && { accuracy: random.pick(LOCATION_ACCURACIES) }),
  };
  const chain = random.pick(DIVISION_CHAINS);
  if (random.chance(0.7)) return { ...point, divisionIds: [...chain] };
  // Not placed: the three ids as a listing states them, without the region above.
  const [, cityId, districtId, neighborhoodId] = chain;
  return withoutAbsent({ ...point, cityId, districtId, neighborhoodId });
}

function withoutAbsent<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

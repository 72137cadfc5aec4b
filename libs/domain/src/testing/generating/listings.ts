import { FEATURES, type Listing, type ListingLocation } from '../../listing/listing.js';
import { PROPERTY_TYPES, TRANSACTION_TYPES } from '../../values/vocabulary.js';
import type { SeededRandom } from './seeded-random.js';
import { DIVISION_CHAINS, POINTS } from './places.js';
import { someText } from './words.js';

/**
 * A listing whose values come from small sets, so that bounds often meet them exactly; about a third of everything is
 * not stated.
 */
export function someListing(random: SeededRandom): Listing {
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
  });
}

function someLocation(random: SeededRandom): ListingLocation {
  const point = random.chance(0.75) ? random.pick(POINTS) : {};
  const chain = random.pick(DIVISION_CHAINS);
  if (random.chance(0.7)) return { ...point, divisionIds: [...chain] };
  // Not placed: the three ids as a listing states them, without the region above.
  const [, cityId, districtId, neighborhoodId] = chain;
  return withoutAbsent({ ...point, cityId, districtId, neighborhoodId });
}

function withoutAbsent<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

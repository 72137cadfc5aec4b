import { toStep, type SeededRandom } from '@gable/domain/testing';
import { FEATURES, type Feature, type Listing, type ListingLocation } from '@gable/domain/listing';
import { COUNTRY_ID, spotIn, type Country, type Spot } from './country.js';
import { drawProperty, type DrawnProperty } from './properties.js';

/** How often a listing states a feature, and how often it then says yes. */
const FEATURE_SHARES: { readonly [F in Feature]: readonly [stated: number, yes: number] } = {
  furnished: [0.45, 0.35],
  disabledAccess: [0.12, 0.4],
  equippedKitchen: [0.3, 0.7],
  balcony: [0.62, 0.45],
  terrace: [0.6, 0.35],
  garden: [0.58, 0.35],
  cellar: [0.5, 0.5],
  lastFloor: [0.2, 0.25],
  elevator: [0.65, 0.5],
  intercom: [0.25, 0.7],
  gym: [0.1, 0.15],
  swimmingPool: [0.3, 0.15],
  parking: [0.7, 0.55],
};

/** A listing as it is stored; between 2 and 90 % of a field are not stated. */
export function makeListing(country: Country, random: SeededRandom): Listing {
  const spot = spotIn(country.cityByDemand(random), random);
  const property = drawProperty(spot.city, random);
  const stated = <T>(share: number, value: () => T): T | undefined => (random.chance(share) ? value() : undefined);
  const { rooms, area } = property;
  return withoutAbsent({
    title: `${property.type} of ${Math.round(area)} m²`,
    description: `${property.transaction === 'RENT' ? 'To let' : 'For sale'}: ${rooms ?? 'no'} rooms, ${area} m².`,
    transactionType: stated(0.98, () => property.transaction),
    propertyType: stated(0.98, () => property.type),
    price: stated(0.97, () => displayedPrice(property, random)),
    currency: 'EUR',
    area: stated(0.96, () => area),
    rooms: rooms === null ? undefined : stated(0.93, () => rooms),
    bedrooms: rooms === null ? undefined : stated(0.8, () => Math.max(0, rooms - random.whole(1, 2))),
    bathrooms: stated(0.5, () => 1 + Math.floor(area / 110)),
    floor: stated(0.5, () => random.whole(0, 9)),
    areas: someAreas(property, random),
    building: membersOf({
      constructionYear: stated(0.4, () => random.whole(1880, 2026)),
      renovationYear: stated(0.1, () => random.whole(1985, 2026)),
      lots: stated(0.25, () => random.whole(2, 150)),
    }),
    pricing: membersOf({
      charges: stated(0.4, () => toStep(area * (1 + 3 * random.next()), 5)),
      agencyFees: stated(0.3, () => toStep(property.price * 0.05, 10)),
      securityDeposit: stated(0.25, () => toStep(property.price, 10)),
      chargesIncluded: stated(0.3, () => random.chance(0.6)),
      feesIncluded: stated(0.4, () => random.chance(0.7)),
    }),
    features: membersOf(
      Object.fromEntries(
        FEATURES.map((feature) => [
          feature,
          stated(FEATURE_SHARES[feature][0], () => random.chance(FEATURE_SHARES[feature][1])),
        ]),
      ),
    ),
    location: stated(0.995, () => locationAt(spot, random)),
  });
}

/** Sellers like figures just below a round one. */
export function displayedPrice(
  { price, transaction }: Pick<DrawnProperty, 'price' | 'transaction'>,
  random: SeededRandom,
): number {
  if (transaction === 'RENT') return Math.max(20, toStep(price, random.chance(0.8) ? 5 : 1));
  const round = Math.max(1_000, toStep(price, random.chance(0.6) ? 5_000 : 1_000));
  return random.chance(0.3) ? round - 100 : round;
}

function someAreas({ area }: DrawnProperty, random: SeededRandom): Listing['areas'] {
  const stated = (share: number, least: number, most: number): number | undefined =>
    random.chance(share) ? random.whole(least, most) : undefined;
  return membersOf({
    indoor: random.chance(0.3) ? Math.round(area * (0.9 + 0.1 * random.next())) : undefined,
    outdoor: stated(0.12, 5, 400),
    land: stated(0.35, 100, 3_000),
    balcony: stated(0.12, 2, 15),
    terrace: stated(0.14, 5, 50),
    garden: stated(0.15, 20, 1_000),
  });
}

/** The place with all its divisions; one listing in twenty keeps its point to itself. */
export function locationAt({ city, point, districtId, neighborhoodId }: Spot, random: SeededRandom): ListingLocation {
  const below = districtId === null || neighborhoodId === null ? [] : [districtId, neighborhoodId];
  return {
    ...(random.chance(0.95) ? point : {}),
    cityId: city.id,
    ...(below.length > 0 && { districtId: below[0], neighborhoodId: below[1] }),
    cityName: `City ${city.rank + 1}`,
    divisionIds: [COUNTRY_ID, city.regionId, city.departmentId, city.id, ...below],
    countryId: COUNTRY_ID,
    regionId: city.regionId,
    departmentId: city.departmentId,
  };
}

function membersOf<T extends object>(object: T): T | undefined {
  const stated = withoutAbsent(object);
  return Object.keys(stated).length === 0 ? undefined : stated;
}

function withoutAbsent<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

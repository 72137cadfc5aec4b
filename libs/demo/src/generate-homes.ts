import type { PropertyType } from '@gable/domain';
import type { Town } from './generate-divisions.js';
import type { Home } from './home.js';
import { layOut } from './lay-out.js';
import { offset } from './outline.js';
import { rentPerArea, salePricePerArea } from './price-levels.js';
import { raiseWalls } from './raise-walls.js';
import type { Random } from './random.js';
import { QUARTERS, STREETS } from './streets.js';

type Kind = 'city' | 'village';
const TYPES: Readonly<Record<Kind, readonly (readonly [PropertyType, number])[]>> = {
  city: [
    ['FLAT', 62],
    ['HOUSE', 17],
    ['PARKING', 5],
    ['OFFICE', 4],
    ['SHOP', 3.5],
    ['COMMERCIAL_PREMISES', 2.5],
    ['BUILDING', 2.5],
    ['LAND', 2],
    ['OTHER', 1.5],
  ],
  village: [
    ['HOUSE', 60],
    ['LAND', 18],
    ['FLAT', 10],
    ['BUILDING', 4],
    ['OTHER', 4],
    ['SHOP', 2],
    ['PARKING', 1],
    ['COMMERCIAL_PREMISES', 1],
  ],
};
const RENT_SHARE: Readonly<Record<PropertyType, number>> = {
  FLAT: 0.36,
  HOUSE: 0.14,
  BUILDING: 0,
  PARKING: 0.45,
  OFFICE: 0.6,
  LAND: 0,
  SHOP: 0.55,
  COMMERCIAL_PREMISES: 0.55,
  OTHER: 0.12,
};

/** One home in a town. */
export function generateHome(key: string, town: Town, random: Random): Home {
  const district =
    town.districts.length > 0
      ? random.weighted(town.districts.map((each) => [each, each.population] as const))
      : undefined;
  const place = district ?? town;
  const propertyType = random.weighted(TYPES[town.outlined ? 'city' : 'village']);
  const distance = place.reachKm * Math.sqrt(random.next()) * 0.9;
  const bearing = random.between(0, 2 * Math.PI);
  const home: Home = {
    key,
    town,
    ...(district && { district }),
    propertyType,
    point: offset(place.center, distance * Math.cos(bearing), distance * Math.sin(bearing)),
    street: `${random.integer(1, 140)} ${random.pick(STREETS)}`,
    transactionType: random.chance(RENT_SHARE[propertyType]) ? 'RENT' : 'SELL',
    quarter: random.pick(QUARTERS),
    ...(place.postalCodes.length > 0 && { postalCode: random.pick(place.postalCodes) }),
    area: 0,
    features: {},
    condition: 'GOOD',
    lifeAnnuity: false,
    price: 0,
  };
  raiseWalls(home, random);
  layOut[propertyType](home, random);
  home.price = priceOf(home, random);
  home.lifeAnnuity =
    home.transactionType === 'SELL' && (propertyType === 'FLAT' || propertyType === 'HOUSE') && random.chance(0.02);
  if (home.lifeAnnuity) home.price = tidy(home.price * 0.45);
  return home;
}

/** Share of the flats whose building has another one on the market, alike in all but floor and price: what grouping must keep apart. */
const TWINS = 0.06;

/** Another flat of the same building and layout, or none. */
export function generateTwin(home: Home, random: Random): Home | undefined {
  if (
    home.propertyType !== 'FLAT' ||
    home.storeys === undefined ||
    home.gardenArea !== undefined ||
    !random.chance(TWINS)
  )
    return undefined;
  const floor = ((home.floor as number) + random.integer(1, home.storeys)) % (home.storeys + 1);
  const features = { ...home.features, lastFloor: floor === home.storeys };
  return { ...home, key: `${home.key}-twin`, floor, features, price: tidy(home.price * random.between(0.95, 1.06)) };
}

/** How dear a m² is against one of a flat; parking is priced by the place and land by its own measure. */
const PRICE_FACTOR: Readonly<Record<PropertyType, number>> = {
  FLAT: 1,
  HOUSE: 0.93,
  BUILDING: 0.68,
  PARKING: 0.42,
  OFFICE: 0.8,
  LAND: 0.075,
  SHOP: 0.9,
  COMMERCIAL_PREMISES: 0.45,
  OTHER: 0.45,
};

function priceOf(home: Home, random: Random): number {
  const perArea =
    home.transactionType === 'SELL'
      ? salePricePerArea(home.town, home.district)
      : rentPerArea(home.town, home.district);
  const small = home.propertyType === 'FLAT' ? (home.area < 30 ? 1.15 : home.area > 90 ? 0.95 : 1) : 1;
  const condition = { NEW: 1.2, GOOD: 1, TO_RENOVATE: 0.8 }[home.condition];
  const better =
    1 +
    (home.features.terrace ? 0.05 : 0) +
    (home.features.lastFloor && home.features.elevator ? 0.06 : 0) +
    (home.features.swimmingPool ? 0.08 : 0);
  const land =
    home.propertyType === 'HOUSE' && home.transactionType === 'SELL' ? (home.land as number) * perArea * 0.02 : 0;
  return tidy(
    (home.area * perArea * PRICE_FACTOR[home.propertyType] * small * condition * better + land) * random.around(0.11),
  );
}

/** As adverts show prices: whole euros below a thousand, tens of euros of rent, and thousands or five hundreds above. */
export function tidy(price: number): number {
  const step = price < 1_000 ? 1 : price < 10_000 ? 10 : price < 100_000 ? 500 : price < 400_000 ? 1_000 : 5_000;
  return Math.max(step, Math.round(price / step) * step);
}

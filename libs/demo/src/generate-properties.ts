import type { PropertyType } from '@gable/domain';
import type { Town } from './generate-divisions.js';
import type { DemoProperty } from './demo-property.js';
import { addLayout } from './add-layout.js';
import { offset } from './outline.js';
import { rentPerArea, salePricePerArea } from './price-levels.js';
import { addBuilding } from './add-building.js';
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

/** One property in a town. */
export function generateProperty(key: string, town: Town, random: Random): DemoProperty {
  const district =
    town.districts.length > 0
      ? random.weighted(town.districts.map((each) => [each, each.population] as const))
      : undefined;
  const place = district ?? town;
  const propertyType = random.weighted(TYPES[town.outlined ? 'city' : 'village']);
  const distance = place.reachKm * Math.sqrt(random.next()) * 0.9;
  const bearing = random.between(0, 2 * Math.PI);
  const property: DemoProperty = {
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
  addBuilding(property, random);
  addLayout[propertyType](property, random);
  property.price = priceOf(property, random);
  property.lifeAnnuity =
    property.transactionType === 'SELL' && (propertyType === 'FLAT' || propertyType === 'HOUSE') && random.chance(0.02);
  if (property.lifeAnnuity) property.price = tidy(property.price * 0.45);
  return property;
}

/**
 * Share of the flats whose building has another one on the market, alike in all but floor and price: what grouping must
 * keep apart.
 */
const TWINS = 0.06;

/** Another flat of the same building and layout, or none. */
export function generateTwin(property: DemoProperty, random: Random): DemoProperty | undefined {
  if (
    property.propertyType !== 'FLAT' ||
    property.storeys === undefined ||
    property.gardenArea !== undefined ||
    !random.chance(TWINS)
  )
    return undefined;
  const floor = ((property.floor as number) + random.integer(1, property.storeys)) % (property.storeys + 1);
  const features = { ...property.features, lastFloor: floor === property.storeys };
  return {
    ...property,
    key: `${property.key}-twin`,
    floor,
    features,
    price: tidy(property.price * random.between(0.95, 1.06)),
  };
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

function priceOf(property: DemoProperty, random: Random): number {
  const perArea =
    property.transactionType === 'SELL'
      ? salePricePerArea(property.town, property.district)
      : rentPerArea(property.town, property.district);
  const small = property.propertyType === 'FLAT' ? (property.area < 30 ? 1.15 : property.area > 90 ? 0.95 : 1) : 1;
  const condition = { NEW: 1.2, GOOD: 1, TO_RENOVATE: 0.8 }[property.condition];
  const better =
    1 +
    (property.features.terrace ? 0.05 : 0) +
    (property.features.lastFloor && property.features.elevator ? 0.06 : 0) +
    (property.features.swimmingPool ? 0.08 : 0);
  const land =
    property.propertyType === 'HOUSE' && property.transactionType === 'SELL'
      ? (property.land as number) * perArea * 0.02
      : 0;
  return tidy(
    (property.area * perArea * PRICE_FACTOR[property.propertyType] * small * condition * better + land) *
      random.around(0.11),
  );
}

/**
 * As listings show prices: whole euros below a thousand, tens of euros of rent, and thousands or five hundreds above.
 */
export function tidy(price: number): number {
  const step = price < 1_000 ? 1 : price < 10_000 ? 10 : price < 100_000 ? 500 : price < 400_000 ? 1_000 : 5_000;
  return Math.max(step, Math.round(price / step) * step);
}

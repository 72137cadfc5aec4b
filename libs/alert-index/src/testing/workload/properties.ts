import { between, weighted, type SeededRandom } from '@gable/domain/testing';
import type { PropertyType, TransactionType } from '@gable/domain';
import type { City } from './country.js';

/** What is offered and what is looked for are drawn alike: people look for properties that exist. */
export interface DrawnProperty {
  readonly transaction: TransactionType;
  readonly type: PropertyType;
  /** In m². */
  readonly area: number;
  /** As a seller would state it, per month for rent. */
  readonly price: number;
  /** Null where rooms make no sense (land, parking). */
  readonly rooms: number | null;
}

const TYPES: readonly (readonly [PropertyType, number])[] = [
  ['FLAT', 52],
  ['HOUSE', 28],
  ['LAND', 6],
  ['PARKING', 4],
  ['OFFICE', 3],
  ['SHOP', 2.5],
  ['BUILDING', 2],
  ['COMMERCIAL_PREMISES', 1.5],
  ['OTHER', 1],
];
/** Square metres from, to; small ones are more common. */
const AREAS: { readonly [T in PropertyType]: readonly [number, number] } = {
  FLAT: [14, 150],
  HOUSE: [55, 260],
  BUILDING: [150, 900],
  PARKING: [9, 25],
  OFFICE: [15, 400],
  LAND: [200, 4_000],
  SHOP: [20, 300],
  COMMERCIAL_PREMISES: [40, 800],
  OTHER: [10, 300],
};
/** What a square metre costs beside one of a flat. */
const PRICE_FACTORS: { readonly [T in PropertyType]: number } = {
  FLAT: 1,
  HOUSE: 0.85,
  BUILDING: 0.7,
  PARKING: 0.5,
  OFFICE: 0.7,
  LAND: 0.06,
  SHOP: 0.8,
  COMMERCIAL_PREMISES: 0.6,
  OTHER: 0.5,
};
/** Months of rent that buy a property. */
const MONTHS_OF_RENT = 220;

export function drawProperty(city: City, random: SeededRandom): DrawnProperty {
  const type = weighted(random, TYPES);
  const transaction = type !== 'LAND' && type !== 'BUILDING' && random.chance(0.34) ? 'RENT' : 'SELL';
  const [least, most] = AREAS[type];
  const area = Math.round((least + (most - least) * random.next() * (0.35 + 0.65 * random.next())) * 10) / 10;
  const value = area * city.pricePerArea * PRICE_FACTORS[type] * between(random, 0.65, 1.35);
  const rooms =
    type === 'FLAT' || type === 'HOUSE' ? Math.max(1, Math.round(area / 24 + between(random, -0.7, 0.7))) : null;
  return {
    transaction,
    type,
    area,
    price: Math.max(20, transaction === 'SELL' ? value : value / MONTHS_OF_RENT),
    rooms,
  };
}

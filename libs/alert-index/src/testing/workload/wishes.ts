import { between, toStep, weighted, type Dice } from '@gable/domain/testing';
import { FLAG_FIELDS, type Condition, type FlagField, type RangeField } from '@gable/domain/criteria';
import { PROPERTY_TYPES, type PropertyType, type TransactionType } from '@gable/domain';
import type { Home } from './homes.js';

/** Types that are looked for together. */
const RELATED: { readonly [T in PropertyType]: readonly PropertyType[] } = {
  FLAT: ['FLAT', 'HOUSE'],
  HOUSE: ['FLAT', 'HOUSE'],
  BUILDING: ['HOUSE', 'BUILDING'],
  PARKING: ['PARKING', 'OTHER'],
  OFFICE: ['OFFICE', 'SHOP', 'COMMERCIAL_PREMISES'],
  LAND: ['HOUSE', 'LAND'],
  SHOP: ['SHOP', 'COMMERCIAL_PREMISES'],
  COMMERCIAL_PREMISES: ['OFFICE', 'SHOP', 'COMMERCIAL_PREMISES'],
  OTHER: ['PARKING', 'OTHER'],
};
const COMMON_FLAGS: readonly (readonly [FlagField, number])[] = [
  ['parking', 20],
  ['elevator', 16],
  ['balcony', 14],
  ['terrace', 12],
  ['garden', 12],
  ['cellar', 6],
  ['furnished', 10],
  ['lastFloor', 2],
  ['swimmingPool', 3],
];

export const range = (field: RangeField, min: number | null, max: number | null, allowNull = false): Condition => ({
  kind: 'range',
  field,
  min,
  max,
  allowNull,
});
export const flag = (field: FlagField, allowNull = false, value = true): Condition => ({
  kind: 'flag',
  field,
  value,
  allowNull,
});

/** What an alert asks of the home itself, most alerts in the same few fields, a few in any. Trees add some of price, area and rooms (`nestedTree`). */
export function wishesFor(dream: Home, dice: Dice): readonly Condition[] {
  const wishes = [...kindWishes(dream, dice)];
  if (dice.chance(0.9)) wishes.push(priceWish(dream, dice));
  if (dice.chance(0.64)) wishes.push(areaWish(dream, dice));
  if (dice.chance(0.51)) wishes.push(roomsWish(dream.rooms ?? dice.whole(1, 4), dice));
  if (dice.chance(0.22))
    wishes.push(range('bedrooms', Math.max(1, (dream.rooms ?? 3) - dice.whole(1, 2)), null, dice.chance(0.3)));
  wishes.push(...someFlags(dice), ...rareWishes(dice));
  return wishes;
}

function kindWishes({ transaction, type }: Home, dice: Dice): readonly Condition[] {
  const wishes: Condition[] = [];
  if (dice.chance(0.96)) wishes.push(transactionWish(transaction));
  const types = weighted(dice, [
    ['one', 60],
    ['several', 23],
    ['excluded', 5],
    ['any', 12],
  ] as const);
  if (types === 'one') wishes.push(typeWish([type]));
  if (types === 'several') wishes.push(typeWish(RELATED[type]));
  if (types === 'excluded')
    wishes.push({
      kind: 'propertyType',
      included: null,
      excluded: dice.some(
        PROPERTY_TYPES.filter((other) => other !== type),
        3,
      ),
    });
  return wishes;
}

export const transactionWish = (transaction: TransactionType): Condition => ({
  kind: 'transactionType',
  included: [transaction],
});
export const typeWish = (included: readonly PropertyType[]): Condition => ({
  kind: 'propertyType',
  included,
  excluded: null,
});

/** A ceiling, often with a floor. People say round figures; few come from a calculator. */
export function priceWish({ price, transaction }: Home, dice: Dice): Condition {
  const ceiling = price * between(dice, 1, 1.5);
  const round = (value: number): number => {
    if (dice.chance(0.08)) return Math.max(1, Math.round(value));
    const step = transaction === 'RENT' ? 50 : value > 500_000 ? 50_000 : value > 200_000 ? 25_000 : 10_000;
    return Math.max(step, toStep(value, step));
  };
  const sides = weighted(dice, [
    ['max', 57],
    ['both', 36],
    ['min', 7],
  ] as const);
  const min = sides === 'max' ? null : round(ceiling * between(dice, 0.45, 0.8));
  const max = sides === 'min' ? null : round(ceiling);
  return range('price', min, min !== null && max !== null ? Math.max(min, max) : max, dice.chance(0.06));
}

export function areaWish({ area }: Home, dice: Dice): Condition {
  const step = area > 300 ? 100 : area > 100 ? 10 : 5;
  const min = Math.max(step, toStep(area * between(dice, 0.6, 0.95), step));
  return range(
    'area',
    min,
    dice.chance(0.25) ? min + toStep(area * between(dice, 0.4, 1), step) + step : null,
    dice.chance(0.2),
  );
}

export function roomsWish(rooms: number, dice: Dice): Condition {
  const min = Math.max(1, rooms - dice.whole(0, 1));
  return range('rooms', min, dice.chance(0.26) ? min + dice.whole(1, 2) : null, dice.chance(0.22));
}

/** One to three features that people often ask for, in more than a quarter of the alerts. */
function someFlags(dice: Dice): readonly Condition[] {
  if (!dice.chance(0.28)) return [];
  const fields = new Set<FlagField>();
  for (
    let left = weighted(dice, [
      [1, 60],
      [2, 28],
      [3, 12],
    ] as const);
    left > 0;
    left--
  )
    fields.add(commonFlag(dice));
  if (dice.chance(0.06)) fields.add(dice.pick(FLAG_FIELDS));
  return [...fields].map((field) => flag(field, dice.chance(0.45), !dice.chance(0.06)));
}

export function commonFlag(dice: Dice): FlagField {
  return weighted(dice, COMMON_FLAGS);
}

/** What few ask for, each with its own share; values that listings have. */
function rareWishes(dice: Dice): readonly Condition[] {
  const may = (share: number, wish: () => Condition): readonly Condition[] => (dice.chance(share) ? [wish()] : []);
  const maybe = (): boolean => dice.chance(0.4);
  return [
    ...may(0.05, () => range('floor', dice.whole(1, 3), dice.chance(0.3) ? dice.whole(4, 8) : null, maybe())),
    ...may(0.04, () => range('constructionYear', toStep(dice.whole(1950, 2015), 10), null, maybe())),
    ...may(0.05, () => range('areaLand', toStep(dice.whole(200, 1_500), 100), null, maybe())),
    ...may(0.03, () => range('charges', null, toStep(dice.whole(60, 400), 10), maybe())),
    ...may(0.02, () => range('bathrooms', dice.whole(1, 2), null, maybe())),
    ...may(0.01, () => range('areaIndoor', toStep(dice.whole(20, 120), 5), null, maybe())),
    ...may(0.008, () => range('areaTerrace', dice.whole(5, 20), null, maybe())),
    ...may(0.006, () => range('areaBalcony', dice.whole(2, 8), null, maybe())),
    ...may(0.006, () => range('areaGarden', toStep(dice.whole(20, 300), 10), null, maybe())),
    ...may(0.004, () => range('areaOutdoor', toStep(dice.whole(10, 200), 10), null, maybe())),
    ...may(0.004, () => range('securityDeposit', null, toStep(dice.whole(300, 3_000), 100), maybe())),
    ...may(0.003, () => range('agencyFees', null, toStep(dice.whole(0, 20_000), 500), maybe())),
    ...may(0.003, () => range('renovationYear', toStep(dice.whole(1990, 2020), 5), null, maybe())),
    ...may(0.003, () => range('lots', null, toStep(dice.whole(10, 100), 10), maybe())),
  ];
}

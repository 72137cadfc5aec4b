import { between, toStep, weighted, type SeededRandom } from '@gable/domain/testing';
import { FLAG_FIELDS, type Condition, type FlagField, type RangeField } from '@gable/domain/criteria';
import { PROPERTY_TYPES, type PropertyType, type TransactionType } from '@gable/domain';
import type { DrawnProperty } from './properties.js';

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

/**
 * What an alert asks of the property itself, most alerts in the same few fields, a few in any. Trees add some of
 * price, area and rooms (`nestedTree`).
 */
export function criteriaFor(wanted: DrawnProperty, random: SeededRandom): readonly Condition[] {
  const conditions = [...kindConditions(wanted, random)];
  if (random.chance(0.9)) conditions.push(priceCondition(wanted, random));
  if (random.chance(0.64)) conditions.push(areaCondition(wanted, random));
  if (random.chance(0.51)) conditions.push(roomsCondition(wanted.rooms ?? random.whole(1, 4), random));
  if (random.chance(0.22))
    conditions.push(range('bedrooms', Math.max(1, (wanted.rooms ?? 3) - random.whole(1, 2)), null, random.chance(0.3)));
  conditions.push(...someFlags(random), ...rareConditions(random));
  return conditions;
}

function kindConditions({ transaction, type }: DrawnProperty, random: SeededRandom): readonly Condition[] {
  const conditions: Condition[] = [];
  if (random.chance(0.96)) conditions.push(transactionCondition(transaction));
  const types = weighted(random, [
    ['one', 60],
    ['several', 23],
    ['excluded', 5],
    ['any', 12],
  ] as const);
  if (types === 'one') conditions.push(typeCondition([type]));
  if (types === 'several') conditions.push(typeCondition(RELATED[type]));
  if (types === 'excluded')
    conditions.push({
      kind: 'propertyType',
      included: null,
      excluded: random.some(
        PROPERTY_TYPES.filter((other) => other !== type),
        3,
      ),
    });
  return conditions;
}

export const transactionCondition = (transaction: TransactionType): Condition => ({
  kind: 'transactionType',
  included: [transaction],
});
export const typeCondition = (included: readonly PropertyType[]): Condition => ({
  kind: 'propertyType',
  included,
  excluded: null,
});

/** A ceiling, often with a floor. People say round figures; few come from a calculator. */
export function priceCondition({ price, transaction }: DrawnProperty, random: SeededRandom): Condition {
  const ceiling = price * between(random, 1, 1.5);
  const round = (value: number): number => {
    if (random.chance(0.08)) return Math.max(1, Math.round(value));
    const step = transaction === 'RENT' ? 50 : value > 500_000 ? 50_000 : value > 200_000 ? 25_000 : 10_000;
    return Math.max(step, toStep(value, step));
  };
  const sides = weighted(random, [
    ['max', 57],
    ['both', 36],
    ['min', 7],
  ] as const);
  const min = sides === 'max' ? null : round(ceiling * between(random, 0.45, 0.8));
  const max = sides === 'min' ? null : round(ceiling);
  return range('price', min, min !== null && max !== null ? Math.max(min, max) : max, random.chance(0.06));
}

export function areaCondition({ area }: DrawnProperty, random: SeededRandom): Condition {
  const step = area > 300 ? 100 : area > 100 ? 10 : 5;
  const min = Math.max(step, toStep(area * between(random, 0.6, 0.95), step));
  return range(
    'area',
    min,
    random.chance(0.25) ? min + toStep(area * between(random, 0.4, 1), step) + step : null,
    random.chance(0.2),
  );
}

export function roomsCondition(rooms: number, random: SeededRandom): Condition {
  const min = Math.max(1, rooms - random.whole(0, 1));
  return range('rooms', min, random.chance(0.26) ? min + random.whole(1, 2) : null, random.chance(0.22));
}

/** One to three features that people often ask for, in more than a quarter of the alerts. */
function someFlags(random: SeededRandom): readonly Condition[] {
  if (!random.chance(0.28)) return [];
  const fields = new Set<FlagField>();
  for (
    let left = weighted(random, [
      [1, 60],
      [2, 28],
      [3, 12],
    ] as const);
    left > 0;
    left--
  )
    fields.add(commonFlag(random));
  if (random.chance(0.06)) fields.add(random.pick(FLAG_FIELDS));
  return [...fields].map((field) => flag(field, random.chance(0.45), !random.chance(0.06)));
}

export function commonFlag(random: SeededRandom): FlagField {
  return weighted(random, COMMON_FLAGS);
}

/** What few ask for, each with its own share; values that listings have. */
function rareConditions(random: SeededRandom): readonly Condition[] {
  const may = (share: number, condition: () => Condition): readonly Condition[] =>
    random.chance(share) ? [condition()] : [];
  const maybe = (): boolean => random.chance(0.4);
  return [
    ...may(0.05, () => range('floor', random.whole(1, 3), random.chance(0.3) ? random.whole(4, 8) : null, maybe())),
    ...may(0.04, () => range('constructionYear', toStep(random.whole(1950, 2015), 10), null, maybe())),
    ...may(0.05, () => range('areaLand', toStep(random.whole(200, 1_500), 100), null, maybe())),
    ...may(0.03, () => range('charges', null, toStep(random.whole(60, 400), 10), maybe())),
    ...may(0.02, () => range('bathrooms', random.whole(1, 2), null, maybe())),
    ...may(0.01, () => range('areaIndoor', toStep(random.whole(20, 120), 5), null, maybe())),
    ...may(0.008, () => range('areaTerrace', random.whole(5, 20), null, maybe())),
    ...may(0.006, () => range('areaBalcony', random.whole(2, 8), null, maybe())),
    ...may(0.006, () => range('areaGarden', toStep(random.whole(20, 300), 10), null, maybe())),
    ...may(0.004, () => range('areaOutdoor', toStep(random.whole(10, 200), 10), null, maybe())),
    ...may(0.004, () => range('securityDeposit', null, toStep(random.whole(300, 3_000), 100), maybe())),
    ...may(0.003, () => range('agencyFees', null, toStep(random.whole(0, 20_000), 500), maybe())),
    ...may(0.003, () => range('renovationYear', toStep(random.whole(1990, 2020), 5), null, maybe())),
    ...may(0.003, () => range('lots', null, toStep(random.whole(10, 100), 10), maybe())),
  ];
}

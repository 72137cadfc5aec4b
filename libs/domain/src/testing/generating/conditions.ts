import { PROPERTY_TYPES, TRANSACTION_TYPES } from '../../values/vocabulary.js';
import {
  FLAG_FIELDS,
  LIST_FIELDS,
  MOMENT_FIELDS,
  RANGE_FIELDS,
  WHOLE_NUMBER_FIELDS,
  type Condition,
  type ConditionKind,
  type ConditionTable,
  type ListField,
  type RangeField,
} from '../../criteria/criteria.js';
import type { SeededRandom } from './seeded-random.js';
import { LIST_FIELD_TABLE } from '../../criteria/list-fields.js';
import { CURRENCIES, MOMENTS, POSTAL_CODES, SOURCES } from './known-values.js';
import { DIVISIONS, SHAPES, someBox, someCircle } from './places.js';
import { someWords } from './words.js';

/** A condition that is likely to touch what generated listings state. */
export function someCondition(random: SeededRandom): Condition {
  return make[random.pick(KINDS)](random);
}

/** Ranges and flags are most of the fields, so they come up most. */
const KINDS: readonly ConditionKind[] = [
  'range',
  'range',
  'range',
  'range',
  'flag',
  'flag',
  'flag',
  'list',
  'list',
  'list',
  'transactionType',
  'propertyType',
  'division',
  'division',
  'circle',
  'box',
  'shape',
  'words',
];

const make: { readonly [K in keyof ConditionTable<[], void>]: (random: SeededRandom) => Condition } = {
  range: (random) => {
    const field = random.pick(random.chance(0.4) ? COMMON_RANGES : RANGE_FIELDS);
    const bounds = boundsOf(field);
    const [low, high] = [random.pick(bounds), random.pick(bounds)].sort((a, b) => a - b) as [number, number];
    const sides = random.whole(1, 3);
    return {
      kind: 'range',
      field,
      min: sides === 2 ? null : low,
      max: sides === 1 ? null : high,
      allowNull: random.chance(0.35),
    };
  },
  flag: (random) => ({
    kind: 'flag',
    field: random.pick(FLAG_FIELDS),
    value: random.chance(0.6),
    allowNull: random.chance(0.35),
  }),
  list: (random) => {
    const field = random.pick(LIST_FIELDS);
    const { included, excluded } = sides(random, () => someEntries(random, field));
    return { kind: 'list', field, included, excluded, allowNull: included !== null && random.chance(0.35) };
  },
  transactionType: (random) => ({ kind: 'transactionType', included: random.some(TRANSACTION_TYPES, 2) }),
  propertyType: (random) => ({ kind: 'propertyType', ...sides(random, () => random.some(PROPERTY_TYPES, 4)) }),
  division: (random) => ({
    kind: 'division',
    ...sides(random, () =>
      random.chance(0.03) ? [...random.some(DIVISIONS, 2), ...MANY_OTHERS] : random.some(DIVISIONS, 3),
    ),
  }),
  circle: someCircle,
  box: someBox,
  shape: (random) => ({ kind: 'shape', ...sides(random, () => random.some(SHAPES, 3)) }),
  words: someWords,
};

function boundsOf(field: RangeField): readonly number[] {
  if (MOMENT_FIELDS.has(field)) return MOMENTS;
  if (CUT_FIELDS.includes(field)) return CUTS;
  return WHOLE_NUMBER_FIELDS.has(field)
    ? [-1e300, -1, 0, 0.5, 1, 2, 2.5, 3, 4, 2_147_483_647, 2_147_483_648]
    : [-1, 0, 0.5, 1, 2, 2.5, 2.5000000000000004, 3, 4, 9_007_199_254_740_991, 1e300];
}

const CUT_FIELDS: readonly RangeField[] = [
  'priceCutPercent',
  'priceCutAmount',
  'lastPriceCutPercent',
  'lastPriceCutAmount',
];
/** Some are what two generated prices make, to the last digit. */
const CUTS = [-100, -50, -33.33333333333333, -1, 0, 0.5, 1, 20, 25, 33.33333333333333, 33.333333333333336, 50, 100];

function someEntries(random: SeededRandom, field: ListField): readonly string[] {
  const { entry } = LIST_FIELD_TABLE[field];
  if (entry.kind === 'word') return random.some(entry.words, 4);
  return random.some({ source: SOURCES, currency: CURRENCIES, postalCode: POSTAL_CODES }[entry.kind], 3);
}

const COMMON_RANGES: readonly RangeField[] = ['price', 'area', 'rooms', 'areaIndoor'];

/** Ids no generated listing has, to the size that a set may have. */
const MANY_OTHERS: readonly number[] = Array.from({ length: 990 }, (_, place) => 1_000 + place);

function sides<T>(
  random: SeededRandom,
  list: () => readonly T[],
): { included: readonly T[] | null; excluded: readonly T[] | null } {
  const which = random.whole(1, 5);
  return { included: which <= 3 ? list() : null, excluded: which >= 3 ? list() : null };
}

import { boundingBoxOfArea, boundingBoxOfCircle, distanceMeters, pointInArea, type Point } from '@gable/domain/geo';
import {
  divisionsOf,
  FLAG_FIELDS,
  fieldValue,
  matchCriteria,
  meetsCondition,
  RANGE_FIELDS,
  readCondition,
  type ConditionTable,
  type Criteria,
  type Shape,
} from '@gable/domain/criteria';
import { pointOf, boxContains } from '@gable/domain/testing';

import { PROPERTY_TYPES, propertyTypeCode } from '@gable/domain';
import type { Listing } from '@gable/domain/listing';

/** A listing read once, so that a hundred thousand closures need not find their values in it again. */
export interface Facts {
  /** By place in RANGE_FIELDS; NaN where not stated, which fails every comparison. */
  readonly numbers: Float64Array;
  /** By place in FLAG_FIELDS: 0, 1, or 2 where not stated. */
  readonly flags: Uint8Array;
  readonly transaction: string | undefined;
  /** The bit of the property type, 0 where not stated. */
  readonly type: number;
  readonly divisions: ReadonlySet<number>;
  readonly point: Point | undefined;
  readonly listing: Listing;
}

export type Test = (facts: Facts) => boolean;

export function factsOf(listing: Listing): Facts {
  return {
    numbers: Float64Array.from(RANGE_FIELDS, (field) => fieldValue(field, listing) ?? NaN),
    flags: Uint8Array.from(FLAG_FIELDS, (field) => Number(fieldValue(field, listing) ?? 2)),
    transaction: listing.transactionType,
    type: listing.propertyType === undefined ? 0 : 1 << propertyTypeCode(listing.propertyType),
    divisions: new Set(divisionsOf(listing)),
    point: pointOf(listing),
    listing,
  };
}

/**
 * One closure per alert, as somebody would write who knows JavaScript engines: every decision that does not depend on
 * the listing is taken here, what rejects most is asked first, boxes stand before geometry, values sit in typed arrays.
 */
export function compileClosure({ conditions, operator, children }: Criteria): Test {
  const own = [...conditions]
    .sort((a, b) => PLACE_FIRST[a.kind] - PLACE_FIRST[b.kind])
    .map((condition) => readCondition(compile, condition));
  const nested = children.map(compileClosure);
  return operator === 'OR' && nested.length > 0 ? all([...own, any(nested)]) : all([...own, ...nested]);
}

const PLACE_FIRST = {
  division: 0,
  circle: 1,
  box: 1,
  shape: 2,
  transactionType: 3,
  propertyType: 4,
  range: 5,
  flag: 6,
  list: 7,
  words: 8,
} as const;
const ALL_TYPES = (1 << PROPERTY_TYPES.length) - 1;
const LONG_LIST = 8;

const compile: ConditionTable<[], Test> = {
  range: ({ field, min, max, allowNull }) => {
    const place = RANGE_FIELDS.indexOf(field);
    const [low, high] = [min ?? -Infinity, max ?? Infinity];
    if (allowNull) return ({ numbers }) => !(numbers[place]! < low || numbers[place]! > high);
    return ({ numbers }) => numbers[place]! >= low && numbers[place]! <= high;
  },
  flag: ({ field, value, allowNull }) => {
    const place = FLAG_FIELDS.indexOf(field);
    const wanted = Number(value);
    if (allowNull) return ({ flags }) => flags[place] !== 1 - wanted;
    return ({ flags }) => flags[place] === wanted;
  },
  list: () => {
    throw new Error('The alerts that are measured hold no lists');
  },
  transactionType: ({ included }) => {
    const [only, ...more] = included;
    return more.length === 0
      ? ({ transaction }) => transaction === only
      : ({ transaction }) => transaction !== undefined;
  },
  propertyType: ({ included, excluded }) => {
    const bits = (types: readonly (typeof PROPERTY_TYPES)[number][]): number =>
      types.reduce((sum, type) => sum | (1 << propertyTypeCode(type)), 0);
    const forbidden = (included === null ? 0 : ALL_TYPES & ~bits(included)) | bits(excluded ?? []);
    return included === null
      ? ({ type }) => (type & forbidden) === 0
      : ({ type }) => type !== 0 && (type & forbidden) === 0;
  },
  division: ({ included, excluded }) =>
    all([...(included ? [sharesOne(included)] : []), ...(excluded ? [not(sharesOne(excluded))] : [])]),
  circle: ({ center, radiusMeters }) => {
    const box = boundingBoxOfCircle(center, radiusMeters);
    return ({ point }) =>
      point !== undefined && boxContains(box, point) && distanceMeters(center, point) <= radiusMeters;
  },
  shape: ({ included, excluded }) =>
    all([...(included ? [liesIn(included)] : []), ...(excluded ? [not(liesIn(excluded))] : [])]),
  box:
    (condition) =>
    ({ listing }) =>
      meetsCondition(condition, listing),
  words: (condition) => {
    const criteria: Criteria = { conditions: [condition], operator: 'AND', children: [] };
    return ({ listing }) => matchCriteria(criteria, listing);
  },
};

function sharesOne(ids: readonly number[]): Test {
  const [first, second] = ids;
  if (ids.length === 1) return ({ divisions }) => divisions.has(first!);
  if (ids.length === 2) return ({ divisions }) => divisions.has(first!) || divisions.has(second!);
  if (ids.length < LONG_LIST) return ({ divisions }) => ids.some((id) => divisions.has(id));
  const set = new Set(ids);
  return ({ divisions }) => {
    for (const id of divisions) if (set.has(id)) return true;
    return false;
  };
}

function liesIn(shapes: readonly Shape[]): Test {
  const boxed = shapes.map(({ geometry }) => ({ geometry, box: boundingBoxOfArea(geometry) }));
  return ({ point }) =>
    point !== undefined && boxed.some(({ geometry, box }) => boxContains(box, point) && pointInArea(point, geometry));
}

function not(test: Test): Test {
  return (facts) => !test(facts);
}

function any(tests: readonly Test[]): Test {
  return (facts) => {
    for (const test of tests) if (test(facts)) return true;
    return false;
  };
}

/** Short lists without a loop: most alerts have two to five conditions. */
function all(tests: readonly Test[]): Test {
  const [a, b, c, d, ...more] = tests;
  if (a === undefined) return () => true;
  if (b === undefined) return a;
  if (c === undefined) return (facts) => a(facts) && b(facts);
  if (d === undefined) return (facts) => a(facts) && b(facts) && c(facts);
  if (more.length === 0) return (facts) => a(facts) && b(facts) && c(facts) && d(facts);
  const rest = all(more);
  return (facts) => a(facts) && b(facts) && c(facts) && d(facts) && rest(facts);
}

import { distanceMeters } from '../geo/distance.js';
import type { Point } from '../geo/geometry.js';
import type { KnownListing } from '../listing/past.js';
import {
  MOMENT_FIELDS,
  readCondition,
  type Condition,
  type ConditionKind,
  type ConditionTable,
  type Criteria,
  type Operator,
} from './criteria.js';
import { describeCondition, type PlaceNames } from './describe-criteria.js';
import { FLAG_FIELD_TABLE, fieldValue, RANGE_FIELD_TABLE, type FieldPath } from './fields.js';
import { LIST_FIELD_TABLE, listValue } from './list-fields.js';
import { divisionsOf, entryOccurs, meetsCondition, pointOf } from './match-criteria.js';
import type { SentenceLanguage } from './phrases/languages.js';
import { instant } from './range-phrases.js';

/**
 * What a listing states where a condition looks: a number, yes or no, a word, an instant as ISO 8601 in UTC; for
 * divisions the ids of all it lies in; for a circle its point and how far that is from the centre; for boxes
 * and shapes its point; for words the entries that occur. null: it does not state it.
 */
export type StatedValue =
  number | boolean | string | readonly number[] | readonly string[] | Point | PointAtDistance | null;

/** The point of a listing and how far it is from the centre of a circle. */
export interface PointAtDistance extends Point {
  /** Great-circle metres from the centre of the circle, to the millimetre. */
  readonly distanceMeters: number;
}

/** Whether one condition holds, and why. */
export interface ConditionVerdict {
  readonly kind: ConditionKind;
  /**
   * Where the alert form has it: `price`, `rooms.bedrooms`, `amenities.parking`, `transactionType`, `propertyType`,
   * `location`, `text`.
   */
  readonly path: string;
  readonly holds: boolean;
  /** What was asked, in words: `at least 3 rooms`. */
  readonly asked: string;
  readonly stated: StatedValue;
}

/**
 * Whether one node of criteria holds, and why: every condition and every child has its verdict, also those that no
 * longer mattered. JSON-ready; children stand in the order of the tree, so that two verdicts of the same criteria can
 * be laid side by side.
 */
export interface NodeVerdict {
  readonly holds: boolean;
  readonly conditions: readonly ConditionVerdict[];
  /** How the children count; null where there are none. */
  readonly operator: Operator | null;
  readonly children: readonly NodeVerdict[];
  /** Places, from 0, of the children that hold: of an OR, the alternatives that were met. */
  readonly met: readonly number[];
}

/**
 * The twin of `matchCriteria` that says why: `holds` of the answer is what `matchCriteria` says of the same pair. It
 * looks at every condition, so it is for one listing at a time. Places are named as `describeCriteria` names them.
 */
export function explainMatch(
  criteria: Criteria,
  listing: KnownListing,
  names: PlaceNames = {},
  language: SentenceLanguage = 'en',
): NodeVerdict {
  const conditions = criteria.conditions.map((condition) => ({
    ...conditionVerdict(condition, listing),
    asked: describeCondition(condition, names, language),
  }));
  const children = criteria.children.map((child) => explainMatch(child, listing, names, language));
  const met = children.flatMap(({ holds }, place) => (holds ? [place] : []));
  const operator = children.length === 0 ? null : criteria.operator;
  const enough = operator === 'OR' ? met.length > 0 : met.length === children.length;
  return { holds: enough && conditions.every(({ holds }) => holds), conditions, operator, children, met };
}

function conditionVerdict(condition: Condition, listing: KnownListing): Omit<ConditionVerdict, 'asked'> {
  const { path, stated } = readCondition(look, condition, listing);
  return {
    kind: condition.kind,
    path,
    holds: meetsCondition(condition, listing),
    stated,
  };
}

/** Where each kind of condition stands and what it finds there. */
const look: ConditionTable<[KnownListing], { readonly path: string; readonly stated: StatedValue }> = {
  range: ({ field }, listing) => {
    const value = fieldValue(field, listing) ?? null;
    return {
      path: written(RANGE_FIELD_TABLE[field].paths[0]),
      stated: value !== null && MOMENT_FIELDS.has(field) ? instant(value) : value,
    };
  },
  flag: ({ field }, listing) => ({
    path: written(FLAG_FIELD_TABLE[field].paths[0]),
    stated: fieldValue(field, listing) ?? null,
  }),
  list: ({ field }, listing) => ({
    path: LIST_FIELD_TABLE[field].path.join('.'),
    stated: listValue(field, listing) ?? null,
  }),
  transactionType: (_, { transactionType }) => ({ path: 'transactionType', stated: transactionType ?? null }),
  propertyType: (_, { propertyType }) => ({ path: 'propertyType', stated: propertyType ?? null }),
  division: (_, listing) => {
    const divisions = divisionsOf(listing);
    return { path: 'location', stated: divisions.length === 0 ? null : divisions };
  },
  circle: ({ center }, listing) => {
    const point = pointOf(listing);
    return {
      path: 'location',
      stated:
        point === undefined
          ? null
          : { ...point, distanceMeters: Math.round(distanceMeters(center, point) * 1_000) / 1_000 },
    };
  },
  box: (_, listing) => ({ path: 'location', stated: pointOf(listing) ?? null }),
  shape: (_, listing) => ({ path: 'location', stated: pointOf(listing) ?? null }),
  words: (condition, listing) => {
    const { all, any, none, in: fields } = condition;
    const entries = [...new Set([...all, ...(any ?? []), ...none])];
    const saysNothing = fields.every((field) => listing[field] == null);
    return {
      path: 'text',
      stated: saysNothing ? null : entries.filter((entry) => entryOccurs(entry, condition, listing)),
    };
  },
};

function written(path: FieldPath): string {
  return path.join('.');
}

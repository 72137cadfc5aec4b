import { propertyTypeCode, TRANSACTION_TYPES } from '@gable/domain';
import {
  FLAG_FIELDS,
  type BoxCondition,
  type Condition,
  type Criteria,
  type FlagCondition,
  type RangeCondition,
} from '@gable/domain/criteria';
import { longitudeRanges, type LongitudeRange } from '@gable/domain/geo';
import { MISSING } from './packed-rows.js';
import type { ListingColumns } from './listing-columns.js';
import type { Segment } from './segment.js';

/** A byte for each listing: 1 as long as it may meet the criteria. */
export type Mask = Uint8Array;
/** Listings, and bounds that all of them lie in where all have a point. */
type Narrowable = Pick<Segment, 'listings' | 'isPlaced'> & {
  readonly bounds: Pick<Segment['bounds'], 'south' | 'north' | 'west' | 'east'>;
};
type Narrow = (columns: Narrowable, mask: Mask) => void;

/** What finds the listings of a segment that meet criteria. */
export interface Narrowing {
  /** Whether any of the segment can meet them, by the bounds of its places. */
  mayHold(segment: Segment): boolean;
  /** Leaves 1 only for those that meet them. */
  readonly narrow: Narrow;
}

/** Criteria over columns, with the meaning of `matchCriteria`; null where they ask for what the columns do not hold. */
export function compileNarrowing(criteria: Criteria): Narrowing | null {
  const narrow = nodeOf(criteria);
  if (narrow === null) return null;
  const boxes = requiredBoxes(criteria);
  return { narrow, mayHold: (segment) => boxes.every((box) => touches(box, segment)) };
}

function nodeOf(node: Criteria): Narrow | null {
  const own = node.conditions.map(conditionOf);
  const inner = node.children.map(nodeOf);
  const parts = [...own, ...inner];
  if (parts.some((part) => part === null)) return null;
  if (node.operator !== 'OR' || inner.length === 0) return inTurn(parts as Narrow[]);
  return inTurn([...(own as Narrow[]), anyOf(inner as Narrow[])]);
}

const inTurn =
  (parts: readonly Narrow[]): Narrow =>
  (columns, mask) => {
    for (const part of parts) part(columns, mask);
  };

const anyOf =
  (parts: readonly Narrow[]): Narrow =>
  (columns, mask) => {
    const found = new Uint8Array(mask.length);
    for (const part of parts) {
      const alone = mask.slice();
      part(columns, alone);
      for (let at = 0; at < found.length; at += 1) found[at]! |= alone[at]!;
    }
    mask.set(found);
  };

/** Null where the columns do not hold what it asks for. */
function conditionOf(condition: Condition): Narrow | null {
  switch (condition.kind) {
    case 'range':
      return rangeOf(condition);
    case 'flag':
      return flagOf(condition);
    case 'box':
      return boxOf(condition);
    case 'transactionType':
      return codesOf(
        'transactionType',
        condition.included.map((type) => TRANSACTION_TYPES.indexOf(type)),
        null,
      );
    case 'propertyType':
      return codesOf(
        'propertyType',
        condition.included?.map(propertyTypeCode) ?? null,
        condition.excluded?.map(propertyTypeCode) ?? null,
      );
    default:
      return null;
  }
}

/**
 * Every listing is judged without a branch, for whether it meets a condition is not to be foretold: a processor that
 * guesses wrong loses more than two comparisons.
 */
function rangeOf({ field, min, max, allowNull }: RangeCondition): Narrow | null {
  const [least, most] = [min ?? -Infinity, max ?? Infinity];
  const ofMissing = allowNull ? 1 : 0;
  if (field === 'price' || field === 'area')
    return ({ listings }, mask) => {
      const values = listings[field];
      const end = mask.length;
      for (let at = 0; at < end; at += 1) {
        const value = values[at]!;
        mask[at]! &= ((value >= least ? 1 : 0) & (value <= most ? 1 : 0)) | (Number.isNaN(value) ? ofMissing : 0);
      }
    };
  if (field === 'rooms' || field === 'bedrooms')
    return ({ listings }, mask) => {
      const values = listings[field];
      const end = mask.length;
      for (let at = 0; at < end; at += 1) {
        const value = values[at]!;
        const isMissing = value === MISSING ? 1 : 0;
        const isWithin = (value >= least ? 1 : 0) & (value <= most ? 1 : 0) & (1 - isMissing);
        mask[at]! &= isWithin | (isMissing & ofMissing);
      }
    };
  return null;
}

/** Two bits each, as they are packed: whether it is stated, and what it says. */
function flagOf({ field, value, allowNull }: FlagCondition): Narrow {
  const shift = 2 * FLAG_FIELDS.indexOf(field);
  const asked = value ? 3 : 1;
  return ({ listings: { flags } }, mask) => {
    for (let at = 0; at < mask.length; at += 1) {
      const stated = (flags[at]! >>> shift) & 3;
      if (stated !== asked && !(allowNull && stated === 0)) mask[at] = 0;
    }
  };
}

/** One that is not stated is in no list. */
function codesOf(
  column: keyof Pick<ListingColumns, 'transactionType' | 'propertyType'>,
  included: readonly number[] | null,
  excluded: readonly number[] | null,
): Narrow {
  const fits = new Uint8Array(256).fill(included === null ? 1 : 0);
  for (const code of included ?? []) fits[code] = 1;
  for (const code of excluded ?? []) fits[code] = 0;
  return ({ listings }, mask) => {
    const codes = listings[column];
    for (let at = 0; at < mask.length; at += 1) mask[at]! &= fits[codes[at]!]!;
  };
}

function boxOf(box: BoxCondition): Narrow {
  const { south, north } = box;
  const [[west, east], [otherWest, otherEast] = NOWHERE] = longitudeRanges(box) as [LongitudeRange, LongitudeRange?];
  return ({ listings, bounds, isPlaced }, mask) => {
    const holdsLatitudes = bounds.south >= south && bounds.north <= north;
    if (isPlaced && holdsLatitudes && bounds.west >= west && bounds.east <= east) return;
    const { lat: latitudes, lng: longitudes } = listings;
    for (let at = 0; at < mask.length; at += 1) {
      const lat = latitudes[at]!;
      const lng = longitudes[at]!;
      const isWithin =
        lat >= south && lat <= north && ((lng >= west && lng <= east) || (lng >= otherWest && lng <= otherEast));
      if (!isWithin) mask[at] = 0;
    }
  };
}

const NOWHERE: LongitudeRange = [Infinity, -Infinity];

/** Boxes that every listing found lies in. */
function requiredBoxes({ conditions, operator, children }: Criteria): BoxCondition[] {
  const own = conditions.filter((condition) => condition.kind === 'box');
  return operator === 'OR' && children.length > 1 ? own : [...own, ...children.flatMap(requiredBoxes)];
}

function touches(box: BoxCondition, { bounds: { south, north, west, east } }: Segment): boolean {
  if (box.south > north || box.north < south) return false;
  return longitudeRanges(box).some(([from, to]) => from <= east && to >= west);
}

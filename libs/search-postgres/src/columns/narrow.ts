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

/** Listings, and bounds that all of them lie in where all have a point. */
type Narrowable = Pick<Segment, 'listings' | 'isPlaced'> & {
  readonly bounds: Pick<Segment['bounds'], 'south' | 'north' | 'west' | 'east'>;
};
/**
 * Writes those of the first `count` places in `from` whose listings meet a condition into `to`, in their order, and
 * answers how many they are. Both may be the same array.
 */
type Narrow = (columns: Narrowable, from: Places, count: number, to: Places) => number;
type Places = Int32Array;

/** What finds the listings of a segment that meet criteria. */
export interface Narrowing {
  /** Whether any of the segment can meet them, by the bounds of its places. */
  mayHold(segment: Segment): boolean;
  /** Of the first so many listings the places of those that meet them, in order; the next call overwrites them. */
  placesIn(columns: Narrowable, listings: number): Places;
}

/** Criteria over columns, with the meaning of `matchCriteria`; null where they ask for what the columns do not hold. */
export function compileNarrowing(criteria: Criteria): Narrowing | null {
  const narrow = nodeOf(criteria);
  if (narrow === null) return null;
  const boxes = requiredBoxes(criteria);
  return {
    mayHold: (segment) => boxes.every((box) => touches(box, segment)),
    placesIn: (columns, listings) => {
      makeRoom(listings);
      return room.subarray(0, narrow(columns, every, listings, room));
    },
  };
}

/** Each place at itself, and room for the answer of one question at a time: answering is synchronous. */
let every = new Int32Array(0);
let room = new Int32Array(0);

function makeRoom(listings: number): void {
  if (listings <= every.length) return;
  every = new Int32Array(2 * listings).map((_, place) => place);
  room = new Int32Array(2 * listings);
}

function nodeOf(node: Criteria): Narrow | null {
  const own = node.conditions.toSorted(byYield).map(conditionOf);
  const inner = node.children.map(nodeOf);
  const parts = [...own, ...inner];
  if (parts.some((part) => part === null)) return null;
  if (node.operator !== 'OR' || inner.length === 0) return inTurn(parts as Narrow[]);
  return inTurn([...(own as Narrow[]), anyOf(inner as Narrow[])]);
}

/** Ranges leave fewest mostly, and the first condition alone is asked of every listing. */
const byYield = (one: Condition, other: Condition): number =>
  Number(other.kind === 'range') - Number(one.kind === 'range');

const inTurn =
  ([first = keepAll, ...others]: readonly Narrow[]): Narrow =>
  (columns, from, count, to) => {
    let left = first(columns, from, count, to);
    for (const part of others) left = part(columns, to, left, to);
    return left;
  };

const keepAll: Narrow = (_, from, count, to) => {
  to.set(from.subarray(0, count));
  return count;
};

const anyOf =
  (parts: readonly Narrow[]): Narrow =>
  (columns, from, count, to) => {
    const met = new Uint8Array(columns.listings.price.length);
    const alone = new Int32Array(count);
    for (const part of parts) {
      const found = part(columns, from, count, alone);
      for (let n = 0; n < found; n += 1) met[alone[n]!] = 1;
    }
    let kept = 0;
    for (let n = 0; n < count; n += 1) {
      const at = from[n]!;
      to[kept] = at;
      kept += met[at]!;
    }
    return kept;
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
 * Every listing is written down, and the next one over it where it does not meet the condition. That takes no branch,
 * for whether one does is not to be foretold: a processor that guesses wrong loses more than two comparisons.
 */
function rangeOf({ field, min, max, allowNull }: RangeCondition): Narrow | null {
  const [least, most] = [min ?? -Infinity, max ?? Infinity];
  const ofMissing = allowNull ? 1 : 0;
  if (field === 'price' || field === 'area')
    return ({ listings }, from, count, to) => {
      const values = listings[field];
      let kept = 0;
      for (let n = 0; n < count; n += 1) {
        const at = from[n]!;
        const value = values[at]!;
        to[kept] = at;
        kept += ((value >= least ? 1 : 0) & (value <= most ? 1 : 0)) | (Number.isNaN(value) ? ofMissing : 0);
      }
      return kept;
    };
  if (field === 'rooms' || field === 'bedrooms')
    return ({ listings }, from, count, to) => {
      const values = listings[field];
      let kept = 0;
      for (let n = 0; n < count; n += 1) {
        const at = from[n]!;
        const value = values[at]!;
        const isMissing = value === MISSING ? 1 : 0;
        const isWithin = (value >= least ? 1 : 0) & (value <= most ? 1 : 0) & (1 - isMissing);
        to[kept] = at;
        kept += isWithin | (isMissing & ofMissing);
      }
      return kept;
    };
  return null;
}

/** Two bits each, as they are packed: whether it is stated, and what it says. */
function flagOf({ field, value, allowNull }: FlagCondition): Narrow {
  const shift = 2 * FLAG_FIELDS.indexOf(field);
  const fits = new Uint8Array(4);
  fits[value ? 3 : 1] = 1;
  fits[0] = allowNull ? 1 : 0;
  return ({ listings: { flags } }, from, count, to) => {
    let kept = 0;
    for (let n = 0; n < count; n += 1) {
      const at = from[n]!;
      to[kept] = at;
      kept += fits[(flags[at]! >>> shift) & 3]!;
    }
    return kept;
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
  return ({ listings }, from, count, to) => {
    const codes = listings[column];
    let kept = 0;
    for (let n = 0; n < count; n += 1) {
      const at = from[n]!;
      to[kept] = at;
      kept += fits[codes[at]!]!;
    }
    return kept;
  };
}

function boxOf(box: BoxCondition): Narrow {
  const { south, north } = box;
  const [[west, east], [otherWest, otherEast] = NOWHERE] = longitudeRanges(box) as [LongitudeRange, LongitudeRange?];
  return (columns, from, count, to) => {
    const { listings, bounds, isPlaced } = columns;
    const holdsLatitudes = bounds.south >= south && bounds.north <= north;
    if (isPlaced && holdsLatitudes && bounds.west >= west && bounds.east <= east)
      return keepAll(columns, from, count, to);
    const { lat: latitudes, lng: longitudes } = listings;
    let kept = 0;
    for (let n = 0; n < count; n += 1) {
      const at = from[n]!;
      const lat = latitudes[at]!;
      const lng = longitudes[at]!;
      const isWithin =
        lat >= south && lat <= north && ((lng >= west && lng <= east) || (lng >= otherWest && lng <= otherEast));
      if (isWithin) to[kept++] = at;
    }
    return kept;
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

import type { CircleCondition, Criteria, ListCondition, RangeField, WordsCondition } from '@gable/domain/criteria';
import type { AreaGeometry, BoundingBox } from '@gable/domain/geo';
import { ALL_TRANSACTIONS, ALL_TYPES, forbidsAFlag, NULL_BIT } from '../storage/slot-layout.js';

/** A part of the map given as geometry. */
export type Outline =
  | CircleCondition
  | { readonly kind: 'area'; readonly geometry: AreaGeometry }
  | { readonly kind: 'box'; readonly box: BoundingBox };

/** Met by a listing in one of the divisions or in one of the outlines. */
export interface Place {
  readonly divisions: readonly number[];
  readonly outlines: readonly Outline[];
}

/** A range of a number that has no codes. */
export interface RareRange {
  readonly field: RangeField;
  readonly low: number;
  readonly high: number;
  readonly nullAllowed: boolean;
}

/** A condition on words; the texts in which they are looked for as bits of `TextReading`. */
export interface WordNeeds extends Pick<WordsCondition, 'all' | 'any' | 'none'> {
  readonly texts: number;
}

/**
 * One conjunction of an alert's tree; a listing meets it when everything in it holds. Forbidden states are laid out
 * as in a slot (`slot-layout.ts`).
 */
export interface Box {
  /** A bit per transaction that is allowed: SELL, RENT, none stated. */
  readonly transactions: number;
  readonly forbidC: number;
  readonly forbidD: number;
  /**
   * Bounds of price, area, rooms and bedrooms, inclusive; infinite where there is none. Whether an absent value
   * passes is a bit of `forbidC`.
   */
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly ranges: readonly RareRange[];
  /** Each of them must hold. */
  readonly places: readonly Place[];
  readonly notDivisions: readonly (readonly number[])[];
  readonly notOutlines: readonly (readonly Outline[])[];
  /** Each of them must hold. */
  readonly lists: readonly ListCondition[];
  readonly words: readonly WordNeeds[];
  /** Trees that must hold besides, read by the plain matcher. */
  readonly trees: readonly Criteria[];
  /** The trees say everything: what else stands here only narrows where the box is found. */
  readonly isOutline: boolean;
}

const OPEN_LOW: readonly number[] = [-Infinity, -Infinity, -Infinity, -Infinity];
const OPEN_HIGH: readonly number[] = [Infinity, Infinity, Infinity, Infinity];

/** Met by every listing. */
export const OPEN_BOX: Box = {
  transactions: ALL_TRANSACTIONS,
  forbidC: 0,
  forbidD: 0,
  low: OPEN_LOW,
  high: OPEN_HIGH,
  ranges: [],
  places: [],
  notDivisions: [],
  notOutlines: [],
  lists: [],
  words: [],
  trees: [],
  isOutline: false,
};

/** What meets both; null where nothing can. */
export function intersect(a: Box, b: Box): Box | null {
  const box: Box = {
    transactions: a.transactions & b.transactions,
    forbidC: a.forbidC | b.forbidC,
    forbidD: a.forbidD | b.forbidD,
    low:
      a.low === OPEN_LOW
        ? b.low
        : b.low === OPEN_LOW
          ? a.low
          : a.low.map((low, field) => Math.max(low, b.low[field] as number)),
    high:
      a.high === OPEN_HIGH
        ? b.high
        : b.high === OPEN_HIGH
          ? a.high
          : a.high.map((high, field) => Math.min(high, b.high[field] as number)),
    ranges: mergeRanges(a.ranges, b.ranges),
    places: both(a.places, b.places),
    notDivisions: both(a.notDivisions, b.notDivisions),
    notOutlines: both(a.notOutlines, b.notOutlines),
    lists: both(a.lists, b.lists),
    words: both(a.words, b.words),
    trees: both(a.trees, b.trees),
    isOutline: a.isOutline && b.isOutline,
  };
  return isImpossible(box) ? null : box;
}

/**
 * A box that everything fits into that meets one of the two. What is left out (rare ranges, exclusions, lists, words,
 * trees) is not tested by it.
 */
export function hull(a: Box, b: Box, maxPlaces: number): Box {
  return {
    ...OPEN_BOX,
    transactions: a.transactions | b.transactions,
    forbidC: a.forbidC & b.forbidC,
    forbidD: a.forbidD & b.forbidD,
    low: a.low.map((low, field) => Math.min(low, b.low[field] as number)),
    high: a.high.map((high, field) => Math.max(high, b.high[field] as number)),
    places: eitherPlace(a.places, b.places, maxPlaces),
  };
}

/** How many cells a place is about to need: what the choice among several places goes by. */
export function placeSize({ divisions, outlines }: Place): number {
  return divisions.length + 4 * outlines.length;
}

/** The place with the fewest cells; undefined where the box names none. */
export function smallestPlace(places: readonly Place[]): Place | undefined {
  return places.reduce<Place | undefined>(
    (best, place) => (best === undefined || placeSize(place) < placeSize(best) ? place : best),
    undefined,
  );
}

function eitherPlace(a: readonly Place[], b: readonly Place[], maxPlaces: number): readonly Place[] {
  const [one, other] = [smallestPlace(a), smallestPlace(b)];
  if (one === undefined || other === undefined || placeSize(one) + placeSize(other) > 2 * maxPlaces) return [];
  const place = {
    divisions: [...new Set([...one.divisions, ...other.divisions])],
    outlines: [...new Set([...one.outlines, ...other.outlines])],
  };
  return placeSize(place) > maxPlaces ? [] : [place];
}

/** Ranges that must all hold, one per field. */
export function mergeRanges(a: readonly RareRange[], b: readonly RareRange[]): readonly RareRange[] {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a;
  const merged = new Map(a.map((range) => [range.field, range]));
  for (const range of b) {
    const known = merged.get(range.field);
    merged.set(
      range.field,
      known === undefined
        ? range
        : {
            field: range.field,
            low: Math.max(known.low, range.low),
            high: Math.min(known.high, range.high),
            nullAllowed: known.nullAllowed && range.nullAllowed,
          },
    );
  }
  return [...merged.values()];
}

/** Whether a listing could never meet the box: nothing but an absent value lies in an empty interval. */
export function isImpossible(box: Box): boolean {
  if (box.transactions === 0 || (box.forbidC & ALL_TYPES) === ALL_TYPES || forbidsAFlag(box.forbidC, box.forbidD))
    return true;
  for (let field = 0; field < NULL_BIT.length; field += 1) {
    if ((box.low[field] as number) > (box.high[field] as number) && (box.forbidC & (NULL_BIT[field] as number)) !== 0)
      return true;
  }
  return box.ranges.some(({ low, high, nullAllowed }) => low > high && !nullAllowed);
}

function both<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  return a.length === 0 ? b : b.length === 0 ? a : [...a, ...b];
}

import { NumberSet } from './number-set.js';

/**
 * What a slot says of the words that its alert asks for, in 32 bits, so that most alerts fail or pass without a look
 * at what they ask: a *filter*. A kind in the upper four bits (two, where three words are named), then the numbers of
 * one to three words. Of two only numbers are named that fit whole, of three their lower bits.
 */

/** No words are asked for. */
export const NO_FILTER = 0;
/** Words are asked for that do not fit. */
export const OPEN_FILTER = 1;
/** The word must occur: that is all / the rest has to be checked. */
const ONE_IS_ALL = 1;
const ONE = 2;
/** The word must not occur: that is all / where it does, the rest has to be checked. */
const NOT_ONE_IS_ALL = 3;
const NOT_ONE = 4;
/** Two must occur; one of the two must; where one of the two does, the rest has to be checked. A bit says "is all". */
const BOTH = 5;
const EITHER = 6;
const NEITHER = 7;
/** The same for three, in the upper two bits. */
const NONE_OF_THREE = 2;
const ONE_OF_THREE = 3;

const KIND_SHIFT = 28;
const [TWO_BITS, THREE_BITS] = [13, 10] as const;
const [ONE_MASK, TWO_MASK, THREE_MASK] = [2 ** KIND_SHIFT - 1, 2 ** TWO_BITS - 1, 2 ** THREE_BITS - 1] as const;
/** Of filters of two words, above their numbers. */
const IS_ALL = 2 ** (2 * TWO_BITS);
const IS_ALL_SHIFT = 2 * TWO_BITS;

/** What a filter says of a listing. */
export const FAILS = 0;
export const PASSES = 1;
/** What is asked has to be looked at. */
export const UNDECIDED = 2;

/** All of these words must occur; `isAll` where nothing else is asked. The rarest come first. */
export function needsAll(words: readonly number[], isAll: boolean): number {
  const [first, second] = words as [number, number | undefined];
  if (second !== undefined && first <= TWO_MASK && second <= TWO_MASK)
    return two(BOTH, first, second, isAll && words.length === 2);
  if (first > ONE_MASK) return OPEN_FILTER;
  return ((isAll && words.length === 1 ? ONE_IS_ALL : ONE) << KIND_SHIFT) | first;
}

/** One of these words must occur; `isAll` where nothing else is asked. */
export function needsOneOf(words: readonly number[], isAll: boolean): number {
  const [first, second, third, ...more] = words as [number, ...(number | undefined)[]];
  if (second === undefined) return needsAll(words, isAll);
  if (third === undefined)
    return Math.max(first, second) > TWO_MASK
      ? three(ONE_OF_THREE, first, second, second)
      : two(EITHER, first, second, isAll);
  return more.length > 0 ? OPEN_FILTER : three(ONE_OF_THREE, first, second, third);
}

/** Where none of these words occurs, all that is asked is met; `isAll` where it is not if one does. */
export function needsNoneOf(words: readonly number[], isAll: boolean): number {
  const [first, second, third, ...more] = words as [number, ...(number | undefined)[]];
  if (second === undefined)
    return first > ONE_MASK ? OPEN_FILTER : ((isAll ? NOT_ONE_IS_ALL : NOT_ONE) << KIND_SHIFT) | first;
  if (third === undefined)
    return Math.max(first, second) > TWO_MASK
      ? three(NONE_OF_THREE, first, second, second)
      : two(NEITHER, first, second, isAll);
  return more.length > 0 ? OPEN_FILTER : three(NONE_OF_THREE, first, second, third);
}

/** The words of a listing as filters are tested with them. */
export class WordSet {
  private readonly numbers = new NumberSet();
  /** By the lower bits of numbers that filters of three words keep. */
  private readonly threes = new NumberSet();

  /** Forgets all; numbers lie below `end`. */
  begin(end: number): void {
    this.numbers.begin(end);
    this.threes.begin(THREE_MASK + 1);
  }

  add(number: number): void {
    this.numbers.add(number);
    this.threes.add(number & THREE_MASK);
  }

  /** 1 where the word occurs, else 0. */
  has(number: number): number {
    return this.numbers.has(number);
  }

  /** FAILS, PASSES or UNDECIDED. */
  judge(filter: number): number {
    const { bits } = this.numbers;
    const kind = filter >>> KIND_SHIFT;
    if (kind > NEITHER) {
      const threes = this.threes.bits;
      const some =
        isSet(threes, filter & THREE_MASK) |
        isSet(threes, (filter >>> THREE_BITS) & THREE_MASK) |
        isSet(threes, (filter >>> (2 * THREE_BITS)) & THREE_MASK);
      return filter >>> (KIND_SHIFT + 2) === ONE_OF_THREE ? some * UNDECIDED : PASSES + some;
    }
    if (kind < BOTH) {
      if (kind === 0) return filter === NO_FILTER ? PASSES : UNDECIDED;
      const one = isSet(bits, filter & ONE_MASK);
      if (kind === ONE_IS_ALL) return one;
      if (kind === ONE) return one * UNDECIDED;
      return kind === NOT_ONE ? PASSES + one : 1 - one;
    }
    const first = isSet(bits, filter & TWO_MASK);
    const second = isSet(bits, (filter >>> TWO_BITS) & TWO_MASK);
    const isAll = (filter >>> IS_ALL_SHIFT) & 1;
    if (kind === NEITHER) return isAll === 1 ? 1 - (first | second) : PASSES + (first | second);
    return (kind === BOTH ? first & second : first | second) * (UNDECIDED - isAll);
  }
}

function two(kind: number, first: number, second: number, isAll: boolean): number {
  return (kind << KIND_SHIFT) | (isAll ? IS_ALL : 0) | first | (second << TWO_BITS);
}

function three(kind: number, first: number, second: number, third: number): number {
  return (
    (kind << (KIND_SHIFT + 2)) |
    (first & THREE_MASK) |
    ((second & THREE_MASK) << THREE_BITS) |
    ((third & THREE_MASK) << (2 * THREE_BITS))
  );
}

function isSet(bits: Int32Array, place: number): number {
  return ((bits[place >>> 5] as number) >>> (place & 31)) & 1;
}

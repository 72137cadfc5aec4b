/**
 * What a slot says of the words that its alert asks for, in 32 bits, so that most alerts fail or pass without a look
 * at what they ask: a *filter*. A kind in the upper four bits (two, where three words are named), then the numbers of
 * one to three words, of which 14 or 10 bits are kept where one number does not fit beside another.
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
/** Two must occur; one of the two must; where one of the two does, the rest has to be checked. */
const BOTH = 5;
const EITHER = 6;
const NEITHER = 7;
/** The same for three, in the upper two bits. */
const NONE_OF_THREE = 2;
const ONE_OF_THREE = 3;

const KIND_SHIFT = 28;
const [TWO_BITS, THREE_BITS] = [14, 10] as const;
const [ONE_MASK, TWO_MASK, THREE_MASK] = [2 ** KIND_SHIFT - 1, 2 ** TWO_BITS - 1, 2 ** THREE_BITS - 1] as const;

/** What a filter says of a listing. */
export const FAILS = 0;
export const PASSES = 1;
/** What is asked has to be looked at. */
export const UNDECIDED = 2;

/** All of these words must occur; `isAll` where nothing else is asked. The rarest come first. */
export function needsAll(words: readonly number[], isAll: boolean): number {
  const [first, second] = words as [number, number | undefined];
  if (second !== undefined) return (BOTH << KIND_SHIFT) | two(first, second);
  return first > ONE_MASK ? OPEN_FILTER : ((isAll ? ONE_IS_ALL : ONE) << KIND_SHIFT) | first;
}

/** One of these words must occur. */
export function needsOneOf(words: readonly number[]): number {
  const [first, second, third, ...more] = words as [number, ...(number | undefined)[]];
  if (second === undefined) return needsAll(words, false);
  if (third === undefined) return (EITHER << KIND_SHIFT) | two(first, second);
  return more.length > 0 ? OPEN_FILTER : (ONE_OF_THREE << (KIND_SHIFT + 2)) | three(first, second, third);
}

/** Where none of these words occurs, all that is asked is met; `isAll` where it is not if one does. */
export function needsNoneOf(words: readonly number[], isAll: boolean): number {
  const [first, second, third, ...more] = words as [number, ...(number | undefined)[]];
  if (second === undefined)
    return first > ONE_MASK ? OPEN_FILTER : ((isAll ? NOT_ONE_IS_ALL : NOT_ONE) << KIND_SHIFT) | first;
  if (third === undefined) return (NEITHER << KIND_SHIFT) | two(first, second);
  return more.length > 0 ? OPEN_FILTER : (NONE_OF_THREE << (KIND_SHIFT + 2)) | three(first, second, third);
}

/** The words of a listing as filters are tested with them. */
export class WordSet {
  /** By number; then by the bits of numbers that filters of two and of three words keep. */
  private numbers = new Int32Array(2);
  private readonly twos = new Int32Array(2 ** TWO_BITS / 32);
  private readonly threes = new Int32Array(2 ** THREE_BITS / 32);

  /** Forgets all; numbers lie below `end`. */
  begin(end: number): void {
    if (end > 32 * this.numbers.length) this.numbers = new Int32Array(end >> 4);
    else this.numbers.fill(0);
    this.twos.fill(0);
    this.threes.fill(0);
  }

  add(number: number): void {
    set(this.numbers, number);
    set(this.twos, number & TWO_MASK);
    set(this.threes, number & THREE_MASK);
  }

  has(number: number): boolean {
    return isSet(this.numbers, number) === 1;
  }

  /** FAILS, PASSES or UNDECIDED. */
  judge(filter: number): number {
    const { twos, threes } = this;
    switch (filter >>> KIND_SHIFT) {
      case 0:
        return filter === NO_FILTER ? PASSES : UNDECIDED;
      case ONE_IS_ALL:
        return isSet(this.numbers, filter & ONE_MASK);
      case ONE:
        return isSet(this.numbers, filter & ONE_MASK) * UNDECIDED;
      case NOT_ONE_IS_ALL:
        return 1 - isSet(this.numbers, filter & ONE_MASK);
      case NOT_ONE:
        return PASSES + isSet(this.numbers, filter & ONE_MASK);
      case BOTH:
        return (isSet(twos, filter & TWO_MASK) & isSet(twos, (filter >>> TWO_BITS) & TWO_MASK)) * UNDECIDED;
      case EITHER:
        return (isSet(twos, filter & TWO_MASK) | isSet(twos, (filter >>> TWO_BITS) & TWO_MASK)) * UNDECIDED;
      case NEITHER:
        return PASSES + (isSet(twos, filter & TWO_MASK) | isSet(twos, (filter >>> TWO_BITS) & TWO_MASK));
      default: {
        const some =
          isSet(threes, filter & THREE_MASK) |
          isSet(threes, (filter >>> THREE_BITS) & THREE_MASK) |
          isSet(threes, (filter >>> (2 * THREE_BITS)) & THREE_MASK);
        return filter >>> (KIND_SHIFT + 2) === ONE_OF_THREE ? some * UNDECIDED : PASSES + some;
      }
    }
  }
}

function two(first: number, second: number): number {
  return (first & TWO_MASK) | ((second & TWO_MASK) << TWO_BITS);
}

function three(first: number, second: number, third: number): number {
  return (first & THREE_MASK) | ((second & THREE_MASK) << THREE_BITS) | ((third & THREE_MASK) << (2 * THREE_BITS));
}

function set(bits: Int32Array, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31));
}

function isSet(bits: Int32Array, place: number): number {
  return ((bits[place >>> 5] as number) >>> (place & 31)) & 1;
}

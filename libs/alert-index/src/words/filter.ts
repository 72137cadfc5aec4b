/**
 * What a slot says of the words that its alert asks for, in 32 bits, so that most alerts fail or pass without a look
 * at what they ask: a *filter*. A kind in the upper four bits (two, where three words are named), then the numbers of
 * one to three words. Of two only numbers are named that fit whole, of three their lower bits.
 */

/** No words are asked for. */
export const NO_FILTER = 0;
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
/** Words are asked for that do not fit. */
export const OPEN_FILTER = IS_ALL;

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

/** In a set of words: a bit for each end of a number that filters of three words keep, then a bit for each number. */
const NUMBERS_FROM = THREE_MASK + 1;
/**
 * By the upper four bits of a filter, eight words: where the bits of its numbers begin in a set of words, and where and
 * what of the filter its numbers are.
 */
const READING_WORDS = 8;
const [BITS_FROM, MASK_1, SHIFT_2, MASK_2, SHIFT_3, MASK_3] = [0, 1, 2, 3, 4, 5] as const;
const READING = Int32Array.from(
  Array.from({ length: 16 }, (_, kind) => {
    const isOfTwo = kind >= BOTH && kind <= NEITHER;
    if (kind > NEITHER) return [0, THREE_MASK, THREE_BITS, THREE_MASK, 2 * THREE_BITS, THREE_MASK, 0, 0];
    return [NUMBERS_FROM, isOfTwo ? TWO_MASK : ONE_MASK, TWO_BITS, isOfTwo ? TWO_MASK : 0, 0, 0, 0, 0];
  }).flat(),
);
/** What a filter says, by its upper four bits, its bit IS_ALL, and which of its words occur, the first one lowest. */
const VERDICTS = Int32Array.from({ length: 256 }, (_, place) =>
  verdictOf(place >>> 4, (place >>> 3) & 1, place & 1, (place >>> 1) & 1, (place >>> 2) & 1),
);

function verdictOf(kind: number, isAll: number, first: number, second: number, third: number): number {
  const some = first | second | third;
  if (kind > NEITHER) return kind >>> 2 === ONE_OF_THREE ? some * UNDECIDED : PASSES + some;
  if (kind === NEITHER) return isAll === 1 ? 1 - (first | second) : PASSES + (first | second);
  if (kind >= BOTH) return (kind === BOTH ? first & second : first | second) * (UNDECIDED - isAll);
  if (kind === 0) return isAll === 1 ? UNDECIDED : PASSES;
  if (kind === ONE_IS_ALL) return first;
  if (kind === ONE) return first * UNDECIDED;
  return kind === NOT_ONE ? PASSES + first : 1 - first;
}

/** The words of a listing as filters are tested with them. */
export class WordSet {
  private bits = new Int32Array(NUMBERS_FROM >>> 4);

  /** Forgets all; numbers lie below `end`. */
  begin(end: number): void {
    const size = NUMBERS_FROM + end;
    if (size > 32 * this.bits.length) this.bits = new Int32Array((size >>> 4) + 1);
    else this.bits.fill(0);
  }

  add(number: number): void {
    const [end, whole] = [number & THREE_MASK, NUMBERS_FROM + number];
    this.bits[end >>> 5] = (this.bits[end >>> 5] as number) | (1 << (end & 31));
    this.bits[whole >>> 5] = (this.bits[whole >>> 5] as number) | (1 << (whole & 31));
  }

  /** 1 where the word occurs, else 0. */
  has(number: number): number {
    return isSet(this.bits, NUMBERS_FROM + number);
  }

  /** FAILS, PASSES or UNDECIDED. No branch depends on the filter: it would be guessed wrong every other time. */
  judge(filter: number): number {
    const { bits } = this;
    const kind = filter >>> KIND_SHIFT;
    const at = READING_WORDS * kind;
    const from = READING[at + BITS_FROM] as number;
    const first = isSet(bits, from + (filter & (READING[at + MASK_1] as number)));
    const second = isSet(
      bits,
      from + ((filter >>> (READING[at + SHIFT_2] as number)) & (READING[at + MASK_2] as number)),
    );
    const third = isSet(
      bits,
      from + ((filter >>> (READING[at + SHIFT_3] as number)) & (READING[at + MASK_3] as number)),
    );
    const isAll = (filter >>> IS_ALL_SHIFT) & 1;
    return VERDICTS[(kind << 4) | (isAll << 3) | (third << 2) | (second << 1) | first] as number;
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

/**
 * What a slot says of the words that its alert asks for, in 32 bits, so that most alerts fail or pass without a look
 * at what they ask: a *filter*. A kind in the upper four bits; then whether the words count in the title alone, and
 * whether they are all that is asked; then the numbers of one or two words, or where up to four stand.
 */

/** No words are asked for. */
export const NO_FILTER = 0;
/** The word must occur; it must not. Two must occur; one of the two must; none of them may. */
const ONE = 1;
const NOT_ONE = 2;
const BOTH = 3;
const EITHER = 4;
const NEITHER = 5;
/** The same of four words that stand in a *record*; of fewer, where numbers do not fit, some stand there twice. */
const ALL_OF = 8;
const ONE_OF = 9;
const NONE_OF = 10;
const KIND_SHIFT = 28;
const TITLE_SHIFT = 27;
const IS_ALL_SHIFT = 26;
const TWO_BITS = 13;
const [TWO_MASK, PAYLOAD] = [2 ** TWO_BITS - 1, 2 ** IS_ALL_SHIFT - 1] as const;
const IS_ALL = 1 << IS_ALL_SHIFT;
/** Words are asked for that do not fit. */
export const OPEN_FILTER = IS_ALL;
/** Words of a record. */
export const RECORD_WORDS = 4;
/** Records lie below this. */
export const MAX_RECORD = PAYLOAD;

/** What a filter says of a listing. */
export const FAILS = 0;
export const PASSES = 1;
/** What is asked has to be looked at. */
export const UNDECIDED = 2;
/** Of these words all must occur, or one, or none may. */
export interface AskedWords {
  readonly kind: 'all' | 'one' | 'none';
  /** Their numbers, each once; of those that must all occur the rarest come first. */
  readonly words: readonly number[];
  /** Whether nothing else is asked. */
  readonly isAll: boolean;
  /** Whether they count in the title alone. */
  readonly inTitle: boolean;
}

/** A filter of words; `keep` keeps a record and answers where, or 0 where there is no room. */
export function filterOfWords(
  { kind, words, isAll, inTitle }: AskedWords,
  keep: (record: readonly number[]) => number,
): number {
  const [first, second, third] = words as [number, number | undefined, number | undefined];
  const upper = (inTitle ? 1 << TITLE_SHIFT : 0) | (isAll ? IS_ALL : 0);
  if (second === undefined && first <= PAYLOAD)
    return ((kind === 'none' ? NOT_ONE : ONE) << KIND_SHIFT) | upper | first;
  if (second !== undefined && third === undefined && Math.max(first, second) <= TWO_MASK)
    return ({ all: BOTH, one: EITHER, none: NEITHER }[kind] << KIND_SHIFT) | upper | first | (second << TWO_BITS);
  if (words.length > RECORD_WORDS && kind !== 'all') return OPEN_FILTER;
  const record = keep(Array.from({ length: RECORD_WORDS }, (_, place) => words[place] ?? first));
  if (record === 0) return OPEN_FILTER;
  const known = words.length > RECORD_WORDS ? upper & ~IS_ALL : upper;
  return ({ all: ALL_OF, one: ONE_OF, none: NONE_OF }[kind] << KIND_SHIFT) | known | record;
}

/** Where the record of a filter stands; 0 where it has none. */
export function recordOf(filter: number): number {
  return filter < 0 ? filter & PAYLOAD : 0;
}

/** By kind: what of a filter is the number of its first word, and what, further up, that of its second. */
const MASKS = Int32Array.from(
  Array.from({ length: 16 }, (_, kind) => {
    if (kind === ONE || kind === NOT_ONE) return [PAYLOAD, 0];
    return kind >= BOTH && kind <= NEITHER ? [TWO_MASK, TWO_MASK] : [0, 0];
  }).flat(),
);
/** What a filter without a record says, by its kind, its bit IS_ALL, and which of its words occur, the first lowest. */
const VERDICTS = Int32Array.from({ length: 128 }, (_, place) =>
  verdictOf(place >>> 3, (place >>> 2) & 1, (place >>> 1) & 1, place & 1),
);
/** What a filter with a record says, by its kind, its bit IS_ALL, and how many of its words occur. */
const RECORD_VERDICTS = Int32Array.from({ length: 256 }, (_, place) => {
  const [kind, isAll, occurring] = [place >>> 4, (place >>> 3) & 1, place & 7];
  if (kind === NONE_OF) return verdictOf(NOT_ONE, isAll, 0, Math.min(1, occurring));
  return verdictOf(ONE, isAll, 0, (kind === ALL_OF ? occurring === RECORD_WORDS : occurring > 0) ? 1 : 0);
});

function verdictOf(kind: number, isAll: number, second: number, first: number): number {
  if (kind === 0) return isAll === 1 ? UNDECIDED : PASSES;
  const some = first | second;
  if (kind === NOT_ONE || kind === NEITHER) return some === 0 ? PASSES : isAll === 1 ? FAILS : UNDECIDED;
  return (kind === BOTH ? first & second : some) * (UNDECIDED - isAll);
}

/** The words of a listing as filters are tested with them: a bit for each that occurs, then one if in the title. */
export class WordSet {
  private bits = new Int32Array(16);
  private titleFrom = 0;

  /** Forgets all; numbers lie below `end`. */
  begin(end: number): void {
    const words = (end + 31) >>> 5;
    this.titleFrom = 32 * words;
    if (2 * words > this.bits.length) this.bits = new Int32Array(4 * words);
    else this.bits.fill(0, 0, 2 * words);
  }

  /** Adds a word; 1 where it was not there, else 0. */
  add(number: number): number {
    const { bits } = this;
    const known = bits[number >>> 5] as number;
    bits[number >>> 5] = known | (1 << (number & 31));
    return (~known >>> (number & 31)) & 1;
  }

  /** Notes that a word occurs in the title. */
  addToTitle(number: number): void {
    this.add(this.titleFrom + number);
  }

  /**
   * FAILS, PASSES or UNDECIDED by a filter without a record. No branch depends on the filter: it would be guessed wrong
   * every other time.
   */
  judge(filter: number): number {
    const { bits } = this;
    const kind = filter >>> KIND_SHIFT;
    const from = -((filter >>> TITLE_SHIFT) & 1) & this.titleFrom;
    const first = isSet(bits, from + (filter & (MASKS[2 * kind] as number)));
    const second = isSet(bits, from + ((filter >>> TWO_BITS) & (MASKS[2 * kind + 1] as number)));
    const isAll = (filter >>> IS_ALL_SHIFT) & 1;
    return VERDICTS[(kind << 3) | (isAll << 2) | (second << 1) | first] as number;
  }

  /** The same by a filter with a record, whose words stand in `words` from `at` on. */
  judgeRecord(filter: number, words: Int32Array, at: number): number {
    const { bits } = this;
    const from = -((filter >>> TITLE_SHIFT) & 1) & this.titleFrom;
    const occurring =
      isSet(bits, from + (words[at] as number)) +
      isSet(bits, from + (words[at + 1] as number)) +
      isSet(bits, from + (words[at + 2] as number)) +
      isSet(bits, from + (words[at + 3] as number));
    const isAll = (filter >>> IS_ALL_SHIFT) & 1;
    return RECORD_VERDICTS[((filter >>> KIND_SHIFT) << 4) | (isAll << 3) | occurring] as number;
  }
}

function isSet(bits: Int32Array, place: number): number {
  return ((bits[place >>> 5] as number) >>> (place & 31)) & 1;
}

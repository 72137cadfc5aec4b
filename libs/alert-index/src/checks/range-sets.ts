import { RANGE_FIELDS } from '@gable/domain/criteria';
import type { RareRange } from '../compile/box.js';
import type { Facts } from '../compile/facts.js';
import { CONTENT, Interned, MEMO } from '../storage/interned.js';
import { PASSED, remember, remembered, UNKNOWN } from './memo.js';

/**
 * Words of a content: how many ranges there are, one unused, then per range `fieldWordOf` it, one unused, and its
 * bounds as doubles.
 */
const RANGES_FROM = 2;
const RANGE_WORDS = 6;
const NULL_ALLOWED = 32;
// As in scan.ts: imported constants are slow where every slot uses them.
const [MEMO_AT, CONTENT_AT] = [MEMO, CONTENT] as const;

/** A range's field, and whether a listing that does not state it passes. */
export function fieldWordOf({ field, nullAllowed }: RareRange): number {
  return RANGE_FIELDS.indexOf(field) | (nullAllowed ? NULL_ALLOWED : 0);
}

export function liesBetween(facts: Facts, fieldWord: number, low: number, high: number): boolean {
  const value = facts.number(fieldWord & (NULL_ALLOWED - 1));
  return Number.isNaN(value) ? fieldWord >= NULL_ALLOWED : value >= low && value <= high;
}

/** Ranges of one box as one content, however many they are. */
export class RangeSets {
  readonly interned = new Interned();
  /** Contents tested since the start, memo hits not counted. */
  runs = 0;
  private words = new Int32Array(RANGES_FROM + RANGE_WORDS);
  private doubles = new Float64Array(this.words.buffer);

  /** The reference of these ranges, above 0, held once more. There is at most one per field. */
  intern(ranges: readonly RareRange[]): number {
    const length = RANGES_FROM + RANGE_WORDS * ranges.length;
    if (length > this.words.length) {
      this.words = new Int32Array(length);
      this.doubles = new Float64Array(this.words.buffer);
    }
    const { words, doubles } = this;
    words[0] = ranges.length;
    let at = RANGES_FROM;
    for (const range of inOrder(ranges)) {
      words[at] = fieldWordOf(range);
      doubles[(at >> 1) + 1] = range.low;
      doubles[(at >> 1) + 2] = range.high;
      at += RANGE_WORDS;
    }
    return this.interned.intern(words, length).reference;
  }

  retain(ranges: number): void {
    this.interned.retain(ranges);
  }

  release(ranges: number): void {
    this.interned.release(ranges);
  }

  /** Whether the listing lies in all of them. `stamp` and `side` as for `Atoms.meets`. */
  passes(ranges: number, facts: Facts, stamp: number, side: number): boolean {
    const words = this.interned.arena.words(ranges);
    const at = this.interned.arena.offset(ranges);
    const memo = words[at + MEMO_AT] as number;
    const known = remembered(memo, stamp, side);
    if (known !== UNKNOWN) return known === PASSED;
    this.runs += 1;
    const passed = liesIn(words, this.interned.arena.numbers(ranges), at + CONTENT_AT, facts);
    words[at + MEMO_AT] = remember(memo, stamp, side, passed);
    return passed;
  }
}

function liesIn(words: Int32Array, doubles: Float64Array, start: number, facts: Facts): boolean {
  let at = start + RANGES_FROM;
  for (let left = words[start] as number; left > 0; left -= 1) {
    if (!liesBetween(facts, words[at] as number, doubles[(at >> 1) + 1] as number, doubles[(at >> 1) + 2] as number))
      return false;
    at += RANGE_WORDS;
  }
  return true;
}

function inOrder(ranges: readonly RareRange[]): readonly RareRange[] {
  return [...ranges].sort((a, b) => RANGE_FIELDS.indexOf(a.field) - RANGE_FIELDS.indexOf(b.field));
}

import { RANGE_FIELDS } from '../criteria/criteria.js';
import type { RareRange } from './box.js';
import type { Facts } from './facts.js';
import { CONTENT, Interned, MEMO } from './interned.js';

/** Words of a content: how many ranges there are, one unused, then per range its field with NULL_ALLOWED, one unused, and its bounds as doubles. */
const RANGES_FROM = 2;
const RANGE_WORDS = 6;
const NULL_ALLOWED = 32;
// As in scan.ts: imported constants are slow where every slot uses them.
const [MEMO_AT, CONTENT_AT] = [MEMO, CONTENT] as const;

/** Ranges of one box as one content, however many they are. */
export class RangeSets {
  readonly interned = new Interned();
  /** Contents tested since the start, memo hits not counted. */
  runs = 0;
  private words = new Int32Array(RANGES_FROM + RANGE_WORDS);
  private doubles = new Float64Array(this.words.buffer);

  /** The reference of these ranges, above 0, held once more. There is at most one per field. */
  hold(ranges: readonly RareRange[]): number {
    const length = RANGES_FROM + RANGE_WORDS * ranges.length;
    if (length > this.words.length) {
      this.words = new Int32Array(length);
      this.doubles = new Float64Array(this.words.buffer);
    }
    const { words, doubles } = this;
    words[0] = ranges.length;
    let at = RANGES_FROM;
    for (const { field, low, high, nullAllowed } of inOrder(ranges)) {
      words[at] = RANGE_FIELDS.indexOf(field) | (nullAllowed ? NULL_ALLOWED : 0);
      doubles[(at >> 1) + 1] = low;
      doubles[(at >> 1) + 2] = high;
      at += RANGE_WORDS;
    }
    return this.interned.hold(words, length).reference;
  }

  holdAgain(ranges: number): void {
    this.interned.holdAgain(ranges);
  }

  drop(ranges: number): void {
    this.interned.drop(ranges);
  }

  /** Whether the listing lies in all of them. `stamp` and `side` as for `Atoms.meets`. */
  passes(ranges: number, facts: Facts, stamp: number, side: number): boolean {
    const words = this.interned.arena.words(ranges);
    const at = this.interned.arena.offset(ranges);
    let memo = words[at + MEMO_AT] as number;
    if ((memo & ~15) !== stamp) memo = stamp;
    const bits = (memo >>> (2 * side)) & 3;
    if (bits !== 0) return bits === 3;
    this.runs += 1;
    const passed = liesIn(words, this.interned.arena.numbers(ranges), at + CONTENT_AT, facts);
    words[at + MEMO_AT] = memo | ((passed ? 3 : 1) << (2 * side));
    return passed;
  }
}

function liesIn(words: Int32Array, doubles: Float64Array, start: number, facts: Facts): boolean {
  let at = start + RANGES_FROM;
  for (let left = words[start] as number; left > 0; left -= 1) {
    const field = words[at] as number;
    const value = facts.number(field & (NULL_ALLOWED - 1));
    if (Number.isNaN(value) ? field < NULL_ALLOWED : !(value >= (doubles[(at >> 1) + 1] as number) && value <= (doubles[(at >> 1) + 2] as number))) return false;
    at += RANGE_WORDS;
  }
  return true;
}

function inOrder(ranges: readonly RareRange[]): readonly RareRange[] {
  return [...ranges].sort((a, b) => RANGE_FIELDS.indexOf(a.field) - RANGE_FIELDS.indexOf(b.field));
}

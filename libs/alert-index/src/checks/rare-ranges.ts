import type { RareRange } from '../compile/box.js';
import type { Facts } from '../compile/facts.js';
import { PASSED, remember, remembered, UNKNOWN } from './memo.js';
import { fieldWordOf, liesBetween, RangeSets } from './range-sets.js';
import { enlarged } from '../storage/enlarged.js';

/** Ranges are numbered from 1 to this, so that one word of a slot names two. */
const NUMBER_BITS = 15;
const MAX_NUMBER = (1 << NUMBER_BITS) - 1;
const FIRST_SIZE = 64;
const NONE = 0;
// As in scan.ts: imported constants are slow where every slot uses them. The verdict on the first side of a pass is
// PASSED or FAILED, which differ in one bit.
const [HIGHEST, SECOND_SHIFT, PASSED_BITS, VERDICT] = [MAX_NUMBER, NUMBER_BITS, PASSED, 2] as const;

/**
 * The ranges of a box whose fields have no codes. Alerts share few different ones, so each is stored once, with its
 * verdict for a listing, in small arrays side by side. A *reference* above 0 names one range or two; one below 0
 * names a set of `RangeSets`: three or more ranges, or ranges that came after the numbers were used up.
 */
export class RareRanges {
  readonly sets = new RangeSets();
  /** Ranges tested since the start, remembered verdicts not counted. */
  private runCount = 0;
  private readonly numbers = new Map<string, number>();
  private readonly keys: string[] = [''];
  private readonly free: number[] = [];
  private fields = new Int32Array(FIRST_SIZE);
  private bounds = new Float64Array(2 * FIRST_SIZE);
  private uses = new Int32Array(FIRST_SIZE);
  /** By number; that of NONE is read too. */
  memos = new Int32Array(FIRST_SIZE);

  /** The reference of these ranges, which must all hold, held once more; 0 for none. There is at most one per field. */
  intern(ranges: readonly RareRange[]): number {
    const [first, second] = ranges;
    if (first === undefined) return NONE;
    if (ranges.length > 2 || this.numbers.size > MAX_NUMBER - 2) return -this.sets.intern(ranges);
    const reference = this.numberOf(first) | (second === undefined ? NONE : this.numberOf(second) << NUMBER_BITS);
    this.retain(reference);
    return reference;
  }

  retain(reference: number): void {
    if (reference < 0) this.sets.retain(-reference);
    else this.count(reference, 1);
  }

  release(reference: number): void {
    if (reference < 0) this.sets.release(-reference);
    else this.count(reference, -1);
  }

  /** Whether the listing lies in all of them. `stamp` and `side` as for `Atoms.meets`. */
  passes(reference: number, facts: Facts, stamp: number, side: number): boolean {
    if (reference < 0) return this.sets.passes(-reference, facts, stamp, side);
    if (!this.liesIn(reference & MAX_NUMBER, facts, stamp, side)) return false;
    const other = reference >>> NUMBER_BITS;
    return other === NONE || this.liesIn(other, facts, stamp, side);
  }

  /**
   * The same for a pass over one listing, as 1 or 0 and without a branch on the answer or on how many ranges there
   * are: processors guess both wrong.
   */
  verdict(reference: number, facts: Facts, stamp: number): number {
    if (reference < 0) return this.sets.passes(-reference, facts, stamp, 0) ? 1 : 0;
    const { memos } = this;
    const [number, second] = [reference & HIGHEST, reference >>> SECOND_SHIFT];
    let one = memos[number] as number;
    let other = memos[second] as number;
    if ((one | VERDICT) !== (stamp | PASSED_BITS)) one = this.test(number, one, facts, stamp, 0);
    if ((other | VERDICT) !== (stamp | PASSED_BITS)) other = this.test(second, other, facts, stamp, 0);
    return ((one & other) >>> 1) & 1;
  }

  clearMemos(): void {
    this.memos.fill(0);
    this.sets.interned.clearMemos();
  }

  /** Different ranges, and sets of them that have a reference of their own. */
  get size(): number {
    return this.numbers.size + this.sets.interned.count;
  }

  get runs(): number {
    return this.runCount + this.sets.runs;
  }

  get bytes(): number {
    return (
      this.sets.interned.bytes +
      this.fields.byteLength +
      this.bounds.byteLength +
      this.uses.byteLength +
      this.memos.byteLength
    );
  }

  private liesIn(number: number, facts: Facts, stamp: number, side: number): boolean {
    const memo = this.memos[number] as number;
    let known = remembered(memo, stamp, side);
    if (known === UNKNOWN) known = remembered(this.test(number, memo, facts, stamp, side), stamp, side);
    return known === PASSED;
  }

  /** Remembers whether the listing lies in a range; in NONE every listing does. Returns the memo. */
  private test(number: number, memo: number, facts: Facts, stamp: number, side: number): number {
    let lies = true;
    if (number !== NONE) {
      this.runCount += 1;
      const [low, high] = [this.bounds[2 * number] as number, this.bounds[2 * number + 1] as number];
      lies = liesBetween(facts, this.fields[number] as number, low, high);
    }
    return (this.memos[number] = remember(memo, stamp, side, lies));
  }

  /** The number of a range, made where it has none yet; to be held by whoever asks. */
  private numberOf(range: RareRange): number {
    const { field, low, high, nullAllowed } = range;
    const key = `${field} ${low} ${high} ${nullAllowed}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.free.pop() ?? this.keys.length;
    if (number >= this.fields.length) this.grow();
    this.numbers.set(key, number);
    this.keys[number] = key;
    this.fields[number] = fieldWordOf(range);
    this.bounds[2 * number] = low;
    this.bounds[2 * number + 1] = high;
    this.uses[number] = this.memos[number] = 0;
    return number;
  }

  private count(reference: number, more: 1 | -1): void {
    for (let left = reference; left !== NONE; left >>>= NUMBER_BITS) {
      const number = left & MAX_NUMBER;
      this.uses[number] = (this.uses[number] as number) + more;
      if (this.uses[number] !== 0) continue;
      this.numbers.delete(this.keys[number] as string);
      this.keys[number] = '';
      this.free.push(number);
    }
  }

  private grow(): void {
    this.fields = enlarged(this.fields, 2 * this.fields.length);
    this.bounds = enlarged(this.bounds, 2 * this.bounds.length);
    this.uses = enlarged(this.uses, 2 * this.uses.length);
    this.memos = enlarged(this.memos, 2 * this.memos.length);
  }
}

import type { Answer } from './answer.js';
import { ALWAYS } from '../compile/boundaries.js';
import { GROUP_WORDS, GROUPS_FROM, IDS_FROM, TO_CHECK, TO_RANGES } from '../storage/bit-matrix.js';
import type { Checks } from '../checks/checks.js';
import { mustCheck } from '../compile/fact-codes.js';
import type { Facts } from '../compile/facts.js';
import { ID_MASK, MAY_REPEAT } from '../storage/slot-layout.js';

// As in scan.ts: imported constants are slow where every slot uses them.
const [REPEATS, IDS, ALWAYS_CHECKED] = [MAY_REPEAT, ID_MASK, ALWAYS] as const;
const [IDS_AT, GROUPS_AT, GROUP, CHECK_IN, RANGES_IN] = [
  IDS_FROM,
  GROUPS_FROM,
  GROUP_WORDS,
  TO_CHECK,
  TO_RANGES,
] as const;
const FIRST_SIZE = 256;

/**
 * Slots of a pass over one listing that pass but for their ranges and their check. They are collected first and
 * decided together at the end, in rounds that do not wait for what they read themselves, so that the processor
 * fetches their memory side by side.
 */
export class PendingChecks {
  private words = new Int32Array(FIRST_SIZE);
  private rangesOf = new Int32Array(FIRST_SIZE);
  private checkOf = new Int32Array(FIRST_SIZE);
  /**
   * Whether the check can say no: else none of the slot's rounded bounds lies in a gap that the listing's values lie
   * in, and there is nothing else to it.
   */
  private isOpen = new Int32Array(FIRST_SIZE);
  private prefetched = new Int32Array(FIRST_SIZE);
  private count = 0;

  constructor(
    private readonly checks: Checks,
    private readonly answer: Answer,
  ) {}

  /** Takes a slot by its words ID, RANGES and CHECK; `gaps` is its word SUB, or ALWAYS in a square. */
  take(word: number, ranges: number, check: number, gaps: number, edition: 0 | 1, facts: Facts): void {
    if (this.count === this.words.length) this.grow(this.count + 1);
    const place = this.count++;
    this.words[place] = word;
    this.rangesOf[place] = ranges;
    this.checkOf[place] = check;
    this.isOpen[place] = mustCheck(gaps, facts.codes[edition].gaps);
  }

  /** Takes many slots of the chunk at `base`; `slots` says where in `words` their words ID stand. */
  takeAll(
    slots: Int32Array,
    slotCount: number,
    words: Int32Array,
    base: number,
    isSquare: boolean,
    edition: 0 | 1,
    facts: Facts,
  ): void {
    if (this.count + slotCount > this.words.length) this.grow(this.count + slotCount);
    const { words: taken, rangesOf, checkOf, isOpen } = this;
    const { gaps } = facts.codes[edition];
    const gapsOfAll = isSquare ? ALWAYS_CHECKED : 0;
    const groups = base + GROUPS_AT - GROUP * (base + IDS_AT);
    let count = this.count;
    for (let place = 0; place < slotCount; place += 1) {
      const at = slots[place] as number;
      const group = groups + GROUP * at;
      taken[count] = words[at] as number;
      rangesOf[count] = words[group + RANGES_IN] as number;
      checkOf[count] = words[group + CHECK_IN] as number;
      isOpen[count++] = mustCheck((words[group] as number) | gapsOfAll, gaps);
    }
    this.count = count;
  }

  /** Adds the alerts of the slots that the listing passes to the answer. `stamp` as for `Atoms.meets`. */
  decide(facts: Facts, stamp: number): void {
    const { checks, answer, words, checkOf, prefetched } = this;
    answer.reserve(this.count);
    const count = this.decideRanges(facts, stamp);
    for (let place = 0; place < count; place += 1) prefetched[place] = checks.prefetch(checkOf[place] as number);
    for (let place = 0; place < count; place += 1)
      prefetched[place] = checks.atoms.prefetch(checks.firstAtomOf(checkOf[place] as number));
    for (let place = 0; place < count; place += 1) {
      const word = words[place] as number;
      const id = word & IDS;
      if ((word & REPEATS) === 0) {
        if (checks.passes(checkOf[place] as number, facts, stamp, 0)) answer.found[answer.count++] = id;
      } else if (answer.seen(id) === 0 && checks.passes(checkOf[place] as number, facts, stamp, 0)) answer.addOnce(id);
    }
    this.count = 0;
  }

  /** Adds what its ranges alone decide and keeps what passes them and has an open check; returns how many. */
  private decideRanges(facts: Facts, stamp: number): number {
    const {
      checks: { ranges },
      answer,
      words,
      rangesOf,
      checkOf,
      isOpen,
      count,
    } = this;
    let left = 0;
    for (let place = 0; place < count; place += 1) {
      const asked = rangesOf[place] as number;
      if (asked !== 0 && !ranges.passes(asked, facts, stamp, 0)) continue;
      const word = words[place] as number;
      if (isOpen[place] === 1) {
        words[left] = word;
        checkOf[left++] = checkOf[place] as number;
      } else if ((word & REPEATS) === 0) answer.found[answer.count++] = word & IDS;
      else answer.addOnce(word & IDS);
    }
    return left;
  }

  private grow(least: number): void {
    for (const list of ['words', 'rangesOf', 'checkOf', 'isOpen', 'prefetched'] as const) {
      const larger = new Int32Array(2 * least);
      larger.set(this[list]);
      this[list] = larger;
    }
  }
}

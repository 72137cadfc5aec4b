import type { Answer } from './answer.js';
import { ALWAYS } from './boundaries.js';
import type { Checks } from './checks.js';
import { mustCheck, type FactCodes } from './fact-codes.js';
import type { Facts } from './facts.js';
import { COLUMNS } from './bit-matrix.js';
import { CHECK, ID, ID_MASK, MAY_REPEAT, NEEDS_CHECK, SUB } from './slot-layout.js';

// As in scan.ts: imported constants are slow where every slot uses them.
const [CHECKED, REPEATS, IDS, ALWAYS_CHECKED] = [NEEDS_CHECK, MAY_REPEAT, ID_MASK, ALWAYS] as const;
/** From the word ID of a column of a chunk. */
const [TO_SUB, TO_CHECK] = [(SUB - ID) * COLUMNS, (CHECK - ID) * COLUMNS] as const;
const FIRST_SIZE = 256;

/**
 * Slots of a pass over one listing that pass but for their check. They are checked together at the end: first all checks are looked at, then each is decided, so that
 * the processor fetches their memory side by side.
 */
export class PendingChecks {
  private words = new Int32Array(FIRST_SIZE);
  private checkOf = new Int32Array(FIRST_SIZE);
  private looks = new Int32Array(FIRST_SIZE);
  private count = 0;

  constructor(private readonly checks: Checks, private readonly answer: Answer) {}

  /**
   * Takes a slot that passes, but which has a check or shares its alert with another slot in reach; `word` is its word ID. `gaps` tell when the check can only say yes: none
   * of the slot's rounded bounds lies in a gap that the listing's values lie in.
   */
  consider(word: number, gaps: number, check: number, codes: FactCodes): void {
    const { answer } = this;
    if ((word & CHECKED) !== 0 && mustCheck(gaps, codes.gaps) === 1) {
      if (this.count === this.words.length) this.grow(this.count + 1);
      this.words[this.count] = word;
      this.checkOf[this.count] = check;
      this.count += 1;
    } else if ((word & REPEATS) === 0) answer.found[answer.count++] = word & IDS;
    else answer.addOnce(word & IDS);
  }

  /**
   * Takes many slots of a chunk; `slots` says where in `words` their words ID stand. Without a branch, like `ChunkScanner.addSurvivors`.
   */
  considerAll(slots: Int32Array, slotCount: number, words: Int32Array, isSquare: boolean, codes: FactCodes): void {
    const { answer } = this;
    if (this.count + slotCount >= this.words.length) this.grow(this.count + slotCount + 1);
    answer.reserve(slotCount + 1);
    const { words: pendingWords, checkOf, looks: repeating } = this;
    const { found } = answer;
    const gapsOfAll = isSquare ? ALWAYS_CHECKED : 0;
    let pending = this.count;
    let plain = answer.count;
    let repeats = 0;
    for (let place = 0; place < slotCount; place += 1) {
      const at = slots[place] as number;
      const word = words[at] as number;
      const checked = (word >>> 31) & mustCheck((words[at + TO_SUB] as number) | gapsOfAll, codes.gaps);
      const repeatable = ((word >>> 30) & 1) & ~checked;
      pendingWords[pending] = word;
      checkOf[pending] = words[at + TO_CHECK] as number;
      pending += checked;
      found[plain] = repeating[repeats] = word & IDS;
      repeats += repeatable;
      plain += 1 - checked - repeatable;
    }
    this.count = pending;
    answer.count = plain;
    for (let place = 0; place < repeats; place += 1) answer.addOnce(repeating[place] as number);
  }

  /** Adds the alerts whose check the listing passes to the answer. `stamp` as for `Atoms.meets`. */
  decide(facts: Facts, stamp: number): void {
    const { checks, answer, words, checkOf, looks, count } = this;
    for (let place = 0; place < count; place += 1) looks[place] = checks.look(checkOf[place] as number);
    for (let place = 0; place < count; place += 1) looks[place] = checks.atoms.look(checks.firstAtomOf(checkOf[place] as number));
    answer.reserve(count);
    for (let place = 0; place < count; place += 1) {
      const word = words[place] as number;
      const id = word & IDS;
      if ((word & REPEATS) === 0) {
        if (checks.passes(checkOf[place] as number, facts, stamp, 0)) answer.found[answer.count++] = id;
      } else if (answer.seen(id) === 0 && checks.passes(checkOf[place] as number, facts, stamp, 0)) answer.addOnce(id);
    }
    this.count = 0;
  }

  private grow(least: number): void {
    const [words, checkOf] = [this.words, this.checkOf];
    this.words = new Int32Array(2 * least);
    this.checkOf = new Int32Array(2 * least);
    this.looks = new Int32Array(2 * least);
    this.words.set(words);
    this.checkOf.set(checkOf);
  }
}

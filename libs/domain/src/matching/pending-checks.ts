import { BEFORE, type Answer } from './answer.js';
import type { Checks } from './checks.js';
import type { Facts } from './facts.js';
import { ID_MASK, MAY_REPEAT } from './slot-layout.js';

const [REPEATS, IDS, ONLY_SIDE] = [MAY_REPEAT, ID_MASK, BEFORE] as const;
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

  /** `word`: the slot's word ID. */
  add(word: number, check: number): void {
    if (this.count === this.words.length) this.grow();
    this.words[this.count] = word;
    this.checkOf[this.count] = check;
    this.count += 1;
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
      } else if (answer.seen(id) === 0 && checks.passes(checkOf[place] as number, facts, stamp, 0)) answer.addRepeatable(id, ONLY_SIDE);
    }
    this.count = 0;
  }

  private grow(): void {
    const [words, checkOf] = [this.words, this.checkOf];
    this.words = new Int32Array(2 * words.length);
    this.checkOf = new Int32Array(2 * words.length);
    this.looks = new Int32Array(2 * words.length);
    this.words.set(words);
    this.checkOf.set(checkOf);
  }
}

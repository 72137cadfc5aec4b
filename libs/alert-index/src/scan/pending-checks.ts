import type { Answer } from './answer.js';
import { ALWAYS } from '../compile/boundaries.js';
import { GROUP_WORDS, GROUPS_FROM, IDS_FROM, TO_CHECK, TO_FILTER, TO_RANGES } from '../storage/bit-matrix.js';
import type { Checks } from '../checks/checks.js';
import { mustCheck } from '../compile/fact-codes.js';
import type { Facts } from '../compile/facts.js';
import { ID_MASK } from '../storage/slot-layout.js';
import { NO_FILTER, PASSES } from '../words/filter.js';

// As in scan.ts: imported constants are slow where every slot uses them.
const [IDS, ALWAYS_CHECKED, OF_PASSES] = [ID_MASK, ALWAYS, PASSES] as const;
const [IDS_AT, GROUPS_AT, GROUP, CHECK_IN, RANGES_IN, FILTER_IN] = [
  IDS_FROM,
  GROUPS_FROM,
  GROUP_WORDS,
  TO_CHECK,
  TO_RANGES,
  TO_FILTER,
] as const;
const FIRST_SIZE = 256;

/**
 * Slots of a pass over one listing that pass but for their ranges and their check. Ranges are decided at once, from
 * verdicts that stand side by side. Checks that can still say no are collected and decided together at the end, in
 * rounds that do not wait for what they read themselves, so that the processor fetches their memory side by side.
 * Filters of words come first: most of them decide without the check.
 */
export class PendingChecks {
  /** ID, CHECK and FILTER of the slots whose check is open, and whether it is so whatever the filter says. */
  private words = new Int32Array(FIRST_SIZE);
  private checkOf = new Int32Array(FIRST_SIZE);
  private filterOf = new Int32Array(FIRST_SIZE);
  private mustOf = new Int32Array(FIRST_SIZE);
  private filterCount = 0;
  private prefetched = new Int32Array(FIRST_SIZE);
  private count = 0;
  /** Alerts of slots that need no check any more and may be met twice. */
  private repeating = new Int32Array(FIRST_SIZE);

  constructor(
    private readonly checks: Checks,
    private readonly answer: Answer,
  ) {}

  /** Takes a slot by its words ID, RANGES, CHECK and FILTER; `gaps` is its word SUB, or ALWAYS in a square. */
  take(
    word: number,
    ranges: number,
    check: number,
    filter: number,
    gaps: number,
    facts: Facts,
    edition: 0 | 1,
    stamp: number,
  ): void {
    if (this.checks.ranges.verdict(ranges, facts, stamp) === 0) return;
    const { answer } = this;
    const must = mustCheck(gaps, facts.codes[edition].gaps);
    if (must === 1 || filter !== NO_FILTER) {
      this.reserve(1);
      this.words[this.count] = word;
      this.filterOf[this.count] = filter;
      this.mustOf[this.count] = must;
      this.filterCount += isAsked(filter);
      this.checkOf[this.count++] = check;
    } else if (mayRepeat(word) === 0) answer.found[answer.count++] = word & IDS;
    else answer.addOnce(word & IDS);
  }

  /**
   * Takes many slots of the chunk at `base`; `slots` says where in `words` their words ID stand. No branch depends on
   * what is read of a slot: it is written wherever it could belong and only counted where it does. So no slot waits
   * for the memory of another.
   */
  takeAll(
    slots: Int32Array,
    slotCount: number,
    words: Int32Array,
    base: number,
    isSquare: boolean,
    facts: Facts,
    edition: 0 | 1,
    stamp: number,
  ): void {
    this.reserve(slotCount);
    const { answer, repeating, words: open, checkOf, filterOf, mustOf } = this;
    const { ranges } = this.checks;
    answer.reserve(slotCount);
    const { found } = answer;
    const { gaps } = facts.codes[edition];
    const gapsOfAll = isSquare ? ALWAYS_CHECKED : 0;
    const groups = base + GROUPS_AT - GROUP * (base + IDS_AT);
    let plainCount = answer.count;
    let openCount = this.count;
    let repeats = 0;
    let filters = 0;
    for (let place = 0; place < slotCount; place += 1) {
      const at = slots[place] as number;
      const group = groups + GROUP * at;
      const word = words[at] as number;
      const id = word & IDS;
      const passes = ranges.verdict(words[group + RANGES_IN] as number, facts, stamp);
      const filter = words[group + FILTER_IN] as number;
      const must = mustCheck((words[group] as number) | gapsOfAll, gaps);
      const isOpen = passes & (must | isAsked(filter));
      open[openCount] = word;
      checkOf[openCount] = words[group + CHECK_IN] as number;
      filterOf[openCount] = filter;
      mustOf[openCount] = must;
      filters |= filter;
      openCount += isOpen;
      const isDecided = passes ^ isOpen;
      found[plainCount] = id;
      repeating[repeats] = id;
      repeats += isDecided & mayRepeat(word);
      plainCount += isDecided & ~mayRepeat(word);
    }
    this.count = openCount;
    this.filterCount += isAsked(filters);
    answer.count = plainCount;
    for (let place = 0; place < repeats; place += 1) answer.addOnce(repeating[place] as number);
  }

  /** Adds the alerts of the slots whose open checks the listing passes. `stamp` as for `Atoms.meets`. */
  decide(facts: Facts, stamp: number): void {
    const { checks, answer, words, checkOf, prefetched } = this;
    answer.reserve(this.count);
    if (this.filterCount > 0) this.askForWords(facts);
    const { count } = this;
    for (let place = 0; place < count; place += 1) prefetched[place] = checks.prefetch(checkOf[place] as number);
    for (let place = 0; place < count; place += 1)
      prefetched[place] = checks.atoms.prefetch(checks.firstAtomOf(checkOf[place] as number));
    for (let place = 0; place < count; place += 1) {
      const word = words[place] as number;
      const id = word & IDS;
      if (mayRepeat(word) === 0) {
        if (checks.passes(checkOf[place] as number, facts, stamp, 0)) answer.found[answer.count++] = id;
      } else if (answer.seen(id) === 0 && checks.passes(checkOf[place] as number, facts, stamp, 0)) answer.addOnce(id);
    }
    this.count = 0;
  }

  /** Drops the slots whose words the listing lacks; those that ask for nothing else are answers. */
  private askForWords(facts: Facts): void {
    const { answer, words, checkOf, filterOf, mustOf, repeating, count } = this;
    const { found } = answer;
    const set = facts.texts.words;
    let plainCount = answer.count;
    let left = 0;
    let repeats = 0;
    for (let place = 0; place < count; place += 1) {
      const said = set.judge(filterOf[place] as number);
      const word = words[place] as number;
      const must = mustOf[place] as number;
      const isMet = said & OF_PASSES & ~must;
      words[left] = word;
      checkOf[left] = checkOf[place] as number;
      left += (said >>> 1) | (said & must);
      found[plainCount] = repeating[repeats] = word & IDS;
      repeats += isMet & mayRepeat(word);
      plainCount += isMet & ~mayRepeat(word);
    }
    answer.count = plainCount;
    for (let place = 0; place < repeats; place += 1) answer.addOnce(repeating[place] as number);
    this.count = left;
    this.filterCount = 0;
  }

  /** Makes room for as many open checks more, and for one that is written without being counted. */
  private reserve(more: number): void {
    const least = this.count + more + 1;
    if (least <= this.words.length) return;
    for (const list of ['words', 'checkOf', 'filterOf', 'mustOf', 'prefetched', 'repeating'] as const) {
      const larger = new Int32Array(2 * least);
      larger.set(this[list]);
      this[list] = larger;
    }
  }
}

/** 1 where a slot's word FILTER asks for something, else 0. */
function isAsked(filter: number): number {
  return (filter | -filter) >>> 31;
}

/** 1 where one listing can meet the alert of a slot twice, else 0. */
function mayRepeat(word: number): number {
  return (word >>> 30) & 1;
}

import type { Answer } from './answer.js';
import { ALWAYS } from '../compile/boundaries.js';
import { GROUP_WORDS, GROUPS_FROM, IDS_FROM, TO_CHECK, TO_FILTER, TO_RANGES } from '../storage/bit-matrix.js';
import type { Checks } from '../checks/checks.js';
import { mustCheck } from '../compile/fact-codes.js';
import type { Facts } from '../compile/facts.js';
import { ID_MASK } from '../storage/slot-layout.js';
import { FAILS, NO_FILTER, PASSES, UNDECIDED, type WordSet } from '../words/filter.js';

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
 * Slots of a pass over one listing that pass but for their words, their ranges and their check. Filters of words come
 * first: most of those that ask for words fail by it. Ranges are decided at once, from verdicts that stand side by
 * side. Checks that can still say no are collected and decided together at the end, in rounds that do not wait for what
 * they read themselves, so that the processor fetches their memory side by side.
 */
export class PendingChecks {
  /**
   * ID and CHECK of the slots whose check is open, whether it is so whatever the filter says, and what that says; or
   * the filter itself where its words stand in a record.
   */
  private words = new Int32Array(FIRST_SIZE);
  private checkOf = new Int32Array(FIRST_SIZE);
  private mustOf = new Int32Array(FIRST_SIZE);
  private saidOf = new Int32Array(FIRST_SIZE);
  /** How many of them have a record. */
  private recordCount = 0;
  private prefetched = new Int32Array(FIRST_SIZE);
  private count = 0;
  /** Alerts of slots that need no check any more and may be met twice. */
  private repeating = new Int32Array(FIRST_SIZE);
  /** Of the slots of a chunk that do not fail by their filters: what these say, or a filter that has a record. */
  private said = new Int32Array(FIRST_SIZE);
  /** The same where no alert asks for words. */
  private allPass = new Int32Array(FIRST_SIZE).fill(PASSES);

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
    const { answer, checks } = this;
    const said = filter === NO_FILTER ? PASSES : checks.filters.judge(filter, facts.texts.words);
    if (said === FAILS) return;
    if (said === UNDECIDED || mustCheck(gaps, facts.codes[edition].gaps) === 1) {
      this.reserve(1);
      this.words[this.count] = word;
      this.saidOf[this.count] = UNDECIDED;
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
    const { answer, repeating, words: open, checkOf, mustOf, saidOf, checks } = this;
    const { ranges } = checks;
    answer.reserve(slotCount);
    const { found } = answer;
    const { gaps } = facts.codes[edition];
    const gapsOfAll = isSquare ? ALWAYS_CHECKED : 0;
    const groups = base + GROUPS_AT - GROUP * (base + IDS_AT);
    const asksForWords = checks.lexicon.count > 0;
    const said = asksForWords ? this.said : this.allPass;
    const left = asksForWords ? this.dropByWords(slots, slotCount, words, groups + FILTER_IN, facts) : slotCount;
    let plainCount = answer.count;
    let openCount = this.count;
    let repeats = 0;
    let records = 0;
    for (let place = 0; place < left; place += 1) {
      const at = slots[place] as number;
      const group = groups + GROUP * at;
      const word = words[at] as number;
      const id = word & IDS;
      const passes = ranges.verdict(words[group + RANGES_IN] as number, facts, stamp);
      const must = mustCheck((words[group] as number) | gapsOfAll, gaps);
      const says = said[place] as number;
      const hasRecord = says >>> 31;
      const isOpen = passes & (must | hasRecord | (says >>> 1));
      open[openCount] = word;
      mustOf[openCount] = must;
      saidOf[openCount] = says;
      records += isOpen & hasRecord;
      checkOf[openCount] = words[group + CHECK_IN] as number;
      openCount += isOpen;
      const isDecided = passes ^ isOpen;
      found[plainCount] = id;
      repeating[repeats] = id;
      repeats += isDecided & mayRepeat(word);
      plainCount += isDecided & ~mayRepeat(word);
    }
    this.count = openCount;
    this.recordCount += records;
    answer.count = plainCount;
    for (let place = 0; place < repeats; place += 1) answer.addOnce(repeating[place] as number);
  }

  /** Adds the alerts of the slots whose open checks the listing passes. `stamp` as for `Atoms.meets`. */
  decide(facts: Facts, stamp: number): void {
    const { checks, answer, words, checkOf, prefetched } = this;
    answer.reserve(this.count);
    if (this.recordCount > 0) this.judgeRecords(facts);
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

  /**
   * Drops the slots whose filters say that the listing lacks their words; writes what those of the others say. Only
   * branches that a sorted chunk makes easy to guess depend on a filter. The filter of a slot stands at `filters`
   * behind its place, times as many words as a group has.
   */
  private dropByWords(slots: Int32Array, slotCount: number, words: Int32Array, filters: number, facts: Facts): number {
    const { said } = this;
    let set: WordSet | null = null;
    let left = 0;
    for (let place = 0; place < slotCount; place += 1) {
      const at = slots[place] as number;
      const filter = words[filters + GROUP * at] as number;
      slots[left] = at;
      if (filter === NO_FILTER) said[left++] = OF_PASSES;
      else {
        const hasRecord = filter >> 31;
        const says = ((set ??= facts.texts.words).judge(filter) & ~hasRecord) | (filter & hasRecord);
        said[left] = says;
        left += ((says | (says >>> 1)) & 1) | (says >>> 31);
      }
    }
    return left;
  }

  /** Judges the slots whose filters have records, all together; drops those that fail. */
  private judgeRecords(facts: Facts): void {
    const { answer, words, checkOf, mustOf, saidOf, repeating, count } = this;
    this.checks.filters.judgeRecords(saidOf, count, facts.texts.words);
    const { found } = answer;
    let plainCount = answer.count;
    let left = 0;
    let repeats = 0;
    for (let place = 0; place < count; place += 1) {
      const says = saidOf[place] as number;
      const word = words[place] as number;
      const must = mustOf[place] as number;
      const isMet = says & OF_PASSES & ~must;
      words[left] = word;
      checkOf[left] = checkOf[place] as number;
      left += (says >>> 1) | (says & must);
      found[plainCount] = repeating[repeats] = word & IDS;
      repeats += isMet & mayRepeat(word);
      plainCount += isMet & ~mayRepeat(word);
    }
    answer.count = plainCount;
    for (let place = 0; place < repeats; place += 1) answer.addOnce(repeating[place] as number);
    this.count = left;
    this.recordCount = 0;
  }

  /** Makes room for as many open checks more, and for one that is written without being counted. */
  private reserve(more: number): void {
    const least = this.count + more + 1;
    if (least <= this.words.length) return;
    for (const list of ['words', 'checkOf', 'mustOf', 'saidOf', 'prefetched', 'repeating', 'said'] as const) {
      const larger = new Int32Array(2 * least);
      larger.set(this[list]);
      this[list] = larger;
    }
    this.allPass = new Int32Array(2 * least).fill(PASSES);
  }
}

/** 1 where one listing can meet the alert of a slot twice, else 0. */
function mayRepeat(word: number): number {
  return (word >>> 30) & 1;
}

import { AFTER, BEFORE, type Answer } from './answer.js';
import { ALWAYS } from '../compile/boundaries.js';
import {
  COLUMNS,
  GROUP_WORDS,
  GROUPS_FROM,
  IDS_FROM,
  ROW_WORDS,
  TO_CHECK,
  TO_FILTER,
  TO_RANGES,
} from '../storage/bit-matrix.js';
import { CHUNK_COUNT, DIRECTORY, TAIL, TAIL_COUNT, TAIL_EDITION } from '../storage/cells.js';
import type { Checks } from '../checks/checks.js';
import { ChunkRows, mayHold } from './chunk-rows.js';
import { editionOf, ENTRY_CHUNK, ENTRY_STATE, ENTRY_WORDS } from '../storage/directory.js';
import { mustCheck, type FactCodes } from '../compile/fact-codes.js';
import type { Probe } from './probe.js';
import type { Facts } from '../compile/facts.js';
import {
  CHECK,
  FILTER,
  FORBID_C,
  FORBID_D,
  GUARDS,
  HIGH,
  ID,
  ID_MASK,
  LOW,
  MAY_REPEAT,
  NEEDS_CHECK,
  RANGES,
  SLOT_WORDS,
  SUB,
} from '../storage/slot-layout.js';
import type { SlotStore } from '../storage/slot-store.js';
import { FAILS, NO_FILTER, UNDECIDED } from '../words/filter.js';

// As in scan.ts: imported constants are slow where loops use them.
const [LOW_AT, HIGH_AT, FORBID_C_AT, FORBID_D_AT, SUB_AT, STEP, GUARD_BITS] = [
  LOW,
  HIGH,
  FORBID_C,
  FORBID_D,
  SUB,
  SLOT_WORDS,
  GUARDS,
] as const;
const [WIDTH, ENTRY_STEP, IDS_AT, GROUPS_AT, GROUP, CHECK_IN, RANGES_IN, FILTER_IN] = [
  ROW_WORDS,
  ENTRY_WORDS,
  IDS_FROM,
  GROUPS_FROM,
  GROUP_WORDS,
  TO_CHECK,
  TO_RANGES,
  TO_FILTER,
] as const;
const [WAS, IS] = [BEFORE, AFTER] as const;

/** One state of the listing of a change, as a cell is tested with it. */
interface Side {
  readonly facts: Facts;
  /** Which part of the square its point lies in. */
  part: number;
  /** Whether it probes the cell in hand at all. */
  probes: boolean;
}

/** Tests the slots of cells against both states of a changed listing at once. */
export class ChangeScanner {
  private stamp = 0;
  private readonly rows = [new ChunkRows(), new ChunkRows()] as const;
  /** The columns of one chunk that pass for each state, a bit each. */
  private readonly passing = [new Int32Array(ROW_WORDS), new Int32Array(ROW_WORDS)] as const;
  private readonly before: Side;
  private readonly after: Side;

  constructor(
    private readonly store: SlotStore,
    private readonly checks: Checks,
    private readonly answer: Answer,
    before: Facts,
    after: Facts,
  ) {
    this.before = { facts: before, part: 0, probes: false };
    this.after = { facts: after, part: 0, probes: false };
  }

  /**
   * Adds the alerts that a state of the listing meets in the cells that it probes. `stamp`: the epoch of the pass
   * times 16, which memos carry beside their verdicts. Takes the cells of both out of `probeAfter`.
   */
  scan(probeBefore: Probe, probeAfter: Probe, stamp: number): void {
    this.stamp = stamp;
    for (let place = 0; place < probeBefore.count; place += 1) {
      const cell = probeBefore.cells[place] as number;
      const other = probeAfter.placeOf(cell);
      this.scanCell(cell, probeBefore.parts[place] as number, other < 0 ? 0 : (probeAfter.parts[other] as number));
      if (other >= 0) probeAfter.cells[other] = -1;
    }
    for (let place = 0; place < probeAfter.count; place += 1) {
      const cell = probeAfter.cells[place] as number;
      if (cell >= 0) this.scanCell(cell, 0, probeAfter.parts[place] as number);
    }
  }

  /** Adds the alerts of one cell. The parts are those of `Probe`, 0 for a state that does not probe the cell. */
  private scanCell(cell: number, partBefore: number, partAfter: number): void {
    const { before, after } = this;
    [before.part, before.probes] = [partBefore, partBefore !== 0];
    [after.part, after.probes] = [partAfter, partAfter !== 0];
    const { cells } = this.store;
    const words = cells.words(cell);
    const at = cells.offset(cell);
    const isSquare = cells.isSquare(cell);
    const tailCount = words[at + TAIL_COUNT] as number;
    if (tailCount > 0)
      this.scanTail(words[at + TAIL] as number, tailCount, isSquare, words[at + TAIL_EDITION] as 0 | 1);
    const chunkCount = words[at + CHUNK_COUNT] as number;
    if (chunkCount > 0) this.scanChunks(words[at + DIRECTORY] as number, chunkCount, isSquare);
  }

  private scanTail(tail: number, count: number, isSquare: boolean, edition: 0 | 1): void {
    const { before, after } = this;
    this.answer.reserve(count);
    const words = this.store.arena.words(tail);
    let at = this.store.arena.offset(tail);
    const codes0 = before.facts.codes[edition];
    const codes1 = after.facts.codes[edition];
    for (const end = at + count * STEP; at < end; at += STEP) {
      const sides =
        (before.probes && passesSlot(words, at, before, codes0) ? WAS : 0) |
        (after.probes && passesSlot(words, at, after, codes1) ? IS : 0);
      if (sides !== 0)
        this.consider(words, at + ID, at + SUB, at + CHECK, at + RANGES, at + FILTER, isSquare, sides, codes0, codes1);
    }
  }

  private scanChunks(directory: number, count: number, isSquare: boolean): void {
    const { before, after } = this;
    const { chunks } = this.store;
    const [rows0, rows1] = this.rows;
    const entries = this.store.arena.words(directory);
    let entry = this.store.arena.offset(directory);
    for (const end = entry + count * ENTRY_STEP; entry < end; entry += ENTRY_STEP) {
      const edition = editionOf(entries[entry + ENTRY_STATE] as number);
      const codes0 = before.facts.codes[edition];
      const codes1 = after.facts.codes[edition];
      const has0 = before.probes && mayHold(entries, entry, before.facts, codes0);
      const has1 = after.probes && mayHold(entries, entry, after.facts, codes1);
      if (!has0 && !has1) continue;
      const chunk = entries[entry + ENTRY_CHUNK] as number;
      const base = chunks.base(chunk);
      const words = chunks.words(chunk);
      if (has0) rows0.choose(base, entries, entry, before.facts, codes0, before.part);
      if (has1) rows1.choose(base, entries, entry, after.facts, codes1, after.part);
      this.answer.reserve(COLUMNS);
      const [passing0, passing1] = this.passing;
      if (has0) rows0.sift(words, isSquare, passing0);
      if (has1) rows1.sift(words, isSquare, passing1);
      for (let word = 0; word < WIDTH; word += 1) {
        const left0 = has0 ? (passing0[word] as number) : 0;
        const left1 = has1 ? (passing1[word] as number) : 0;
        for (let left = left0 | left1; left !== 0; left &= left - 1) {
          const place = 31 - Math.clz32(left & -left);
          const sides = (((left0 >>> place) & 1) * WAS) | (((left1 >>> place) & 1) * IS);
          const column = 32 * word + place;
          const group = base + GROUPS_AT + GROUP * column;
          this.consider(
            words,
            base + IDS_AT + column,
            group,
            group + CHECK_IN,
            group + RANGES_IN,
            group + FILTER_IN,
            isSquare,
            sides,
            codes0,
            codes1,
          );
        }
      }
    }
  }

  /**
   * A slot that passes for these sides, and where in `words` its own words stand. An alert in a cell that one state
   * alone probes may stand in another that the other probes.
   */
  private consider(
    words: Int32Array,
    idAt: number,
    subAt: number,
    checkAt: number,
    rangesAt: number,
    filterAt: number,
    isSquare: boolean,
    passing: number,
    codes0: FactCodes,
    codes1: FactCodes,
  ): void {
    const { answer, before, after } = this;
    const word = words[idAt] as number;
    const id = word & ID_MASK;
    const repeats = (word & MAY_REPEAT) !== 0 || !before.probes || !after.probes;
    let sides = repeats ? passing & ~answer.seen(id) : passing;
    if ((word & NEEDS_CHECK) !== 0) {
      const ranges = words[rangesAt] as number;
      if (ranges !== 0) {
        if ((sides & WAS) !== 0 && !this.checks.ranges.passes(ranges, before.facts, this.stamp, 0)) sides &= ~WAS;
        if ((sides & IS) !== 0 && !this.checks.ranges.passes(ranges, after.facts, this.stamp, 1)) sides &= ~IS;
      }
      const gaps = isSquare ? ALWAYS : (words[subAt] as number);
      const check = words[checkAt] as number;
      const filter = words[filterAt] as number;
      if ((sides & WAS) !== 0 && !this.passes(check, filter, mustCheck(gaps, codes0.gaps), before.facts, 0))
        sides &= ~WAS;
      if ((sides & IS) !== 0 && !this.passes(check, filter, mustCheck(gaps, codes1.gaps), after.facts, 1)) sides &= ~IS;
    }
    if (sides === 0) return;
    if (repeats) answer.addRepeatable(id, sides);
    else answer.found[answer.count++] = id | sides;
  }

  /** Whether a state passes a slot's filter of words and, where that or `must` leaves it open, its check. */
  private passes(check: number, filter: number, must: number, facts: Facts, side: number): boolean {
    if (filter !== NO_FILTER) {
      const said = this.checks.filters.judge(filter, facts.texts.words);
      if (said === FAILS) return false;
      if (said === UNDECIDED) return this.checks.passes(check, facts, this.stamp, side);
    }
    return must === 0 || this.checks.passes(check, facts, this.stamp, side);
  }
}

function passesSlot(words: Int32Array, at: number, { facts, part }: Side, codes: FactCodes): boolean {
  const low = (codes.highest | GUARD_BITS) - (words[at + LOW_AT] as number);
  const codesFail = (low & (((words[at + HIGH_AT] as number) | GUARD_BITS) - codes.lowest) & GUARD_BITS) ^ GUARD_BITS;
  return codesFail === 0 && allows(words, at, facts) && ((words[at + SUB_AT] as number) & part) !== 0;
}

function allows(words: Int32Array, at: number, { statesC, statesD }: Facts): boolean {
  return (((words[at + FORBID_C_AT] as number) & statesC) | ((words[at + FORBID_D_AT] as number) & statesD)) === 0;
}

import { BEFORE, type Answer } from './answer.js';
import { ALWAYS } from './boundaries.js';
import { COLUMNS, KEPT, ROW_WORDS } from './bit-matrix.js';
import { CHUNK_COUNT, DIRECTORY, TAIL, TAIL_COUNT, TAIL_EDITION } from './cells.js';
import { ChunkRows } from './chunk-rows.js';
import { EDITION_SHIFT, ENTRY_CHUNK, ENTRY_STATE, ENTRY_WORDS } from './directory.js';
import type { FactCodes, Facts } from './facts.js';
import type { PendingChecks } from './pending-checks.js';
import { CHECK, FORBID_C, FORBID_D, GUARDS, HIGH, ID, ID_MASK, KEPT_WORDS, LOW, MAY_REPEAT, NEEDS_CHECK, SLOT_WORDS, SUB } from './slot-layout.js';
import type { SlotStore } from './slot-store.js';

// Constants of this file are folded into machine code; an imported one is a cell that is read and checked at every use (a seventh of a pass).
const [LOW_AT, HIGH_AT, FORBID_C_AT, FORBID_D_AT, SUB_AT, ID_AT, CHECK_AT, STEP] = [LOW, HIGH, FORBID_C, FORBID_D, SUB, ID, CHECK, SLOT_WORDS] as const;
const [ID_IN_KEPT, CHECK_IN_KEPT, KEPT_STEP, KEPT_AT, WIDTH] = [ID - SUB, CHECK - SUB, KEPT_WORDS, KEPT, ROW_WORDS] as const;
const [CHUNK_AT, STATE_AT, ENTRY_STEP, EDITION_BIT] = [ENTRY_CHUNK, ENTRY_STATE, ENTRY_WORDS, EDITION_SHIFT] as const;
const [CHECKED, REPEATS, IDS, GUARD_BITS, ALWAYS_CHECKED, ONLY_SIDE] = [NEEDS_CHECK, MAY_REPEAT, ID_MASK, GUARDS, ALWAYS, BEFORE] as const;
const IS_SPECIAL = NEEDS_CHECK | MAY_REPEAT;

/**
 * Tests the slots of cells against one listing. Loops here run millions of times per second: they read words straight from typed arrays and call nothing for a slot that
 * fails. What passes is read in rounds without a branch (`survivors`), so that the processor waits for many lines of memory at once and not for each in turn.
 */
export class Scanner {
  private readonly rows = new ChunkRows();
  /** Of the chunk in hand: where the kept words of each slot that passes stand, and its word ID. */
  private readonly survivors = new Int32Array(COLUMNS);
  private readonly survivorIds = new Int32Array(COLUMNS);

  constructor(private readonly store: SlotStore, private readonly pending: PendingChecks, private readonly answer: Answer) {}

  /** Adds the alerts of a cell that the listing meets; those that still need a check are left pending. */
  scan(cell: number, part: number, facts: Facts): void {
    const { cells } = this.store;
    const words = cells.words(cell);
    const at = cells.offset(cell);
    const isSquare = cells.isSquare(cell);
    const tailCount = words[at + TAIL_COUNT] as number;
    if (tailCount > 0) this.scanTail(words[at + TAIL] as number, tailCount, isSquare, part, facts, facts.codes[words[at + TAIL_EDITION] as 0 | 1]);
    const chunkCount = words[at + CHUNK_COUNT] as number;
    if (chunkCount > 0) this.scanChunks(words[at + DIRECTORY] as number, chunkCount, isSquare, part, facts);
  }

  private scanTail(tail: number, count: number, isSquare: boolean, part: number, facts: Facts, codes: FactCodes): void {
    const { answer } = this;
    answer.reserve(count);
    const words = this.store.arena.words(tail);
    let at = this.store.arena.offset(tail);
    const { statesC, statesD } = facts;
    const highest = codes.highest | GUARD_BITS;
    const { lowest } = codes;
    for (const end = at + count * STEP; at < end; at += STEP) {
      // One branch for all tests: a slot fails about any of them, and a wrong guess of the processor costs more than reading the rest of the line.
      const codesFail = ((highest - (words[at + LOW_AT] as number)) & (((words[at + HIGH_AT] as number) | GUARD_BITS) - lowest) & GUARD_BITS) ^ GUARD_BITS;
      if ((codesFail | ((words[at + FORBID_C_AT] as number) & statesC) | ((words[at + FORBID_D_AT] as number) & statesD)) !== 0) continue;
      const sub = words[at + SUB_AT] as number;
      if ((sub & part) === 0) continue;
      const word = words[at + ID_AT] as number;
      if ((word & IS_SPECIAL) === 0) answer.found[answer.count++] = word;
      else this.consider(word, isSquare ? ALWAYS_CHECKED : sub, words[at + CHECK_AT] as number, codes);
    }
  }

  private scanChunks(directory: number, count: number, isSquare: boolean, part: number, facts: Facts): void {
    const { answer, rows, survivors, survivorIds } = this;
    const { chunks } = this.store;
    const entries = this.store.arena.words(directory);
    let entry = this.store.arena.offset(directory);
    for (const end = entry + count * ENTRY_STEP; entry < end; entry += ENTRY_STEP) {
      const codes = facts.codes[((entries[entry + STATE_AT] as number) >>> EDITION_BIT) as 0 | 1];
      if (!ChunkRows.mayHold(entries, entry, facts, codes)) continue;
      const chunk = entries[entry + CHUNK_AT] as number;
      const base = chunks.base(chunk);
      const words = chunks.words(chunk);
      rows.choose(entries, entry, base, facts, codes, part);
      const { price, area, rooms, bedrooms, types, part: parts, flagCount, flags } = rows;
      let left = 0;
      let surviving = 0;
      for (let word = 0; word < WIDTH; word += 1) {
        left = (words[price + word] as number) & (words[types + word] as number) & (words[area + word] as number) & (words[rooms + word] as number) & (words[bedrooms + word] as number);
        if (left === 0) continue;
        if (isSquare) left &= words[parts + word] as number;
        for (let row = 0; row < flagCount; row += 1) left &= ~(words[(flags[row] as number) + word] as number);
        const kept = base + KEPT_AT + (32 * word + 31) * KEPT_STEP;
        for (; left !== 0; left &= left - 1) survivors[surviving++] = kept - Math.clz32(left & -left) * KEPT_STEP;
      }
      for (let place = 0; place < surviving; place += 1) survivorIds[place] = words[(survivors[place] as number) + ID_IN_KEPT] as number;
      answer.reserve(surviving);
      for (let place = 0; place < surviving; place += 1) {
        const word = survivorIds[place] as number;
        if ((word & IS_SPECIAL) === 0) answer.found[answer.count++] = word;
        else {
          const kept = survivors[place] as number;
          this.consider(word, isSquare ? ALWAYS_CHECKED : (words[kept] as number), words[kept + CHECK_IN_KEPT] as number, codes);
        }
      }
    }
  }

  /**
   * A slot whose words pass, but which has a check or shares its alert with another slot in reach. `gaps` tell when the check can only say yes: none of the slot's rounded
   * bounds lies in a gap that the listing's values lie in.
   */
  private consider(word: number, gaps: number, check: number, codes: FactCodes): void {
    const { answer } = this;
    if ((word & CHECKED) !== 0 && (gaps >= ALWAYS_CHECKED || codes.shareAGap(gaps))) this.pending.add(word, check);
    else if ((word & REPEATS) === 0) answer.found[answer.count++] = word & IDS;
    else answer.addRepeatable(word & IDS, ONLY_SIDE);
  }
}

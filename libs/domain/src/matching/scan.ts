import { AFTER, BEFORE, type Answer } from './answer.js';
import { ALWAYS } from './boundaries.js';
import { CODE_ROWS, COLUMNS, FLAG_ROWS, KEPT, PART_ROWS, ROW_WORDS, TYPE_ROWS } from './bit-matrix.js';
import { CHUNK_COUNT, DIRECTORY, TAIL, TAIL_COUNT, TAIL_EDITION } from './cells.js';
import type { Checks } from './checks.js';
import {
  EDITION_SHIFT, ENTRY_CHUNK, ENTRY_FORBID_C, ENTRY_FORBID_D, ENTRY_HIGH, ENTRY_LOW, ENTRY_REFUSED_C, ENTRY_REFUSED_D, ENTRY_STATE, ENTRY_WORDS,
} from './directory.js';
import type { FactCodes, Facts } from './facts.js';
import { CHECK, FLAG_SHIFT, FLAGS_IN_C, FORBID_C, FORBID_D, GUARDS, HIGH, ID, ID_MASK, KEPT_WORDS, LOW, MAY_REPEAT, NEEDS_CHECK, SLOT_WORDS, SUB } from './slot-layout.js';
import type { SlotStore } from './slot-store.js';

const FLAG_MASK_C = -1 << FLAG_SHIFT;
const FLAG_BITS_IN_C = 3 * FLAGS_IN_C;
const IS_SPECIAL = NEEDS_CHECK | MAY_REPEAT;

/** The rows of a chunk that one listing looks at, as places in the chunk's page. */
class ChunkRows {
  price = 0;
  area = 0;
  rooms = 0;
  bedrooms = 0;
  types = 0;
  part = 0;
  flagCount = 0;
  readonly flags = new Int32Array(15);

  /** False when the summary says that no slot of the chunk can pass. */
  choose(entries: Int32Array, entry: number, base: number, facts: Facts, codes: FactCodes, part: number): boolean {
    const { statesC, statesD } = facts;
    if ((((entries[entry + ENTRY_FORBID_C] as number) & statesC) | ((entries[entry + ENTRY_FORBID_D] as number) & statesD)) !== 0) return false;
    const low = (codes.highest | GUARDS) - (entries[entry + ENTRY_LOW] as number);
    if ((low & (((entries[entry + ENTRY_HIGH] as number) | GUARDS) - codes.lowest) & GUARDS) !== GUARDS) return false;
    this.price = base + (CODE_ROWS[0] + (codes.codes[0] as number)) * ROW_WORDS;
    this.area = base + (CODE_ROWS[1] + (codes.codes[1] as number)) * ROW_WORDS;
    this.rooms = base + (CODE_ROWS[2] + (codes.codes[2] as number)) * ROW_WORDS;
    this.bedrooms = base + (CODE_ROWS[3] + (codes.codes[3] as number)) * ROW_WORDS;
    this.types = base + (TYPE_ROWS + facts.type) * ROW_WORDS;
    this.part = base + (PART_ROWS + 31 - Math.clz32(part)) * ROW_WORDS;
    let count = 0;
    for (let set = (entries[entry + ENTRY_REFUSED_C] as number) & statesC & FLAG_MASK_C; set !== 0; set &= set - 1) {
      this.flags[count++] = base + (FLAG_ROWS + 31 - Math.clz32(set & -set) - FLAG_SHIFT) * ROW_WORDS;
    }
    for (let set = (entries[entry + ENTRY_REFUSED_D] as number) & statesD; set !== 0; set &= set - 1) {
      this.flags[count++] = base + (FLAG_ROWS + FLAG_BITS_IN_C + 31 - Math.clz32(set & -set)) * ROW_WORDS;
    }
    this.flagCount = count;
    return true;
  }

  /** The columns of one word of the rows that pass. */
  left(words: Int32Array, word: number, isSquare: boolean): number {
    let left = (words[this.price + word] as number) & (words[this.types + word] as number) & (words[this.area + word] as number)
      & (words[this.rooms + word] as number) & (words[this.bedrooms + word] as number);
    if (left === 0) return 0;
    if (isSquare) left &= words[this.part + word] as number;
    for (let row = 0; row < this.flagCount; row += 1) left &= ~(words[(this.flags[row] as number) + word] as number);
    return left;
  }
}

/**
 * Tests the slots of cells against a listing, or against the two of a change at once. Loops here run millions of times per second: they read words straight from typed
 * arrays and call nothing for a slot that fails.
 */
export class Scanner {
  /** Epoch of the pass times 16: what memos carry beside their verdicts. */
  stamp = 0;
  private readonly rows = [new ChunkRows(), new ChunkRows()] as const;

  constructor(private readonly store: SlotStore, private readonly checks: Checks, private readonly answer: Answer) {}

  /**
   * Adds the alerts of a cell that the listing meets. `side`: 0 for the only listing of a pass, or the earlier of a change, 1 for the later. In a change the cell is one
   * that only this listing probes, so any of its alerts may stand in another cell that the other listing probes.
   */
  scanOne(cell: number, part: number, facts: Facts, side: 0 | 1, isChange: boolean): void {
    const { cells } = this.store;
    const words = cells.words(cell);
    const at = cells.offset(cell);
    const isSquare = cells.isSquare(cell);
    const tailCount = words[at + TAIL_COUNT] as number;
    if (tailCount > 0) this.scanTail(words[at + TAIL] as number, tailCount, isSquare, part, facts, facts.codes[words[at + TAIL_EDITION] as 0 | 1], side, isChange);
    const chunkCount = words[at + CHUNK_COUNT] as number;
    if (chunkCount > 0) this.scanChunks(words[at + DIRECTORY] as number, chunkCount, isSquare, part, facts, side, isChange);
  }

  /** Adds the alerts of a cell that both listings of a change probe. */
  scanBoth(cell: number, parts: readonly [number, number], before: Facts, after: Facts): void {
    const { cells } = this.store;
    const words = cells.words(cell);
    const at = cells.offset(cell);
    const isSquare = cells.isSquare(cell);
    const tailCount = words[at + TAIL_COUNT] as number;
    if (tailCount > 0) this.scanTailBoth(words[at + TAIL] as number, tailCount, isSquare, parts, before, after, words[at + TAIL_EDITION] as 0 | 1);
    const chunkCount = words[at + CHUNK_COUNT] as number;
    if (chunkCount > 0) this.scanChunksBoth(words[at + DIRECTORY] as number, chunkCount, isSquare, parts, before, after);
  }

  private scanTail(tail: number, count: number, isSquare: boolean, part: number, facts: Facts, codes: FactCodes, side: 0 | 1, isChange: boolean): void {
    const { answer } = this;
    answer.reserve(count);
    const words = this.store.arena.words(tail);
    let at = this.store.arena.offset(tail);
    const { statesC, statesD } = facts;
    const highest = codes.highest | GUARDS;
    const { lowest } = codes;
    for (const end = at + count * SLOT_WORDS; at < end; at += SLOT_WORDS) {
      // One branch for all tests: a slot fails about any of them, and a wrong guess of the processor costs more than reading the rest of the line.
      const codesFail = ((highest - (words[at + LOW] as number)) & (((words[at + HIGH] as number) | GUARDS) - lowest) & GUARDS) ^ GUARDS;
      if ((codesFail | ((words[at + FORBID_C] as number) & statesC) | ((words[at + FORBID_D] as number) & statesD)) !== 0) continue;
      if (((words[at + SUB] as number) & part) === 0) continue;
      const word = words[at + ID] as number;
      if ((word & IS_SPECIAL) === 0 && !isChange) answer.found[answer.count++] = word;
      else this.consider(words, at + SUB, isSquare, facts, codes, side, isChange);
    }
  }

  private scanTailBoth(tail: number, count: number, isSquare: boolean, parts: readonly [number, number], before: Facts, after: Facts, edition: 0 | 1): void {
    this.answer.reserve(count);
    const words = this.store.arena.words(tail);
    let at = this.store.arena.offset(tail);
    const codes0 = before.codes[edition];
    const codes1 = after.codes[edition];
    for (const end = at + count * SLOT_WORDS; at < end; at += SLOT_WORDS) {
      const sides = (passesSlot(words, at, before, codes0, parts[0]) ? BEFORE : 0) | (passesSlot(words, at, after, codes1, parts[1]) ? AFTER : 0);
      if (sides !== 0) this.considerBoth(words, at + SUB, isSquare, sides, before, after, codes0, codes1);
    }
  }

  private scanChunks(directory: number, count: number, isSquare: boolean, part: number, facts: Facts, side: 0 | 1, isChange: boolean): void {
    const { answer } = this;
    const { chunks } = this.store;
    const rows = this.rows[0];
    const entries = this.store.arena.words(directory);
    let entry = this.store.arena.offset(directory);
    for (const end = entry + count * ENTRY_WORDS; entry < end; entry += ENTRY_WORDS) {
      const codes = facts.codes[((entries[entry + ENTRY_STATE] as number) >>> EDITION_SHIFT) as 0 | 1];
      const chunk = entries[entry + ENTRY_CHUNK] as number;
      const base = chunks.base(chunk);
      if (!rows.choose(entries, entry, base, facts, codes, part)) continue;
      const words = chunks.words(chunk);
      answer.reserve(COLUMNS);
      const { price, area, rooms: roomsRow, bedrooms, types, flagCount } = rows;
      for (let word = 0; word < ROW_WORDS; word += 1) {
        let left = (words[price + word] as number) & (words[types + word] as number) & (words[area + word] as number) & (words[roomsRow + word] as number) & (words[bedrooms + word] as number);
        if (left === 0) continue;
        if (isSquare) left &= words[rows.part + word] as number;
        for (let row = 0; row < flagCount; row += 1) left &= ~(words[(rows.flags[row] as number) + word] as number);
        for (; left !== 0; left &= left - 1) {
          const column = 32 * word + 31 - Math.clz32(left & -left);
          const kept = base + KEPT + column * KEPT_WORDS;
          const id = words[kept + ID - SUB] as number;
          if ((id & IS_SPECIAL) === 0 && !isChange) answer.found[answer.count++] = id;
          else this.consider(words, kept, isSquare, facts, codes, side, isChange);
        }
      }
    }
  }

  private scanChunksBoth(directory: number, count: number, isSquare: boolean, parts: readonly [number, number], before: Facts, after: Facts): void {
    const { chunks } = this.store;
    const [rows0, rows1] = this.rows;
    const entries = this.store.arena.words(directory);
    let entry = this.store.arena.offset(directory);
    for (const end = entry + count * ENTRY_WORDS; entry < end; entry += ENTRY_WORDS) {
      const edition = ((entries[entry + ENTRY_STATE] as number) >>> EDITION_SHIFT) as 0 | 1;
      const codes0 = before.codes[edition];
      const codes1 = after.codes[edition];
      const chunk = entries[entry + ENTRY_CHUNK] as number;
      const base = chunks.base(chunk);
      const has0 = rows0.choose(entries, entry, base, before, codes0, parts[0]);
      const has1 = rows1.choose(entries, entry, base, after, codes1, parts[1]);
      if (!has0 && !has1) continue;
      const words = chunks.words(chunk);
      this.answer.reserve(COLUMNS);
      for (let word = 0; word < ROW_WORDS; word += 1) {
        const left0 = has0 ? rows0.left(words, word, isSquare) : 0;
        const left1 = has1 ? rows1.left(words, word, isSquare) : 0;
        for (let left = left0 | left1; left !== 0; left &= left - 1) {
          const bit = left & -left;
          const column = 32 * word + 31 - Math.clz32(bit);
          const sides = ((left0 & bit) !== 0 ? BEFORE : 0) | ((left1 & bit) !== 0 ? AFTER : 0);
          this.considerBoth(words, base + KEPT + column * KEPT_WORDS, isSquare, sides, before, after, codes0, codes1);
        }
      }
    }
  }

  /** A slot whose words pass, but which has a check or shares its alert with another slot in reach; `at` is where its word SUB stands. */
  private consider(words: Int32Array, at: number, isSquare: boolean, facts: Facts, codes: FactCodes, side: 0 | 1, isChange: boolean): void {
    const { answer } = this;
    const word = words[at + ID - SUB] as number;
    const id = word & ID_MASK;
    if ((word & MAY_REPEAT) === 0 && !isChange) {
      if (this.passesCheck(words, at, isSquare, facts, codes, side)) answer.found[answer.count++] = id;
      return;
    }
    const sides = side === 0 ? BEFORE : AFTER;
    if ((answer.seen(id) & sides) !== 0) return;
    if ((word & NEEDS_CHECK) === 0 || this.passesCheck(words, at, isSquare, facts, codes, side)) answer.addRepeatable(id, sides);
  }

  private considerBoth(words: Int32Array, at: number, isSquare: boolean, passing: number, before: Facts, after: Facts, codes0: FactCodes, codes1: FactCodes): void {
    const { answer } = this;
    const word = words[at + ID - SUB] as number;
    const id = word & ID_MASK;
    const repeats = (word & MAY_REPEAT) !== 0;
    let sides = repeats ? passing & ~answer.seen(id) : passing;
    if ((word & NEEDS_CHECK) !== 0) {
      if ((sides & BEFORE) !== 0 && !this.passesCheck(words, at, isSquare, before, codes0, 0)) sides &= ~BEFORE;
      if ((sides & AFTER) !== 0 && !this.passesCheck(words, at, isSquare, after, codes1, 1)) sides &= ~AFTER;
    }
    if (sides === 0) return;
    if (repeats) answer.addRepeatable(id, sides);
    else answer.found[answer.count++] = id | sides;
  }

  /** Outside grid squares the slot itself tells when its check can only say yes: none of its rounded bounds lies in a gap that the listing's values lie in. */
  private passesCheck(words: Int32Array, at: number, isSquare: boolean, facts: Facts, codes: FactCodes, side: 0 | 1): boolean {
    const gaps = isSquare ? ALWAYS : (words[at] as number);
    if (gaps < ALWAYS) {
      const { priceGap, areaGap } = codes;
      if ((gaps & 127) !== priceGap && ((gaps >>> 7) & 127) !== priceGap && ((gaps >>> 14) & 63) !== areaGap && ((gaps >>> 20) & 63) !== areaGap) return true;
    }
    return this.checks.passes(words[at + CHECK - SUB] as number, facts, this.stamp, side);
  }
}

function passesSlot(words: Int32Array, at: number, facts: Facts, codes: FactCodes, part: number): boolean {
  const codesFail = (((codes.highest | GUARDS) - (words[at + LOW] as number)) & (((words[at + HIGH] as number) | GUARDS) - codes.lowest) & GUARDS) ^ GUARDS;
  return (codesFail | ((words[at + FORBID_C] as number) & facts.statesC) | ((words[at + FORBID_D] as number) & facts.statesD)) === 0 && ((words[at + SUB] as number) & part) !== 0;
}

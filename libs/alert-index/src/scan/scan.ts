import type { Answer } from './answer.js';
import { ALWAYS } from '../compile/boundaries.js';
import { CHUNK_COUNT, DIRECTORY, TAIL, TAIL_COUNT, TAIL_EDITION } from '../storage/cells.js';
import type { Facts } from '../compile/facts.js';
import type { PendingChecks } from './pending-checks.js';
import type { Probe } from './probe.js';
import { ChunkScanner } from './scan-chunks.js';
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

// Constants of this file are folded into machine code; an imported one is a cell that is read and checked at every
// use (a seventh of a pass).
const [LOW_AT, HIGH_AT, FORBID_C_AT, FORBID_D_AT, SUB_AT, ID_AT, CHECK_AT, RANGES_AT, FILTER_AT, STEP] = [
  LOW,
  HIGH,
  FORBID_C,
  FORBID_D,
  SUB,
  ID,
  CHECK,
  RANGES,
  FILTER,
  SLOT_WORDS,
] as const;
const [TAIL_AT, TAIL_COUNT_AT, TAIL_EDITION_AT, DIRECTORY_AT, CHUNK_COUNT_AT] = [
  TAIL,
  TAIL_COUNT,
  TAIL_EDITION,
  DIRECTORY,
  CHUNK_COUNT,
] as const;
const [GUARD_BITS, ALWAYS_CHECKED, IS_SPECIAL, IDS] = [GUARDS, ALWAYS, NEEDS_CHECK | MAY_REPEAT, ID_MASK] as const;

/**
 * Tests the slots of all cells that one listing probes. Loops here run millions of times per second: they read words
 * straight from typed arrays and call nothing for a slot that fails. What will be read soon is looked at beforehand,
 * cell after cell, because most of a pass over many alerts is waiting for memory.
 */
export class Scanner {
  private readonly chunkScanner: ChunkScanner;
  /** Sum of the words that were prefetched: what is used is not optimised away. */
  private prefetched = 0;

  constructor(
    private readonly store: SlotStore,
    private readonly pending: PendingChecks,
    private readonly answer: Answer,
  ) {
    this.chunkScanner = new ChunkScanner(store, pending, answer);
  }

  /**
   * Adds the alerts of the cells that the listing meets; slots whose check is open are left pending. `stamp` as for
   * `Atoms.meets`.
   */
  scan({ cells: probed, parts, count }: Probe, facts: Facts, stamp: number): void {
    const { cells, arena } = this.store;
    for (let place = 0; place < count; place += 1) {
      const cell = probed[place] as number;
      const words = cells.words(cell);
      const at = cells.offset(cell);
      const tail = words[at + TAIL_AT] as number;
      const directory = words[at + DIRECTORY_AT] as number;
      if (tail >= 0) this.prefetched = (this.prefetched + (arena.words(tail)[arena.offset(tail)] as number)) | 0;
      if (directory >= 0)
        this.prefetched = (this.prefetched + (arena.words(directory)[arena.offset(directory)] as number)) | 0;
    }
    for (let place = 0; place < count; place += 1) {
      const cell = probed[place] as number;
      const words = cells.words(cell);
      const at = cells.offset(cell);
      const chunkCount = words[at + CHUNK_COUNT_AT] as number;
      if (chunkCount > 0)
        this.chunkScanner.plan(
          words[at + DIRECTORY_AT] as number,
          chunkCount,
          cells.isSquare(cell),
          parts[place] as number,
          facts,
        );
    }
    for (let place = 0; place < count; place += 1) {
      const cell = probed[place] as number;
      const words = cells.words(cell);
      const at = cells.offset(cell);
      const tailCount = words[at + TAIL_COUNT_AT] as number;
      if (tailCount > 0)
        this.scanTail(
          words[at + TAIL_AT] as number,
          tailCount,
          cells.isSquare(cell),
          parts[place] as number,
          facts,
          words[at + TAIL_EDITION_AT] as 0 | 1,
          stamp,
        );
    }
    this.chunkScanner.scan(facts, stamp);
  }

  private scanTail(
    tail: number,
    count: number,
    isSquare: boolean,
    part: number,
    facts: Facts,
    edition: 0 | 1,
    stamp: number,
  ): void {
    const { answer } = this;
    const codes = facts.codes[edition];
    answer.reserve(count);
    const words = this.store.arena.words(tail);
    let at = this.store.arena.offset(tail);
    const { statesC, statesD } = facts;
    const highest = codes.highest | GUARD_BITS;
    const { lowest } = codes;
    for (const end = at + count * STEP; at < end; at += STEP) {
      // One branch for all tests: a slot fails about any of them, and a wrong guess of the processor costs more than
      // reading the rest of the line.
      const codesFail =
        ((highest - (words[at + LOW_AT] as number)) &
          (((words[at + HIGH_AT] as number) | GUARD_BITS) - lowest) &
          GUARD_BITS) ^
        GUARD_BITS;
      if (
        (codesFail |
          ((words[at + FORBID_C_AT] as number) & statesC) |
          ((words[at + FORBID_D_AT] as number) & statesD)) !==
        0
      )
        continue;
      const sub = words[at + SUB_AT] as number;
      if ((sub & part) === 0) continue;
      const word = words[at + ID_AT] as number;
      if ((word & IS_SPECIAL) === 0) answer.found[answer.count++] = word;
      else if (word < 0)
        this.pending.take(
          word,
          words[at + RANGES_AT] as number,
          words[at + CHECK_AT] as number,
          words[at + FILTER_AT] as number,
          isSquare ? ALWAYS_CHECKED : sub,
          facts,
          edition,
          stamp,
        );
      else answer.addOnce(word & IDS);
    }
  }
}

import type { Answer } from './answer.js';
import { COLUMNS, KEPT, ROW_WORDS } from './bit-matrix.js';
import { ChunkRows, mayHold } from './chunk-rows.js';
import { EDITION_SHIFT, ENTRY_CHUNK, ENTRY_STATE, ENTRY_WORDS } from './directory.js';
import type { Facts } from './facts.js';
import type { PendingChecks } from './pending-checks.js';
import { FORBID_C, FORBID_D, ID, SLOT_WORDS } from './slot-layout.js';
import type { SlotStore } from './slot-store.js';

// As in scan.ts: imported constants are slow where loops use them.
const [ID_AT, FORBID_C_AT, FORBID_D_AT, STEP, KEPT_AT, WIDTH] = [ID, FORBID_C, FORBID_D, SLOT_WORDS, KEPT, ROW_WORDS] as const;
const [CHUNK_AT, STATE_AT, ENTRY_STEP, EDITION_BIT] = [ENTRY_CHUNK, ENTRY_STATE, ENTRY_WORDS, EDITION_SHIFT] as const;

/** A chunk that one pass looks into. Made once and used again by later passes. */
class PlannedChunk {
  readonly rows = new ChunkRows();
  words: Int32Array = new Int32Array(0);
  base = 0;
  edition: 0 | 1 = 0;
  isSquare = false;
  /** One past its last survivor. */
  end = 0;
}

/**
 * Tests the chunks of one pass together, in rounds: which to look into, which columns survive, what is kept of those, whose alerts they are. No round waits for what it
 * reads itself, so the processor fetches many lines of memory at once; chunk by chunk it would wait three times for each.
 */
export class ChunkScanner {
  private readonly planned: PlannedChunk[] = [];
  private count = 0;
  /** Where each slot stands that passes the rows, and which of its forbidden states the listing is in. */
  private survivors = new Int32Array(2 * COLUMNS);
  private forbidden = new Int32Array(2 * COLUMNS);
  /** Those of one chunk that have a check or may come again. */
  private readonly special = new Int32Array(COLUMNS);
  /** Sum of what was read only to have it near. */
  private looks = 0;

  constructor(private readonly store: SlotStore, private readonly pending: PendingChecks, private readonly answer: Answer) {}

  /** Plans to look into the chunks of a directory that may hold something for the listing. */
  plan(directory: number, count: number, isSquare: boolean, part: number, facts: Facts): void {
    const { chunks, arena } = this.store;
    const entries = arena.words(directory);
    let entry = arena.offset(directory);
    for (const end = entry + count * ENTRY_STEP; entry < end; entry += ENTRY_STEP) {
      const edition = ((entries[entry + STATE_AT] as number) >>> EDITION_BIT) as 0 | 1;
      const codes = facts.codes[edition];
      if (!mayHold(entries, entry, facts, codes)) continue;
      const chunk = entries[entry + CHUNK_AT] as number;
      if (this.count === this.planned.length) this.planned.push(new PlannedChunk());
      const planned = this.planned[this.count++] as PlannedChunk;
      planned.words = chunks.words(chunk);
      planned.base = chunks.base(chunk);
      planned.edition = edition;
      planned.isSquare = isSquare;
      planned.rows.choose(planned.base, facts, codes, part);
      this.looks = (this.looks + planned.rows.look(planned.words)) | 0;
    }
  }

  /** Adds what the planned chunks hold for the listing; slots that still need a check are left pending. */
  scan(facts: Facts): void {
    const { planned, count } = this;
    let surviving = 0;
    for (let place = 0; place < count; place += 1) surviving = this.sift(planned[place] as PlannedChunk, surviving);
    const { survivors, forbidden } = this;
    const { statesC, statesD } = facts;
    for (let place = 0, from = 0; place < count; place += 1) {
      const { words, end } = planned[place] as PlannedChunk;
      for (; from < end; from += 1) {
        const slot = survivors[from] as number;
        forbidden[from] = ((words[slot + FORBID_C_AT] as number) & statesC) | ((words[slot + FORBID_D_AT] as number) & statesD);
      }
    }
    for (let place = 0, from = 0; place < count; place += 1) {
      const chunk = planned[place] as PlannedChunk;
      this.addSurvivors(chunk, from, facts);
      from = chunk.end;
    }
    this.count = 0;
  }

  /** Appends the surviving columns of a chunk; returns how many there are now. */
  private sift(chunk: PlannedChunk, before: number): number {
    let surviving = before;
    if (surviving + COLUMNS > this.survivors.length) this.grow();
    const { survivors } = this;
    const { words, base, isSquare } = chunk;
    const { price, area, rooms, bedrooms, types, part } = chunk.rows;
    for (let word = 0; word < WIDTH; word += 1) {
      let left = (words[price + word] as number) & (words[types + word] as number) & (words[area + word] as number) & (words[rooms + word] as number) & (words[bedrooms + word] as number);
      if (left === 0) continue;
      if (isSquare) left &= words[part + word] as number;
      const kept = base + KEPT_AT + (32 * word + 31) * STEP;
      for (; left !== 0; left &= left - 1) survivors[surviving++] = kept - Math.clz32(left & -left) * STEP;
    }
    chunk.end = surviving;
    return surviving;
  }

  /**
   * Survivors without a check that cannot come again are answers, unless a flag forbids them. They and the others are told apart without a branch, which would be guessed
   * wrong half the time: each is written wherever it could belong and only counted where it does.
   */
  private addSurvivors({ words, edition, isSquare, end }: PlannedChunk, from: number, facts: Facts): void {
    const { answer, survivors, forbidden, special } = this;
    answer.reserve(end - from + 1);
    const { found } = answer;
    let plain = answer.count;
    let others = 0;
    for (let place = from; place < end; place += 1) {
      const slot = survivors[place] as number;
      const fails = forbidden[place] as number;
      const passes = 1 ^ ((fails | (0 - fails)) >>> 31);
      const word = words[slot + ID_AT] as number;
      const isOther = ((word >>> 31) | ((word >>> 30) & 1)) & passes;
      found[plain] = word;
      special[others] = slot;
      plain += passes - isOther;
      others += isOther;
    }
    answer.count = plain;
    if (others > 0) this.pending.considerAll(special, others, words, isSquare, facts.codes[edition]);
  }

  private grow(): void {
    const { survivors } = this;
    this.survivors = new Int32Array(2 * survivors.length);
    this.survivors.set(survivors);
    this.forbidden = new Int32Array(2 * survivors.length);
  }
}

import type { Answer } from './answer.js';
import { COLUMNS, IDS_FROM } from '../storage/bit-matrix.js';
import { ChunkRows, mayHold } from './chunk-rows.js';
import { editionOf, ENTRY_CHUNK, ENTRY_STATE, ENTRY_WORDS } from '../storage/directory.js';
import type { Facts } from '../compile/facts.js';
import type { PendingChecks } from './pending-checks.js';
import { ID_MASK } from '../storage/slot-layout.js';
import type { SlotStore } from '../storage/slot-store.js';

// As in scan.ts: imported constants are slow where loops use them.
const [IDS_AT, IDS] = [IDS_FROM, ID_MASK] as const;
const [CHUNK_AT, STATE_AT, ENTRY_STEP] = [ENTRY_CHUNK, ENTRY_STATE, ENTRY_WORDS] as const;

/** A chunk that one pass prefetched into. Made once and used again by later passes. */
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
 * Tests the chunks of one pass together, in rounds: which to look into, which columns survive, whose alerts they are.
 * No round waits for what it reads itself, so the processor fetches many lines of memory at once; chunk by chunk it
 * would wait three times for each.
 */
export class ChunkScanner {
  private readonly planned: PlannedChunk[] = [];
  private count = 0;
  /** Where the word ID of each slot stands that passes the rows. */
  private survivors = new Int32Array(2 * COLUMNS);
  /** Those of one chunk that have ranges or a check, and the alerts of others that may come again. */
  private readonly checked = new Int32Array(COLUMNS);
  private readonly repeating = new Int32Array(COLUMNS);
  /** Sum of the words that were prefetched: what is used is not optimised away. */
  private prefetched = 0;

  constructor(
    private readonly store: SlotStore,
    private readonly pending: PendingChecks,
    private readonly answer: Answer,
  ) {}

  /** Plans to look into the chunks of a directory that may hold something for the listing. */
  plan(directory: number, count: number, isSquare: boolean, part: number, facts: Facts): void {
    const { chunks, arena } = this.store;
    const entries = arena.words(directory);
    let entry = arena.offset(directory);
    for (const end = entry + count * ENTRY_STEP; entry < end; entry += ENTRY_STEP) {
      const edition = editionOf(entries[entry + STATE_AT] as number);
      const codes = facts.codes[edition];
      if (!mayHold(entries, entry, facts, codes)) continue;
      const chunk = entries[entry + CHUNK_AT] as number;
      if (this.count === this.planned.length) this.planned.push(new PlannedChunk());
      const planned = this.planned[this.count++] as PlannedChunk;
      planned.words = chunks.words(chunk);
      planned.base = chunks.base(chunk);
      planned.edition = edition;
      planned.isSquare = isSquare;
      planned.rows.choose(planned.base, entries, entry, facts, codes, part);
      this.prefetched = (this.prefetched + planned.rows.prefetch(planned.words)) | 0;
    }
  }

  /** Adds what the planned chunks hold for the listing; slots that still need a check are left pending. */
  scan(facts: Facts): void {
    const { planned, count } = this;
    let surviving = 0;
    for (let place = 0; place < count; place += 1) surviving = this.sift(planned[place] as PlannedChunk, surviving);
    for (let place = 0, from = 0; place < count; place += 1) {
      const chunk = planned[place] as PlannedChunk;
      this.addSurvivors(chunk, from, facts);
      from = chunk.end;
    }
    this.count = 0;
  }

  /** Appends the surviving columns of a chunk; returns how many there are now. */
  private sift(chunk: PlannedChunk, before: number): number {
    if (before + COLUMNS > this.survivors.length) this.grow();
    chunk.end = chunk.rows.sift(chunk.words, chunk.isSquare, this.survivors, before, chunk.base + IDS_AT);
    return chunk.end;
  }

  /**
   * Survivors without a check are answers, once each. The kinds are told apart without a branch, which would be
   * guessed wrong half the time: each is written wherever it could belong and only counted where it does.
   */
  private addSurvivors({ words, base, edition, isSquare, end }: PlannedChunk, from: number, facts: Facts): void {
    const { answer, survivors, checked, repeating } = this;
    answer.reserve(end - from + 1);
    const { found } = answer;
    let plain = answer.count;
    let checks = 0;
    let repeats = 0;
    for (let place = from; place < end; place += 1) {
      const slot = survivors[place] as number;
      const word = words[slot] as number;
      const isChecked = word >>> 31;
      const isRepeating = (word >>> 30) & 1 & ~isChecked;
      found[plain] = word;
      checked[checks] = slot;
      repeating[repeats] = word & IDS;
      plain += 1 - isChecked - isRepeating;
      checks += isChecked;
      repeats += isRepeating;
    }
    answer.count = plain;
    for (let place = 0; place < repeats; place += 1) answer.addOnce(repeating[place] as number);
    if (checks > 0) this.pending.takeAll(checked, checks, words, base, isSquare, edition, facts);
  }

  private grow(): void {
    const { survivors } = this;
    this.survivors = new Int32Array(2 * survivors.length);
    this.survivors.set(survivors);
  }
}

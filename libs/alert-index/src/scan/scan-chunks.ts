import type { Answer } from './answer.js';
import { COLUMNS, IDS_FROM, ROW_WORDS } from '../storage/bit-matrix.js';
import { ChunkRows, mayHold } from './chunk-rows.js';
import { editionOf, ENTRY_CHUNK, ENTRY_STATE, ENTRY_WORDS } from '../storage/directory.js';
import type { Facts } from '../compile/facts.js';
import type { PendingChecks } from './pending-checks.js';
import { ID_MASK } from '../storage/slot-layout.js';
import type { SlotStore } from '../storage/slot-store.js';

// As in scan.ts: imported constants are slow where loops use them.
const [IDS_AT, IDS, WIDTH] = [IDS_FROM, ID_MASK, ROW_WORDS] as const;
const [CHUNK_AT, STATE_AT, ENTRY_STEP] = [ENTRY_CHUNK, ENTRY_STATE, ENTRY_WORDS] as const;

/** A chunk that one pass prefetched into. Made once and used again by later passes. */
class PlannedChunk {
  readonly rows = new ChunkRows();
  words: Int32Array = new Int32Array(0);
  base = 0;
  edition: 0 | 1 = 0;
  isSquare = false;
}

/**
 * Tests the chunks of one pass together, in rounds: which to look into, then which columns pass and whose alerts they
 * are. No round waits for what it reads itself, so the processor fetches many lines of memory at once; chunk by chunk
 * it would wait for each.
 */
export class ChunkScanner {
  private readonly planned: PlannedChunk[] = [];
  private count = 0;
  /** The columns of one chunk that pass the rows, a bit each. */
  private readonly passing = new Int32Array(ROW_WORDS);
  /** Of them: where the words ID stand of those that have ranges or a check, and the alerts that may come again. */
  private readonly checked = new Int32Array(COLUMNS + 1);
  private readonly repeating = new Int32Array(COLUMNS + 1);
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
  scan(facts: Facts, stamp: number): void {
    const { planned, count } = this;
    for (let place = 0; place < count; place += 1) this.sift(planned[place] as PlannedChunk, facts, stamp);
    this.count = 0;
  }

  /**
   * Columns that pass without a check are answers, once each. The kinds are told apart without a branch, which would
   * be guessed wrong half the time and would wait for the memory of each slot: each is written wherever it could
   * belong and only counted where it does.
   */
  private sift({ words, base, rows, edition, isSquare }: PlannedChunk, facts: Facts, stamp: number): void {
    const { answer, passing, checked, repeating } = this;
    rows.sift(words, isSquare, passing);
    answer.reserve(COLUMNS + 1);
    const { found } = answer;
    let plain = answer.count;
    let checks = 0;
    let repeats = 0;
    let last = base + IDS_AT + 31;
    for (let place = 0; place < WIDTH; place += 1) {
      for (let left = passing[place] as number; left !== 0; left &= left - 1) {
        const slot = last - Math.clz32(left & -left);
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
      last += 32;
    }
    answer.count = plain;
    for (let place = 0; place < repeats; place += 1) answer.addOnce(repeating[place] as number);
    if (checks > 0) this.pending.takeAll(checked, checks, words, base, isSquare, facts, edition, stamp);
  }
}

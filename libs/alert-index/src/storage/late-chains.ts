import { UNCHAINED, type AlertHeads } from './alert-heads.js';
import { COLUMNS, takenColumns, wordAt } from './bit-matrix.js';
import type { CellChunks } from './cell-chunks.js';
import { CHUNK_COUNT, TAIL, TAIL_COUNT, type Cells } from './cells.js';
import type { ChunkPool } from './chunk-pool.js';
import { ENTRY_CHUNK, ENTRY_WORDS } from './directory.js';
import type { SlabArena } from './slab-arena.js';
import { ID, ID_MASK, NEXT, SLOT_WORDS } from './slot-layout.js';

/** Chains that were needed early are not put off again before the index has grown by so much. */
const GROWTH = 1.25;

/**
 * Puts off the chains of alerts that are loaded. While many come, their slots move often, and each move of a slot in a
 * chain reads the chain from memory that no cache holds: a quarter of the time of a load. One walk over all cells then
 * makes all chains, slot by slot as they stand in memory.
 */
export class LateChains {
  /** Alerts whose chains are not made, or not whole. */
  private count = 0;
  /** The next cell of a walk that is under way; 0 between walks. New chains are not put off during one. */
  private cursor = 0;
  private fromSlots = 0;
  private readonly columns = new Int32Array(COLUMNS);

  constructor(
    private readonly heads: AlertHeads,
    private readonly cells: Cells,
    private readonly cellChunks: CellChunks,
    private readonly arena: SlabArena,
    private readonly chunks: ChunkPool,
  ) {}

  /** Puts off the chain of an alert that is about to get its slots; false where it has to be made at once. */
  putOff(id: number, slotsInAll: number): boolean {
    if (this.cursor > 0 || slotsInAll < this.fromSlots) return false;
    this.heads.set(id, UNCHAINED);
    this.count += 1;
    return true;
  }

  /** Chains about `budget` slots; true while there is more to do. */
  work(budget: number): boolean {
    if (this.count === 0) return false;
    for (let left = budget; left > 0; left -= 1) {
      if (this.cursor === this.cells.end) {
        this.heads.settle();
        this.count = this.cursor = 0;
        return false;
      }
      if (this.cells.isThere(this.cursor)) left -= this.chainCell(this.cursor);
      this.cursor += 1;
    }
    return true;
  }

  /** Makes all chains now, because one is needed of `slotsInAll`. */
  finish(slotsInAll: number): void {
    while (this.work(Infinity));
    this.fromSlots = slotsInAll * GROWTH;
  }

  /** Returns how many slots the cell has. */
  private chainCell(cell: number): number {
    const tails = this.cells.get(cell, TAIL_COUNT);
    const tail = this.cells.get(cell, TAIL);
    for (let place = 0; place < tails; place += 1) {
      const [words, at] = [this.arena.words(tail), this.arena.offset(tail) + place * SLOT_WORDS];
      this.chain(words, at + ID, at + NEXT, 2 * (tail + place) + 1);
    }
    const chunks = this.cells.get(cell, CHUNK_COUNT);
    for (let place = 0; place < chunks; place += 1) {
      const { words, at } = this.cellChunks.directory(cell);
      this.chainChunk(words[at + place * ENTRY_WORDS + ENTRY_CHUNK] as number);
    }
    return tails + chunks * COLUMNS;
  }

  private chainChunk(chunk: number): void {
    const [words, base] = [this.chunks.words(chunk), this.chunks.base(chunk)];
    const count = takenColumns(words, base, this.columns);
    for (let place = 0; place < count; place += 1) {
      const column = this.columns[place] as number;
      this.chain(words, wordAt(base, column, ID), wordAt(base, column, NEXT), 2 * (chunk * COLUMNS + column));
    }
  }

  private chain(words: Int32Array, id: number, next: number, slot: number): void {
    const alert = (words[id] as number) & ID_MASK;
    const head = this.heads.get(alert);
    if (head > UNCHAINED) return;
    words[next] = UNCHAINED - head;
    this.heads.set(alert, UNCHAINED - slot);
  }
}

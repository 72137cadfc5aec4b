import { clearColumn, COLUMNS, drawColumns, readColumns } from './bit-matrix.js';
import { CHUNK_COUNT, DIRECTORY, DIRECTORY_CAPACITY, HOLES, UNSORTED, type Cells } from './cells.js';
import type { ChunkPool } from './chunk-pool.js';
import {
  EDITION_SHIFT,
  editionOf,
  ENTRY_CHUNK,
  ENTRY_STATE,
  ENTRY_WORDS,
  LIVE_MASK,
  SORTED,
  summarize,
} from './directory.js';
import { SlabArena } from './slab-arena.js';
import { SLOT_WORDS } from './slot-layout.js';

/**
 * The chunks of each cell, listed in its *directory*, each with a summary that tells when no slot in it can pass.
 * Chains of alerts are the callers' to keep.
 */
export class CellChunks {
  private readonly batch = new Int32Array(COLUMNS * SLOT_WORDS);
  private readonly columns = new Int32Array(COLUMNS);

  constructor(
    private readonly cells: Cells,
    private readonly arena: SlabArena,
    private readonly chunks: ChunkPool,
  ) {}

  directory(cell: number): { readonly words: Int32Array; readonly at: number } {
    const directory = this.cells.get(cell, DIRECTORY);
    return { words: this.arena.words(directory), at: this.arena.offset(directory) };
  }

  /**
   * Adds a chunk drawn from slots in the layout of a tail; `columns` names the column of each, null counts from 0.
   * Returns its number.
   */
  add(
    cell: number,
    slots: Int32Array,
    from: number,
    count: number,
    columns: Int32Array | null,
    edition: number,
    sorted: number,
  ): number {
    const chunk = this.chunks.allocate(cell);
    drawColumns(
      this.chunks.words(chunk),
      this.chunks.base(chunk),
      slots,
      from,
      count,
      columns,
      this.cells.isSquare(cell),
    );
    const place = this.cells.get(cell, CHUNK_COUNT);
    this.reserveEntry(cell);
    const { words, at } = this.directory(cell);
    const entry = at + place * ENTRY_WORDS;
    words[entry + ENTRY_CHUNK] = chunk;
    words[entry + ENTRY_STATE] = count | (edition << EDITION_SHIFT) | sorted;
    summarize(words, entry, slots, from, count);
    this.cells.set(cell, CHUNK_COUNT, place + 1);
    if (sorted === 0) this.cells.set(cell, UNSORTED, this.cells.get(cell, UNSORTED) + 1);
    this.cells.set(cell, HOLES, this.cells.get(cell, HOLES) + COLUMNS - count);
    return chunk;
  }

  /** Takes a chunk without slots out of its cell's directory. */
  private remove(cell: number, place: number): void {
    const { words, at } = this.directory(cell);
    const entry = at + place * ENTRY_WORDS;
    const last = at + (this.cells.get(cell, CHUNK_COUNT) - 1) * ENTRY_WORDS;
    this.cells.set(
      cell,
      HOLES,
      this.cells.get(cell, HOLES) - (COLUMNS - ((words[entry + ENTRY_STATE] as number) & LIVE_MASK)),
    );
    if (((words[entry + ENTRY_STATE] as number) & SORTED) === 0)
      this.cells.set(cell, UNSORTED, this.cells.get(cell, UNSORTED) - 1);
    this.chunks.release(words[entry + ENTRY_CHUNK] as number);
    words.copyWithin(entry, last, last + ENTRY_WORDS);
    this.cells.set(cell, CHUNK_COUNT, this.cells.get(cell, CHUNK_COUNT) - 1);
    if (this.cells.get(cell, CHUNK_COUNT) === 0) {
      this.arena.release(this.cells.get(cell, DIRECTORY));
      this.cells.set(cell, DIRECTORY, -1);
      this.cells.set(cell, DIRECTORY_CAPACITY, 0);
    }
  }

  /**
   * Lets `change` alter codes and check of every slot of a chunk, which end up in another edition. The slots stay
   * where they are.
   */
  rewrite(cell: number, place: number, edition: number, change: (slots: Int32Array, slot: number) => void): void {
    const { words, at } = this.directory(cell);
    const entry = at + place * ENTRY_WORDS;
    const chunk = words[entry + ENTRY_CHUNK] as number;
    const [chunkWords, base] = [this.chunks.words(chunk), this.chunks.base(chunk)];
    const isSquare = this.cells.isSquare(cell);
    const count = readColumns(chunkWords, base, this.batch, 0, this.columns);
    for (let slot = 0; slot < count; slot += 1) change(this.batch, slot * SLOT_WORDS);
    drawColumns(chunkWords, base, this.batch, 0, count, this.columns, isSquare);
    words[entry + ENTRY_STATE] = count | (edition << EDITION_SHIFT) | ((words[entry + ENTRY_STATE] as number) & SORTED);
    summarize(words, entry, this.batch, 0, count);
  }

  /**
   * Adds slots in the layout of a tail to an unsorted chunk of their edition that has room, or to a new one. Returns
   * the chunk's number; `columns` receives the column of each slot.
   */
  addUnsorted(
    cell: number,
    slots: Int32Array,
    from: number,
    count: number,
    edition: number,
    columns: Int32Array,
  ): number {
    const place = this.placeWithRoom(cell, count, edition);
    if (place < 0) {
      for (let column = 0; column < count; column += 1) columns[column] = column;
      return this.add(cell, slots, from, count, null, edition, 0);
    }
    const { words, at } = this.directory(cell);
    const entry = at + place * ENTRY_WORDS;
    const chunk = words[entry + ENTRY_CHUNK] as number;
    const [chunkWords, base] = [this.chunks.words(chunk), this.chunks.base(chunk)];
    const before = readColumns(chunkWords, base, this.batch, 0, this.columns);
    this.batch.set(slots.subarray(from, from + count * SLOT_WORDS), before * SLOT_WORDS);
    takeFreeColumns(this.columns, before, count);
    drawColumns(chunkWords, base, this.batch, 0, before + count, this.columns, this.cells.isSquare(cell));
    words[entry + ENTRY_STATE] = (words[entry + ENTRY_STATE] as number) + count;
    summarize(words, entry, this.batch, 0, before + count);
    this.cells.set(cell, HOLES, this.cells.get(cell, HOLES) - count);
    columns.set(this.columns.subarray(before, before + count));
    return chunk;
  }

  /** Takes a column out whose slot moved on, and its chunk when it was the last. */
  vacate(cell: number, chunk: number, column: number): void {
    clearColumn(this.chunks.words(chunk), this.chunks.base(chunk), column);
    const { words, at } = this.directory(cell);
    let place = 0;
    while (words[at + place * ENTRY_WORDS + ENTRY_CHUNK] !== chunk) place += 1;
    const state = (words[at + place * ENTRY_WORDS + ENTRY_STATE] as number) - 1;
    words[at + place * ENTRY_WORDS + ENTRY_STATE] = state;
    this.cells.set(cell, HOLES, this.cells.get(cell, HOLES) + 1);
    if ((state & LIVE_MASK) === 0) this.remove(cell, place);
  }

  /** Counts every chunk of the cell as unsorted. */
  unsort(cell: number): void {
    const { words, at } = this.directory(cell);
    const chunks = this.cells.get(cell, CHUNK_COUNT);
    for (let place = 0; place < chunks; place += 1)
      words[at + place * ENTRY_WORDS + ENTRY_STATE] =
        (words[at + place * ENTRY_WORDS + ENTRY_STATE] as number) & ~SORTED;
    this.cells.set(cell, UNSORTED, chunks);
  }

  /**
   * An unsorted chunk of this edition with so many free columns, as its place in the directory; -1 when there is
   * none.
   */
  private placeWithRoom(cell: number, count: number, edition: number): number {
    if (this.cells.get(cell, UNSORTED) === 0) return -1;
    const { words, at } = this.directory(cell);
    for (let place = this.cells.get(cell, CHUNK_COUNT) - 1; place >= 0; place -= 1) {
      const state = words[at + place * ENTRY_WORDS + ENTRY_STATE] as number;
      if ((state & SORTED) === 0 && editionOf(state) === edition && (state & LIVE_MASK) + count <= COLUMNS)
        return place;
    }
    return -1;
  }

  private reserveEntry(cell: number): void {
    const count = this.cells.get(cell, CHUNK_COUNT);
    if (count < this.cells.get(cell, DIRECTORY_CAPACITY)) return;
    const units = SlabArena.capacity(count + 1);
    // Larger directories grow by half: the arena has no sizes of its own for them.
    const directory = this.arena.allocate(count > 512 ? units + (units >>> 1) : units);
    if (count > 0) {
      const { words, at } = this.directory(cell);
      this.arena.words(directory).set(words.subarray(at, at + count * ENTRY_WORDS), this.arena.offset(directory));
      this.arena.release(this.cells.get(cell, DIRECTORY));
    }
    this.cells.set(cell, DIRECTORY, directory);
    this.cells.set(cell, DIRECTORY_CAPACITY, count > 512 ? units + (units >>> 1) : units);
  }
}

/** Names the first columns that none of the sorted list of taken ones is, after it in the same array. */
function takeFreeColumns(columns: Int32Array, taken: number, count: number): void {
  for (let column = 0, known = 0, given = 0; given < count; column += 1) {
    if (known < taken && columns[known] === column) known += 1;
    else columns[taken + given++] = column;
  }
}

import { ABSENT, AlertHeads, NO_SLOTS } from './alert-heads.js';
import { clearColumn, COLUMNS, drawColumns, keptAt, readColumns } from './bit-matrix.js';
import { Cells, CHUNK_COUNT, DIRECTORY, DIRECTORY_CAPACITY, HOLES, TAIL, TAIL_CAPACITY, TAIL_COUNT, TAIL_EDITION, UNSORTED } from './cells.js';
import { ChunkPool } from './chunk-pool.js';
import { EDITION_SHIFT, editionOf, ENTRY_CHUNK, ENTRY_STATE, ENTRY_WORDS, LIVE_MASK, SORTED, summarize } from './directory.js';
import { SlabArena } from './slab-arena.js';
import { CHECK, ID, ID_MASK, NEXT, SLOT_WORDS } from './slot-layout.js';

/** Slots of a cell's tail before they become a chunk, most of whose columns are then free: reading a chunk of any number of slots costs what some 20 of a tail do. */
export const MAX_TAIL = 128;
/** Chains longer than this are linked backwards too: a walk to the slot before a moved one would make huge alerts slow to add. */
const LONG_CHAIN = 24;
/** Only a defect of this file leads here; going on would answer for the wrong alerts or never end. */
const BROKEN_CHAIN = 'The chain of an alert leads to a slot that is not its own';

/** Slots of a tail beside chunks from which on reading them as columns is faster than one by one. */
const LONG_TAIL = 24;
/** Unsorted chunks or free columns for which a cell is worth sorting again: a part of all its chunks. */
const WORTH_SORTING = 1 / 4;

/**
 * Holds the slots of all cells. A cell's newest slots stand one after the other in its *tail*, which a listing reads slot by slot; a full tail becomes columns of a *chunk*,
 * a bit matrix. A cell lists its chunks in a *directory*, each with a summary that tells when no slot in it can pass; `CellSorter` puts slots together that pass together.
 * A slot's reference is 2 × its place in the arena + 1 in a tail, 2 × its column counted over all chunks in a chunk; the slots of one alert form a chain through their
 * words NEXT.
 */
export class SlotStore {
  readonly cells = new Cells();
  readonly arena = new SlabArena(SLOT_WORDS);
  readonly chunks = new ChunkPool();
  readonly heads = new AlertHeads();
  /** Alerts with long chains, and the slot before each of theirs but the first. */
  private readonly longChains = new Set<number>();
  private readonly previous = new Map<number, number>();
  /** Slots in all cells. */
  count = 0;
  /** A slot as `add` takes it, laid out like any other. */
  readonly slot = new Int32Array(SLOT_WORDS);
  private readonly batch = new Int32Array(COLUMNS * SLOT_WORDS);
  private readonly batchColumns = new Int32Array(COLUMNS);
  /** Cells that may have become worth a look of `CellSorter`. */
  readonly due = new Set<number>();

  /** Says before an alert's first slot how many it will have. */
  begin(id: number, slots: number): void {
    this.heads.set(id, NO_SLOTS);
    if (slots > LONG_CHAIN) this.longChains.add(id);
  }

  /** Makes room for one slot in the cell's tail; returns the edition it must be coded in. A tail that begins takes the newest. */
  makeRoom(cell: number, newest: number): number {
    if (this.cells.get(cell, TAIL_COUNT) === MAX_TAIL) this.sealTail(cell);
    const count = this.cells.get(cell, TAIL_COUNT);
    if (count === 0) this.cells.set(cell, TAIL_EDITION, newest);
    if (count === this.cells.get(cell, TAIL_CAPACITY)) this.resizeTail(cell, count + 1);
    return this.cells.get(cell, TAIL_EDITION);
  }

  /** Adds `this.slot`, coded in the edition that `makeRoom` named last, to the cell and to the front of its alert's chain. */
  add(cell: number): void {
    const { slot } = this;
    const id = (slot[ID] as number) & ID_MASK;
    slot[NEXT] = Math.max(0, this.heads.get(id));
    const reference = this.append(cell);
    this.heads.set(id, reference);
    if ((slot[NEXT]) > 0 && this.longChains.has(id)) this.previous.set(slot[NEXT], reference);
    this.count += 1;
  }

  /** Removes every slot of an alert; `dropped` is told the check of each. */
  removeChain(id: number, dropped: (check: number) => void): void {
    const isLong = this.longChains.has(id);
    // The chain is whole after every step, because a removal may move another slot of the same alert.
    for (let slot = this.heads.get(id); slot > 0; slot = this.heads.get(id)) {
      this.heads.set(id, this.nextOf(slot));
      if (isLong) this.previous.delete(this.nextOf(slot));
      dropped((slot & 1) === 1 ? this.removeFromTail(slot >>> 1) : this.removeFromChunk(slot >>> 1));
      this.count -= 1;
    }
    this.heads.set(id, ABSENT);
    this.longChains.delete(id);
  }

  directory(cell: number): { readonly words: Int32Array; readonly at: number } {
    const directory = this.cells.get(cell, DIRECTORY);
    return { words: this.arena.words(directory), at: this.arena.offset(directory) };
  }

  nextOf(slot: number): number {
    if ((slot & 1) === 1) return this.arena.words(slot >>> 1)[this.arena.offset(slot >>> 1) + NEXT] as number;
    const column = slot >>> 1;
    const chunk = (column / COLUMNS) | 0;
    return this.chunks.words(chunk)[keptAt(this.chunks.base(chunk), column % COLUMNS, NEXT)] as number;
  }

  /** Makes the chain of an alert lead to `to` where it led to `from`. The slot's own NEXT must stand at `to` already. */
  relink(id: number, from: number, to: number): void {
    let slot = this.heads.get(id);
    if (this.longChains.has(id)) {
      this.relinkLong(id, from, to);
      return;
    }
    if (slot === from) {
      this.heads.set(id, to);
      return;
    }
    for (let steps = 0; this.nextOf(slot) !== from; steps += 1) {
      if (steps > LONG_CHAIN) throw new Error(BROKEN_CHAIN);
      slot = this.nextOf(slot);
    }
    this.setNext(slot, to);
  }

  private relinkLong(id: number, from: number, to: number): void {
    const before = this.previous.get(from);
    if (before === undefined) this.heads.set(id, to);
    else {
      this.setNext(before, to);
      this.previous.delete(from);
      this.previous.set(to, before);
    }
    const next = this.nextOf(to);
    if (next > 0) this.previous.set(next, to);
  }

  /** Adds a chunk drawn from slots in the layout of a tail. The caller relinks. Returns its number. */
  addChunk(cell: number, slots: Int32Array, from: number, count: number, edition: number, sorted: number): number {
    const chunk = this.chunks.allocate(cell);
    drawColumns(this.chunks.words(chunk), this.chunks.base(chunk), slots, from, count, null, this.cells.isSquare(cell));
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

  /** Takes a chunk out of its cell's directory, with its holes; its slots are the caller's to have moved. */
  removeChunk(cell: number, place: number): void {
    const { words, at } = this.directory(cell);
    const entry = at + place * ENTRY_WORDS;
    const last = at + (this.cells.get(cell, CHUNK_COUNT) - 1) * ENTRY_WORDS;
    this.cells.set(cell, HOLES, this.cells.get(cell, HOLES) - (COLUMNS - ((words[entry + ENTRY_STATE] as number) & LIVE_MASK)));
    if (((words[entry + ENTRY_STATE] as number) & SORTED) === 0) this.cells.set(cell, UNSORTED, this.cells.get(cell, UNSORTED) - 1);
    this.chunks.release(words[entry + ENTRY_CHUNK] as number);
    words.copyWithin(entry, last, last + ENTRY_WORDS);
    this.cells.set(cell, CHUNK_COUNT, this.cells.get(cell, CHUNK_COUNT) - 1);
    if (this.cells.get(cell, CHUNK_COUNT) === 0) {
      this.arena.release(this.cells.get(cell, DIRECTORY));
      this.cells.set(cell, DIRECTORY, -1);
      this.cells.set(cell, DIRECTORY_CAPACITY, 0);
    }
  }

  /** Lets `change` alter codes and check of every slot of a chunk, which end up in another edition. The slots stay where they are. */
  rewriteChunk(cell: number, place: number, edition: number, change: (slots: Int32Array, slot: number) => void): void {
    const { words, at } = this.directory(cell);
    const entry = at + place * ENTRY_WORDS;
    const chunk = words[entry + ENTRY_CHUNK] as number;
    const [chunkWords, base] = [this.chunks.words(chunk), this.chunks.base(chunk)];
    const isSquare = this.cells.isSquare(cell);
    const count = readColumns(chunkWords, base, this.batch, 0, this.batchColumns);
    for (let slot = 0; slot < count; slot += 1) change(this.batch, slot * SLOT_WORDS);
    drawColumns(chunkWords, base, this.batch, 0, count, this.batchColumns, isSquare);
    words[entry + ENTRY_STATE] = count | (edition << EDITION_SHIFT) | ((words[entry + ENTRY_STATE] as number) & SORTED);
    summarize(words, entry, this.batch, 0, count);
  }

  /** The same for the slots of the tail. */
  rewriteTail(cell: number, edition: number, change: (slots: Int32Array, slot: number) => void): void {
    const tail = this.cells.get(cell, TAIL);
    const [words, at] = [this.arena.words(tail), this.arena.offset(tail)];
    for (let slot = 0; slot < this.cells.get(cell, TAIL_COUNT); slot += 1) change(words, at + slot * SLOT_WORDS);
    this.cells.set(cell, TAIL_EDITION, edition);
  }

  /** Takes a cell out that holds nothing any more. */
  removeIfEmpty(cell: number): void {
    if (this.cells.get(cell, TAIL_COUNT) === 0 && this.cells.get(cell, CHUNK_COUNT) === 0) this.cells.remove(cell);
  }

  /** Makes the tail a block of this capacity; its slots move. */
  resizeTail(cell: number, capacity: number): void {
    const count = this.cells.get(cell, TAIL_COUNT);
    const old = this.cells.get(cell, TAIL);
    const units = SlabArena.capacity(Math.max(1, capacity));
    const tail = this.arena.allocate(units, cell);
    this.cells.set(cell, TAIL, tail);
    this.cells.set(cell, TAIL_CAPACITY, units);
    if (old < 0) return;
    const [from, fromAt] = [this.arena.words(old), this.arena.offset(old)];
    const [to, toAt] = [this.arena.words(tail), this.arena.offset(tail)];
    for (let place = 0; place < count; place += 1) {
      const [at, newAt] = [fromAt + place * SLOT_WORDS, toAt + place * SLOT_WORDS];
      for (let word = 0; word < SLOT_WORDS; word += 1) to[newAt + word] = from[at + word] as number;
      this.relink((from[at + ID] as number) & ID_MASK, 2 * (old + place) + 1, 2 * (tail + place) + 1);
    }
    this.arena.release(old);
  }

  /** Turns the tail into columns of an unsorted chunk, a new one where none has room. */
  sealTail(cell: number): void {
    const tail = this.cells.get(cell, TAIL);
    const count = this.cells.get(cell, TAIL_COUNT);
    const edition = this.cells.get(cell, TAIL_EDITION);
    const { batch, batchColumns } = this;
    const place = this.placeWithRoom(cell, count, edition);
    let before = 0;
    let chunk: number;
    if (place < 0) {
      const [words, at] = [this.arena.words(tail), this.arena.offset(tail)];
      chunk = this.addChunk(cell, words, at, count, edition, 0);
      for (let column = 0; column < count; column += 1) batchColumns[column] = column;
    } else {
      const { words, at } = this.directory(cell);
      const entry = at + place * ENTRY_WORDS;
      chunk = words[entry + ENTRY_CHUNK] as number;
      const [chunkWords, base] = [this.chunks.words(chunk), this.chunks.base(chunk)];
      before = readColumns(chunkWords, base, batch, 0, batchColumns);
      batch.set(this.arena.words(tail).subarray(this.arena.offset(tail), this.arena.offset(tail) + count * SLOT_WORDS), before * SLOT_WORDS);
      takeFreeColumns(batchColumns, before, count);
      drawColumns(chunkWords, base, batch, 0, before + count, batchColumns, this.cells.isSquare(cell));
      words[entry + ENTRY_STATE] = (words[entry + ENTRY_STATE] as number) + count;
      summarize(words, entry, batch, 0, before + count);
      this.cells.set(cell, HOLES, this.cells.get(cell, HOLES) - count);
    }
    const [words, at] = [this.arena.words(tail), this.arena.offset(tail)];
    for (let slot = 0; slot < count; slot += 1) this.move(words, at + slot * SLOT_WORDS, 1, 2 * (tail + slot) + 1, chunk, batchColumns[before + slot] as number);
    this.arena.release(tail);
    this.cells.set(cell, TAIL, -1);
    this.cells.set(cell, TAIL_COUNT, 0);
    this.cells.set(cell, TAIL_CAPACITY, 0);
    this.due.add(cell);
  }

  /**
   * Completes a slot's move into a column that was drawn from a copy of it: its alert's chain leads there from now on. The slot's old words begin at `at`, `step` apart.
   */
  move(words: Int32Array, at: number, step: number, from: number, chunk: number, column: number): void {
    // An earlier move may have changed the chain after the copy was made.
    this.chunks.words(chunk)[keptAt(this.chunks.base(chunk), column, NEXT)] = words[at + NEXT * step] as number;
    this.relink((words[at + ID * step] as number) & ID_MASK, from, 2 * (chunk * COLUMNS + column));
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
    if ((state & LIVE_MASK) === 0) this.removeChunk(cell, place);
  }

  /** Counts every chunk of the cell as unsorted. */
  unsort(cell: number): void {
    const { words, at } = this.directory(cell);
    const chunks = this.cells.get(cell, CHUNK_COUNT);
    for (let place = 0; place < chunks; place += 1) words[at + place * ENTRY_WORDS + ENTRY_STATE] = (words[at + place * ENTRY_WORDS + ENTRY_STATE] as number) & ~SORTED;
    this.cells.set(cell, UNSORTED, chunks);
  }

  /** Whether the cell's tail is long enough to be sealed before it is full: beside chunks it costs more than a few columns more. */
  hasLongTail(cell: number): boolean {
    return this.cells.get(cell, CHUNK_COUNT) > 0 && this.cells.get(cell, TAIL_COUNT) >= LONG_TAIL;
  }

  /** Whether sorting the cell would make fewer chunks of it, or chunks that more listings can pass over. */
  isWorthSorting(cell: number): boolean {
    const chunks = this.cells.get(cell, CHUNK_COUNT);
    const unsorted = this.cells.get(cell, UNSORTED);
    const holes = this.cells.get(cell, HOLES);
    return chunks > 1 && (unsorted > Math.max(1, chunks * WORTH_SORTING) || holes > Math.max(COLUMNS, chunks * COLUMNS * WORTH_SORTING));
  }

  get bytes(): number {
    // A Map entry of two numbers takes about 40 bytes.
    return this.cells.bytes + this.arena.bytes + this.chunks.bytes + this.heads.bytes + 40 * this.previous.size;
  }

  private setNext(slot: number, next: number): void {
    if ((slot & 1) === 1) {
      this.arena.words(slot >>> 1)[this.arena.offset(slot >>> 1) + NEXT] = next;
      return;
    }
    const column = slot >>> 1;
    const chunk = (column / COLUMNS) | 0;
    this.chunks.words(chunk)[keptAt(this.chunks.base(chunk), column % COLUMNS, NEXT)] = next;
  }

  private append(cell: number): number {
    const count = this.cells.get(cell, TAIL_COUNT);
    const tail = this.cells.get(cell, TAIL);
    this.arena.words(tail).set(this.slot, this.arena.offset(tail) + count * SLOT_WORDS);
    this.cells.set(cell, TAIL_COUNT, count + 1);
    if (count + 1 === LONG_TAIL && this.cells.get(cell, CHUNK_COUNT) > 0) this.due.add(cell);
    return 2 * (tail + count) + 1;
  }

  /** An unsorted chunk of this edition with so many free columns, as its place in the directory; -1 when there is none. */
  private placeWithRoom(cell: number, count: number, edition: number): number {
    if (this.cells.get(cell, UNSORTED) === 0) return -1;
    const { words, at } = this.directory(cell);
    for (let place = this.cells.get(cell, CHUNK_COUNT) - 1; place >= 0; place -= 1) {
      const state = words[at + place * ENTRY_WORDS + ENTRY_STATE] as number;
      if ((state & SORTED) === 0 && editionOf(state) === edition && (state & LIVE_MASK) + count <= COLUMNS) return place;
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

  /** Takes the last slot of the tail into the place of the removed one. Returns the removed slot's check. */
  private removeFromTail(unit: number): number {
    const cell = this.arena.ownerOf(unit);
    const [words, slot] = [this.arena.words(unit), this.arena.offset(unit)];
    const check = words[slot + CHECK] as number;
    const count = this.cells.get(cell, TAIL_COUNT) - 1;
    const tail = this.cells.get(cell, TAIL);
    if (unit < tail || unit > tail + count) throw new Error(BROKEN_CHAIN);
    this.cells.set(cell, TAIL_COUNT, count);
    if (tail + count !== unit) {
      const last = this.arena.offset(tail + count);
      words.copyWithin(slot, last, last + SLOT_WORDS);
      this.relink((words[slot + ID] as number) & ID_MASK, 2 * (tail + count) + 1, 2 * unit + 1);
    }
    if (count === 0) {
      this.arena.release(tail);
      this.cells.set(cell, TAIL, -1);
      this.cells.set(cell, TAIL_CAPACITY, 0);
      this.removeIfEmpty(cell);
    } else if (4 * count <= this.cells.get(cell, TAIL_CAPACITY)) this.resizeTail(cell, 2 * count);
    return check;
  }

  private removeFromChunk(slot: number): number {
    const chunk = (slot / COLUMNS) | 0;
    const column = slot % COLUMNS;
    const [chunkWords, base] = [this.chunks.words(chunk), this.chunks.base(chunk)];
    const check = chunkWords[keptAt(base, column, CHECK)] as number;
    const cell = this.chunks.ownerOf(chunk);
    this.vacate(cell, chunk, column);
    if (this.isWorthSorting(cell)) this.due.add(cell);
    this.removeIfEmpty(cell);
    return check;
  }
}

/** Names the first columns that none of the sorted list of taken ones is, after it in the same array. */
function takeFreeColumns(columns: Int32Array, taken: number, count: number): void {
  for (let column = 0, known = 0, given = 0; given < count; column += 1) {
    if (known < taken && columns[known] === column) known += 1;
    else columns[taken + given++] = column;
  }
}

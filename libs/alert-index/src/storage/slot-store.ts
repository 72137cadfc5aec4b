import { AlertHeads, UNCHAINED } from './alert-heads.js';
import { COLUMNS, wordAt } from './bit-matrix.js';
import { CellChunks } from './cell-chunks.js';
import { Cells, CHUNK_COUNT, HOLES, TAIL, TAIL_CAPACITY, TAIL_COUNT, TAIL_EDITION, UNSORTED } from './cells.js';
import { ChunkPool } from './chunk-pool.js';
import { LateChains } from './late-chains.js';
import { SlabArena } from './slab-arena.js';
import { BROKEN_CHAIN, LONG_CHAIN, SlotChains } from './slot-chains.js';
import { CHECK, FILTER, ID, ID_MASK, NEXT, RANGES, SLOT_WORDS } from './slot-layout.js';

/**
 * Slots of a cell's tail before they become a chunk, most of whose columns are then free: reading a chunk of any
 * number of slots costs what some 20 of a tail do.
 */
const MAX_TAIL = 128;
/** Slots of a tail beside chunks from which on reading them as columns is faster than one by one. */
const LONG_TAIL = 24;
/** Unsorted chunks or free columns for which a cell is worth sorting again: a part of all its chunks. */
const WORTH_SORTING = 1 / 4;

/** Receives the check and the ranges of a removed slot. */
type Release = (check: number, ranges: number, filter: number) => void;

/**
 * Holds the slots of all cells. A cell's newest slots stand one after the other in its *tail*, which a listing reads
 * slot by slot; a full tail becomes columns of a *chunk*, a bit matrix (`CellChunks`); `CellSorter` puts slots
 * together that pass together. The slots of one alert form a chain (`SlotChains`), which every move keeps whole; those
 * of many alerts that are loaded are made afterwards (`LateChains`).
 */
export class SlotStore {
  readonly cells = new Cells();
  readonly arena = new SlabArena(SLOT_WORDS);
  readonly chunks = new ChunkPool();
  readonly heads = new AlertHeads();
  readonly chains = new SlotChains(this.heads, this.arena, this.chunks);
  readonly cellChunks = new CellChunks(this.cells, this.arena, this.chunks);
  readonly lateChains = new LateChains(this.heads, this.cells, this.cellChunks, this.arena, this.chunks);
  /** Slots in all cells. */
  count = 0;
  /** A slot as `add` takes it, laid out like any other. */
  readonly slot = new Int32Array(SLOT_WORDS);
  private readonly columns = new Int32Array(COLUMNS);
  /** Cells that may have become worth a look of `CellSorter`. */
  readonly due = new Set<number>();

  /** Says before an alert's first slot how many it will have, and whether its chain may be made later. */
  begin(id: number, slots: number, mayWait: boolean): void {
    const isShort = slots > 0 && slots <= LONG_CHAIN;
    if (!(mayWait && isShort && this.lateChains.putOff(id, this.count))) this.chains.begin(id, slots);
  }

  /**
   * Makes room for one slot in the cell's tail; returns the edition it must be coded in. A tail that begins takes the
   * newest.
   */
  makeRoom(cell: number, newest: number): number {
    if (this.cells.get(cell, TAIL_COUNT) === MAX_TAIL) this.sealTail(cell);
    const count = this.cells.get(cell, TAIL_COUNT);
    if (count === 0) this.cells.set(cell, TAIL_EDITION, newest);
    if (count === this.cells.get(cell, TAIL_CAPACITY)) this.resizeTail(cell, count + 1);
    return this.cells.get(cell, TAIL_EDITION);
  }

  /**
   * Adds `this.slot`, coded in the edition that `makeRoom` named last, to the cell and to the front of its alert's
   * chain.
   */
  add(cell: number): void {
    const { slot } = this;
    const id = (slot[ID] as number) & ID_MASK;
    const head = this.heads.get(id);
    slot[NEXT] = Math.max(0, head);
    const place = this.append(cell);
    if (head > UNCHAINED) this.chains.lead(id, place, slot[NEXT]);
    this.count += 1;
  }

  /** Removes every slot of an alert; `release` receives the check, the ranges and the filter of each. */
  removeChain(id: number, release: Release): void {
    if (this.heads.get(id) <= UNCHAINED) this.lateChains.finish(this.count);
    // The chain is whole after every step, because a removal may move another slot of the same alert.
    for (let slot = this.heads.get(id); slot > 0; slot = this.heads.get(id)) {
      this.chains.dropFirst(id);
      if ((slot & 1) === 1) this.removeFromTail(slot >>> 1, release);
      else this.removeFromChunk(slot >>> 1, release);
      this.count -= 1;
    }
    this.chains.end(id);
  }

  /**
   * Lets `change` alter codes and check of every slot of a tail, which end up in another edition. The slots stay
   * where they are.
   */
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
      this.chains.relink((from[at + ID] as number) & ID_MASK, 2 * (old + place) + 1, 2 * (tail + place) + 1);
    }
    this.arena.release(old);
  }

  /** Turns the tail into columns of an unsorted chunk, a new one where none has room. */
  sealTail(cell: number): void {
    const tail = this.cells.get(cell, TAIL);
    const count = this.cells.get(cell, TAIL_COUNT);
    const at = this.arena.offset(tail);
    const chunk = this.cellChunks.addUnsorted(
      cell,
      this.arena.words(tail),
      at,
      count,
      this.cells.get(cell, TAIL_EDITION),
      this.columns,
    );
    const words = this.arena.words(tail); // asked for again: a longer directory may have moved them
    for (let slot = 0, from = at; slot < count; slot += 1, from += SLOT_WORDS) {
      this.move(
        words[from + ID] as number,
        words[from + NEXT] as number,
        2 * (tail + slot) + 1,
        chunk,
        this.columns[slot] as number,
      );
    }
    this.arena.release(tail);
    this.cells.set(cell, TAIL, -1);
    this.cells.set(cell, TAIL_COUNT, 0);
    this.cells.set(cell, TAIL_CAPACITY, 0);
    this.due.add(cell);
  }

  /**
   * Completes a slot's move into a column that was drawn from a copy of it: its alert's chain leads there from now
   * on. `id` and `next` are its words of now: an earlier move may have changed the chain after the copy was made.
   */
  move(id: number, next: number, from: number, chunk: number, column: number): void {
    this.chunks.words(chunk)[wordAt(this.chunks.base(chunk), column, NEXT)] = next;
    this.chains.relink(id & ID_MASK, from, 2 * (chunk * COLUMNS + column));
  }

  /**
   * Whether the cell's tail is long enough to be sealed before it is full: beside chunks it costs more than a few
   * columns more.
   */
  hasLongTail(cell: number): boolean {
    return this.cells.get(cell, CHUNK_COUNT) > 0 && this.cells.get(cell, TAIL_COUNT) >= LONG_TAIL;
  }

  /** Whether sorting the cell would make fewer chunks of it, or chunks that more listings can pass over. */
  isWorthSorting(cell: number): boolean {
    const chunks = this.cells.get(cell, CHUNK_COUNT);
    const unsorted = this.cells.get(cell, UNSORTED);
    const holes = this.cells.get(cell, HOLES);
    return (
      chunks > 1 &&
      (unsorted > Math.max(1, chunks * WORTH_SORTING) || holes > Math.max(COLUMNS, chunks * COLUMNS * WORTH_SORTING))
    );
  }

  get bytes(): number {
    return this.cells.bytes + this.arena.bytes + this.chunks.bytes + this.chains.bytes;
  }

  private append(cell: number): number {
    const count = this.cells.get(cell, TAIL_COUNT);
    const tail = this.cells.get(cell, TAIL);
    this.arena.words(tail).set(this.slot, this.arena.offset(tail) + count * SLOT_WORDS);
    this.cells.set(cell, TAIL_COUNT, count + 1);
    if (count + 1 === LONG_TAIL && this.cells.get(cell, CHUNK_COUNT) > 0) this.due.add(cell);
    return 2 * (tail + count) + 1;
  }

  /** Takes the last slot of the tail into the place of the removed one. */
  private removeFromTail(unit: number, release: Release): void {
    const cell = this.arena.ownerOf(unit);
    const [words, slot] = [this.arena.words(unit), this.arena.offset(unit)];
    release(words[slot + CHECK] as number, words[slot + RANGES] as number, words[slot + FILTER] as number);
    const count = this.cells.get(cell, TAIL_COUNT) - 1;
    const tail = this.cells.get(cell, TAIL);
    if (unit < tail || unit > tail + count) throw new Error(BROKEN_CHAIN);
    this.cells.set(cell, TAIL_COUNT, count);
    if (tail + count !== unit) {
      const last = this.arena.offset(tail + count);
      words.copyWithin(slot, last, last + SLOT_WORDS);
      this.chains.relink((words[slot + ID] as number) & ID_MASK, 2 * (tail + count) + 1, 2 * unit + 1);
    }
    if (count === 0) {
      this.arena.release(tail);
      this.cells.set(cell, TAIL, -1);
      this.cells.set(cell, TAIL_CAPACITY, 0);
      this.removeIfEmpty(cell);
    } else if (4 * count <= this.cells.get(cell, TAIL_CAPACITY)) this.resizeTail(cell, 2 * count);
  }

  private removeFromChunk(slot: number, release: Release): void {
    const chunk = (slot / COLUMNS) | 0;
    const column = slot % COLUMNS;
    const [chunkWords, base] = [this.chunks.words(chunk), this.chunks.base(chunk)];
    const word = (which: number): number => chunkWords[wordAt(base, column, which)] as number;
    release(word(CHECK), word(RANGES), word(FILTER));
    const cell = this.chunks.ownerOf(chunk);
    this.cellChunks.vacate(cell, chunk, column);
    if (this.isWorthSorting(cell)) this.due.add(cell);
    this.removeIfEmpty(cell);
  }
}

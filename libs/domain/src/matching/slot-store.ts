import { ABSENT, AlertHeads, NO_SLOTS } from './alert-heads.js';
import { clearColumn, COLUMNS, drawColumn, drawColumns, freeColumn, KEPT, readColumns } from './bit-matrix.js';
import { Cells, CHUNK_COUNT, DIRECTORY, DIRECTORY_CAPACITY, HOLES, TAIL, TAIL_CAPACITY, TAIL_COUNT, TAIL_EDITION, UNSORTED } from './cells.js';
import { ChunkPool } from './chunk-pool.js';
import { EDITION_SHIFT, ENTRY_CHUNK, ENTRY_STATE, ENTRY_WORDS, LIVE_MASK, summarize, widen } from './directory.js';
import { SlabArena } from './slab-arena.js';
import { CHECK, ID, ID_MASK, NEXT, SLOT_WORDS } from './slot-layout.js';

/** Slots of a cell's tail before they become a chunk, most of whose columns are then free: reading a chunk of any number of slots costs what some 20 of a tail do. */
export const MAX_TAIL = 128;
/** Chains longer than this are linked backwards too: a walk to the slot before a moved one would make huge alerts slow to add. */
const LONG_CHAIN = 24;
/** Only a defect of this file leads here; going on would answer for the wrong alerts or never end. */
const BROKEN_CHAIN = 'The chain of an alert leads to a slot that is not its own';

/**
 * Holds the slots of all cells. A cell's newest slots stand one after the other in its *tail*, which a listing reads slot by slot; a full tail becomes a *chunk*, a bit
 * matrix. A cell lists its chunks in a *directory*, each with a summary that tells when no slot in it can pass. A slot's reference is 2 × its place in the arena + 1 in a
 * tail, 2 × its column counted over all chunks in a chunk; the slots of one alert form a chain through their words NEXT.
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

  /** Says before an alert's first slot how many it will have. */
  begin(id: number, slots: number): void {
    this.heads.set(id, NO_SLOTS);
    if (slots > LONG_CHAIN) this.longChains.add(id);
  }

  /** Makes room for one slot in the cell; returns the edition it must be coded in. A tail that begins takes the newest. */
  makeRoom(cell: number, newest: number): number {
    if (this.cells.get(cell, HOLES) === 0 && this.cells.get(cell, TAIL_COUNT) === MAX_TAIL) this.sealTail(cell);
    const place = this.placeWithHole(cell);
    if (place >= 0) {
      const { words, at } = this.directory(cell);
      return (words[at + place * ENTRY_WORDS + ENTRY_STATE] as number) >>> EDITION_SHIFT;
    }
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
    const place = this.placeWithHole(cell);
    const reference = place >= 0 ? this.fillHole(cell, place) : this.append(cell);
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
  addChunk(cell: number, slots: Int32Array, from: number, count: number, edition: number): number {
    const chunk = this.chunks.allocate(cell);
    drawColumns(this.chunks.words(chunk), this.chunks.base(chunk), slots, from, count, null, this.cells.isSquare(cell));
    const place = this.cells.get(cell, CHUNK_COUNT);
    this.reserveEntry(cell);
    const { words, at } = this.directory(cell);
    const entry = at + place * ENTRY_WORDS;
    words[entry + ENTRY_CHUNK] = chunk;
    words[entry + ENTRY_STATE] = count | (edition << EDITION_SHIFT);
    summarize(words, entry, slots, from, count);
    this.cells.set(cell, CHUNK_COUNT, place + 1);
    this.cells.set(cell, HOLES, this.cells.get(cell, HOLES) + COLUMNS - count);
    return chunk;
  }

  /** Takes a chunk out of its cell's directory, with its holes; its slots are the caller's to have moved. */
  removeChunk(cell: number, place: number): void {
    const { words, at } = this.directory(cell);
    const entry = at + place * ENTRY_WORDS;
    const last = at + (this.cells.get(cell, CHUNK_COUNT) - 1) * ENTRY_WORDS;
    this.cells.set(cell, HOLES, this.cells.get(cell, HOLES) - (COLUMNS - ((words[entry + ENTRY_STATE] as number) & LIVE_MASK)));
    this.chunks.release(words[entry + ENTRY_CHUNK] as number);
    words.copyWithin(entry, last, last + ENTRY_WORDS);
    this.cells.set(cell, CHUNK_COUNT, this.cells.get(cell, CHUNK_COUNT) - 1);
    if (this.cells.get(cell, CHUNK_COUNT) === 0) {
      this.arena.release(this.cells.get(cell, DIRECTORY));
      this.cells.set(cell, DIRECTORY, -1);
      this.cells.set(cell, DIRECTORY_CAPACITY, 0);
      this.cells.set(cell, UNSORTED, 0);
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
    words[entry + ENTRY_STATE] = count | (edition << EDITION_SHIFT);
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

  /** Turns the tail into a chunk. */
  sealTail(cell: number): void {
    const tail = this.cells.get(cell, TAIL);
    const count = this.cells.get(cell, TAIL_COUNT);
    const [words, at] = [this.arena.words(tail), this.arena.offset(tail)];
    const chunk = this.addChunk(cell, words, at, count, this.cells.get(cell, TAIL_EDITION));
    this.cells.set(cell, UNSORTED, this.cells.get(cell, UNSORTED) + 1);
    const [chunkWords, base] = [this.chunks.words(chunk), this.chunks.base(chunk)];
    for (let column = 0; column < count; column += 1) {
      const slot = at + column * SLOT_WORDS;
      // An earlier slot of this pass may have changed the chain that the matrix copied before.
      chunkWords[keptAt(base, column, NEXT)] = words[slot + NEXT] as number;
      this.relink((words[slot + ID] as number) & ID_MASK, 2 * (tail + column) + 1, 2 * (chunk * COLUMNS + column));
    }
    this.arena.release(tail);
    this.cells.set(cell, TAIL, -1);
    this.cells.set(cell, TAIL_COUNT, 0);
    this.cells.set(cell, TAIL_CAPACITY, 0);
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
    return 2 * (tail + count) + 1;
  }

  /** The first chunk of the cell with a free column, as its place in the directory; -1 when none has one. */
  private placeWithHole(cell: number): number {
    if (this.cells.get(cell, HOLES) === 0) return -1;
    const { words, at } = this.directory(cell);
    for (let place = 0; ; place += 1) {
      if (((words[at + place * ENTRY_WORDS + ENTRY_STATE] as number) & LIVE_MASK) < COLUMNS) return place;
    }
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

  private fillHole(cell: number, place: number): number {
    const { words, at } = this.directory(cell);
    const entry = at + place * ENTRY_WORDS;
    const chunk = words[entry + ENTRY_CHUNK] as number;
    const [chunkWords, base] = [this.chunks.words(chunk), this.chunks.base(chunk)];
    const column = freeColumn(chunkWords, base);
    drawColumn(chunkWords, base, column, this.slot, 0, this.cells.isSquare(cell));
    words[entry + ENTRY_STATE] = (words[entry + ENTRY_STATE] as number) + 1;
    widen(words, entry, this.slot, 0);
    this.cells.set(cell, HOLES, this.cells.get(cell, HOLES) - 1);
    return 2 * (chunk * COLUMNS + column);
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
    clearColumn(chunkWords, base, column);
    const { words, at } = this.directory(cell);
    let place = 0;
    while (words[at + place * ENTRY_WORDS + ENTRY_CHUNK] !== chunk) place += 1;
    const state = (words[at + place * ENTRY_WORDS + ENTRY_STATE] as number) - 1;
    words[at + place * ENTRY_WORDS + ENTRY_STATE] = state;
    this.cells.set(cell, HOLES, this.cells.get(cell, HOLES) + 1);
    if ((state & LIVE_MASK) === 0) {
      this.removeChunk(cell, place);
      this.removeIfEmpty(cell);
    }
    return check;
  }
}

/** Where a chunk keeps a word of the slot in a column. */
function keptAt(base: number, column: number, word: number): number {
  return base + KEPT + column * SLOT_WORDS + word;
}

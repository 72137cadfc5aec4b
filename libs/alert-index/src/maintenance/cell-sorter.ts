import { COLUMNS, wordAt, ROW_WORDS, takenIn } from '../storage/bit-matrix.js';
import { CHUNK_COUNT, TAIL_COUNT } from '../storage/cells.js';
import { orderColumns } from './column-order.js';
import { countBits } from '../storage/count-bits.js';
import { editionOf, ENTRY_CHUNK, ENTRY_STATE, ENTRY_WORDS, LIVE_MASK, SORTED } from '../storage/directory.js';
import { ALL_TYPES, codeIn, FORBID_C, HIGH, ID, LOW, NEXT, SLOT_WORDS, TYPE_COUNT } from '../storage/slot-layout.js';
import type { SlotStore } from '../storage/slot-store.js';

const NO_CELL = -1;
const PRICE = 0;
/** Above the 7 bits of a price code: whether there is a lower price at all; above that which types are allowed. */
const HAS_LOW = 1 << 7;
const TYPES_SHIFT = 8;
/** Types of slots that allow one, slots that allow a few by their first, slots that allow most. */
const FEW_TYPES = TYPE_COUNT;
const MOST_TYPES = 2 * TYPE_COUNT;
const KEYS = (MOST_TYPES + 1) << TYPES_SHIFT;
/** So many keys are read in the time that one slot takes to move. */
const KEYS_PER_SLOT_MOVED = 64;

/**
 * Sorts the slots of a cell by the types they allow, then by price, so that a listing skips most chunks of a large cell
 * by their summaries. It sorts one cell at a time, one chunk a step; between steps the index answers and changes as
 * usual. All chunks of the cell must be of one edition. Inside a chunk, `orderColumns` orders.
 */
export class CellSorter {
  private cell = NO_CELL;
  /** Slots of the cell per key when its sorting began: how far the keys of one new chunk reach. */
  private readonly counts = new Int32Array(KEYS);
  private nextKey = 0;
  /** Slots on their way into a new chunk, and where each of them stands. */
  private count = 0;
  private edition: 0 | 1 = 0;
  private readonly batch = new Int32Array(COLUMNS * SLOT_WORDS);
  /** The column of each in the new chunk. */
  private readonly columns = new Int32Array(COLUMNS);
  private readonly chunkOf = new Int32Array(COLUMNS);
  private readonly columnOf = new Int32Array(COLUMNS);

  constructor(private readonly store: SlotStore) {}

  /** Works on about `budget` slots; true while there is more to do. */
  work(budget: number): boolean {
    for (let left = budget; left > 0;) {
      if (this.cell === NO_CELL && !this.takeNext()) return false;
      left -= this.cell === NO_CELL ? COLUMNS : this.fillOneChunk(this.cell);
    }
    return true;
  }

  /** Leaves the cell in hand as it is, for another time. */
  interrupt(): void {
    if (this.cell !== NO_CELL) this.store.due.add(this.cell);
    this.cell = NO_CELL;
  }

  /** Looks at a cell that is due; false when none is. */
  private takeNext(): boolean {
    const { store } = this;
    const [cell] = store.due;
    if (cell === undefined) return false;
    const isThere = store.cells.isThere(cell);
    if (isThere && store.hasLongTail(cell)) store.sealTail(cell);
    const isWorthIt = isThere && store.isWorthSorting(cell);
    if (isWorthIt && store.cells.get(cell, TAIL_COUNT) > 0) store.sealTail(cell);
    store.due.delete(cell); // only now: a sealed tail makes its cell due
    if (isWorthIt) this.begin(cell);
    return true;
  }

  private begin(cell: number): void {
    const { counts } = this;
    this.cell = cell;
    this.nextKey = 0;
    counts.fill(0);
    this.store.cellChunks.unsort(cell);
    this.forEachUnsorted(cell, (words, base) => {
      for (let row = 0; row < ROW_WORDS; row += 1) {
        for (let taken = takenIn(words, base, row); taken !== 0; taken &= taken - 1) {
          const key = keyOf(words, base, 32 * row + 31 - Math.clz32(taken & -taken));
          counts[key] = (counts[key] as number) + 1;
        }
      }
    });
  }

  /** Moves the slots of the next keys into a new chunk; returns about how many slots were looked at. */
  private fillOneChunk(cell: number): number {
    const { counts, store } = this;
    const from = this.nextKey;
    if (!store.cells.isThere(cell) || store.cells.get(cell, CHUNK_COUNT) === 0 || from === KEYS) {
      this.cell = NO_CELL;
      return COLUMNS;
    }
    let to = from;
    for (let sum = 0; to < KEYS && (sum === 0 || sum + (counts[to] as number) <= COLUMNS); to += 1)
      sum += counts[to] as number;
    const chunks = store.cells.get(cell, CHUNK_COUNT);
    this.count = 0;
    this.forEachUnsorted(cell, (words, base, chunk, edition) => {
      this.edition = edition;
      for (let row = 0; row < ROW_WORDS && this.count < COLUMNS; row += 1) {
        for (let taken = takenIn(words, base, row); taken !== 0 && this.count < COLUMNS; taken &= taken - 1) {
          const column = 32 * row + 31 - Math.clz32(taken & -taken);
          const key = keyOf(words, base, column);
          if (key >= from && key < to) this.take(words, base, chunk, column);
        }
      }
    });
    // A full chunk may have left slots of these keys behind.
    if (this.count < COLUMNS) this.nextKey = to;
    if (this.count > 0) this.moveBatch(cell);
    return (chunks * COLUMNS) / KEYS_PER_SLOT_MOVED + COLUMNS;
  }

  private take(words: Int32Array, base: number, chunk: number, column: number): void {
    for (let word = 0; word < SLOT_WORDS; word += 1)
      this.batch[this.count * SLOT_WORDS + word] = words[wordAt(base, column, word)] as number;
    this.chunkOf[this.count] = chunk;
    this.columnOf[this.count++] = column;
  }

  private moveBatch(cell: number): void {
    const { store, columns, count } = this;
    orderColumns(this.batch, count, columns);
    const made = store.cellChunks.add(cell, this.batch, 0, count, columns, this.edition, SORTED);
    for (let place = 0; place < count; place += 1) {
      const [chunk, column] = [this.chunkOf[place] as number, this.columnOf[place] as number];
      const [words, base] = [store.chunks.words(chunk), store.chunks.base(chunk)];
      store.move(
        words[wordAt(base, column, ID)] as number,
        words[wordAt(base, column, NEXT)] as number,
        2 * (chunk * COLUMNS + column),
        made,
        columns[place] as number,
      );
      store.cellChunks.vacate(cell, chunk, column);
    }
  }

  private forEachUnsorted(
    cell: number,
    visit: (words: Int32Array, base: number, chunk: number, edition: 0 | 1) => void,
  ): void {
    const { store } = this;
    const { words, at } = store.cellChunks.directory(cell);
    for (let place = 0; place < store.cells.get(cell, CHUNK_COUNT); place += 1) {
      const state = words[at + place * ENTRY_WORDS + ENTRY_STATE] as number;
      const chunk = words[at + place * ENTRY_WORDS + ENTRY_CHUNK] as number;
      if ((state & SORTED) === 0 && (state & LIVE_MASK) > 0)
        visit(store.chunks.words(chunk), store.chunks.base(chunk), chunk, editionOf(state));
    }
  }
}

/** The order of a slot in its cell: types, whether there is a lowest price, the highest price. */
function keyOf(chunk: Int32Array, base: number, column: number): number {
  const types = ALL_TYPES & ~(chunk[wordAt(base, column, FORBID_C)] as number);
  const first = 31 - Math.clz32(types & -types);
  const kind = (types & (types - 1)) === 0 ? first : countBits(types) > TYPE_COUNT / 2 ? MOST_TYPES : FEW_TYPES + first;
  const [low, high] = [
    codeIn(chunk[wordAt(base, column, LOW)] as number, PRICE),
    codeIn(chunk[wordAt(base, column, HIGH)] as number, PRICE),
  ];
  return (kind << TYPES_SHIFT) | (low > 0 ? HAS_LOW : 0) | high;
}

/** Words of a cell. */
export const TAIL = 0;
export const TAIL_COUNT = 1;
export const TAIL_CAPACITY = 2;
/** Which edition of boundaries the tail's codes are of. */
export const TAIL_EDITION = 3;
export const DIRECTORY = 4;
export const CHUNK_COUNT = 5;
export const DIRECTORY_CAPACITY = 6;
/** Free columns among the cell's chunks. */
export const HOLES = 7;
/** Chunks that were not made by sorting the cell. */
export const UNSORTED = 8;
const KEY_HIGH = 9;
const KEY_LOW = 10;
/** The pass that probed the cell last, so that none probes it twice. */
export const PROBED = 11;
const CELL_WORDS = 12;

const CELLS_PER_PAGE = 2_048;
const PAGE_SHIFT = 11;
const PAGE_MASK = CELLS_PER_PAGE - 1;

/**
 * The upper key word: what sort of place in bits 21 and 22, the transaction in bits 24 and 25; below them the upper
 * bits of a division id or the level of a square.
 */
const KIND_SHIFT = 21;
const TRANSACTION_SHIFT = 24;
const SQUARE = 1;
const EVERYWHERE = 2;
const WORD = 3;

/**
 * Upper key word of a division's cells without the transaction; ids are whole numbers from 0 to 2^53 - 1, the lower
 * 32 bits are the lower key word.
 */
export function divisionKeyHigh(id: number): number {
  return (id / 4_294_967_296) | 0;
}
export function squareKeyHigh(level: number): number {
  return level | (SQUARE << KIND_SHIFT);
}
export const EVERYWHERE_KEY_HIGH = EVERYWHERE << KIND_SHIFT;
/** The lower key word of a word's cells is its number in the lexicon. */
export const WORD_KEY_HIGH = WORD << KIND_SHIFT;

export function withTransaction(keyHigh: number, transaction: number): number {
  return keyHigh | (transaction << TRANSACTION_SHIFT);
}

/**
 * Cells by key: a division, a grid square, a word or everywhere, each once per transaction. Numbers from 0; open
 * addressing.
 */
export class Cells {
  private readonly pages: Int32Array[] = [];
  private readonly free: number[] = [];
  private table = new Int32Array(2 * 1_024);
  /** One past the highest number ever given out. */
  end = 0;
  count = 0;
  /** Cells of each level of the grid: levels without any are not probed. */
  readonly squaresAtLevel = new Int32Array(16);
  /** Cells of words. */
  wordCells = 0;

  /** The cell; -1 where there is none. */
  find(keyHigh: number, keyLow: number): number {
    const { table } = this;
    const mask = table.length - 2;
    const hash = hashOf(keyHigh, keyLow);
    for (let place = (hash << 1) & mask; ; place = (place + 2) & mask) {
      const cell = (table[place] as number) - 1;
      if (cell < 0) return -1;
      if (table[place + 1] !== hash) continue;
      const page = this.pages[cell >>> PAGE_SHIFT] as Int32Array;
      const at = (cell & PAGE_MASK) * CELL_WORDS;
      if (page[at + KEY_HIGH] === keyHigh && page[at + KEY_LOW] === keyLow) return cell;
    }
  }

  /**
   * What the table holds where `find` begins: a cell's number plus 1, mostly of the cell asked for; 0 where there is
   * none.
   */
  firstSeen(keyHigh: number, keyLow: number): number {
    return this.table[(hashOf(keyHigh, keyLow) << 1) & (this.table.length - 2)] as number;
  }

  /**
   * Reads of a cell what `find` will read, so that it waits no more; takes what `firstSeen` gives. The number means
   * nothing.
   */
  prefetch(seen: number): number {
    return seen === 0 ? 0 : this.get(seen - 1, KEY_LOW);
  }

  findOrMake(keyHigh: number, keyLow: number): number {
    const known = this.find(keyHigh, keyLow);
    if (known >= 0) return known;
    const cell = this.free.pop() ?? this.end++;
    if (cell >>> PAGE_SHIFT === this.pages.length) this.pages.push(new Int32Array(CELLS_PER_PAGE * CELL_WORDS));
    const page = this.words(cell);
    const at = this.offset(cell);
    page.fill(0, at, at + CELL_WORDS);
    page[at + TAIL] = page[at + DIRECTORY] = -1;
    page[at + KEY_HIGH] = keyHigh;
    page[at + KEY_LOW] = keyLow;
    page[at + PROBED] = -1;
    this.count += 1;
    if (this.isSquare(cell)) this.squaresAtLevel[keyHigh & 15] = (this.squaresAtLevel[keyHigh & 15] as number) + 1;
    if (this.isOfWord(cell)) this.wordCells += 1;
    if (2 * this.count > this.table.length / 2) this.grow();
    this.enter(cell, hashOf(keyHigh, keyLow));
    return cell;
  }

  /** Takes an empty cell out; its number will be given out again. */
  remove(cell: number): void {
    const keyHigh = this.get(cell, KEY_HIGH);
    const { table } = this;
    const mask = table.length - 2;
    let gap = (hashOf(keyHigh, this.get(cell, KEY_LOW)) << 1) & mask;
    while (table[gap] !== cell + 1) gap = (gap + 2) & mask;
    for (let place = (gap + 2) & mask; table[place] !== 0; place = (place + 2) & mask) {
      const preferred = ((table[place + 1] as number) << 1) & mask;
      if (((place - preferred) & mask) >= ((place - gap) & mask)) {
        table[gap] = table[place] as number;
        table[gap + 1] = table[place + 1] as number;
        gap = place;
      }
    }
    table[gap] = 0;
    if (this.isSquare(cell)) this.squaresAtLevel[keyHigh & 15] = (this.squaresAtLevel[keyHigh & 15] as number) - 1;
    if (this.isOfWord(cell)) this.wordCells -= 1;
    this.set(cell, KEY_HIGH, -1);
    this.free.push(cell);
    this.count -= 1;
  }

  /** Whether the number belongs to a cell that is there. */
  isThere(cell: number): boolean {
    return this.get(cell, KEY_HIGH) !== -1;
  }

  isSquare(cell: number): boolean {
    return ((this.get(cell, KEY_HIGH) >>> KIND_SHIFT) & 3) === SQUARE;
  }

  private isOfWord(cell: number): boolean {
    return ((this.get(cell, KEY_HIGH) >>> KIND_SHIFT) & 3) === WORD;
  }

  transactionOf(cell: number): number {
    return this.get(cell, KEY_HIGH) >>> TRANSACTION_SHIFT;
  }

  words(cell: number): Int32Array {
    return this.pages[cell >>> PAGE_SHIFT] as Int32Array;
  }

  offset(cell: number): number {
    return (cell & PAGE_MASK) * CELL_WORDS;
  }

  get(cell: number, word: number): number {
    return (this.pages[cell >>> PAGE_SHIFT] as Int32Array)[(cell & PAGE_MASK) * CELL_WORDS + word] as number;
  }

  set(cell: number, word: number, value: number): void {
    (this.pages[cell >>> PAGE_SHIFT] as Int32Array)[(cell & PAGE_MASK) * CELL_WORDS + word] = value;
  }

  get bytes(): number {
    return this.pages.reduce((sum, page) => sum + page.byteLength, this.table.byteLength);
  }

  private enter(cell: number, hash: number): void {
    const mask = this.table.length - 2;
    let place = (hash << 1) & mask;
    while (this.table[place] !== 0) place = (place + 2) & mask;
    this.table[place] = cell + 1;
    this.table[place + 1] = hash;
  }

  private grow(): void {
    const old = this.table;
    this.table = new Int32Array(2 * old.length);
    for (let place = 0; place < old.length; place += 2) {
      if (old[place] !== 0) this.enter((old[place] as number) - 1, old[place + 1] as number);
    }
  }
}

function hashOf(keyHigh: number, keyLow: number): number {
  let hash = Math.imul(keyLow ^ Math.imul(keyHigh, 0x85eb_ca6b), 0x9e37_79b1);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0xc2b2_ae35);
  return hash ^ (hash >>> 13);
}

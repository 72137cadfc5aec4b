import {
  ALL_TYPES, CODE_MASK, CODE_SHIFT, FLAG_SHIFT, FLAGS_IN_C, FORBID_C, FORBID_D, HIGH, KEPT_WORDS, LAST_CODE, LOW, NULL_BIT, SLOT_WORDS, SUB, TYPE_COUNT,
} from './slot-layout.js';

/** Words of one row. A row is a cache line, so a listing costs a chunk one line per row it looks at. */
export const ROW_WORDS = 16;
/** Slots of one chunk: a bit column each. */
export const COLUMNS = 32 * ROW_WORDS;

/** First rows of each number: one row per code, then the row of "not stated". */
export const CODE_ROWS = [0, 128, 192, 208] as const;
/** A row per property type, set where it is allowed; then one per part of a grid square. */
export const TYPE_ROWS = 224;
export const PART_ROWS = TYPE_ROWS + TYPE_COUNT;
/** Three rows per flag, set where the state is forbidden. */
export const FLAG_ROWS = PART_ROWS + 32;
const FLAG_COUNT = 15;
const ROWS = FLAG_ROWS + 3 * FLAG_COUNT;

/** After the rows: of each column the words SUB, ID, CHECK and NEXT of its slot side by side, so that a slot that passes costs one line of memory more. */
export const KEPT = ROWS * ROW_WORDS;
export const CHUNK_WORDS = KEPT + COLUMNS * KEPT_WORDS;

/** Bits of FORBID_C and FORBID_D as the number of a flag row. */
const FLAG_BITS_IN_C = 3 * FLAGS_IN_C;

/**
 * Writes `count` slots as the columns of a chunk that holds nothing else; `columns` names the column of each, null counts from 0. An interval of rows is drawn as two marks, where it begins and after its end; one pass of
 * exclusive ors then fills what lies between, so the cost does not grow with the width of intervals.
 */
export function drawColumns(chunk: Int32Array, base: number, slots: Int32Array, from: number, count: number, columns: Int32Array | null, isSquare: boolean): void {
  chunk.fill(0, base, base + KEPT);
  for (let place = 0; place < count; place += 1) {
    const slot = from + place * SLOT_WORDS;
    const column = columns === null ? place : (columns[place] as number);
    const bit = 1 << (column & 31);
    const word = base + (column >> 5);
    const c = slots[slot + FORBID_C] as number;
    for (let field = 0; field < 4; field += 1) {
      const shift = CODE_SHIFT[field] as number;
      const mask = CODE_MASK[field] as number;
      const low = ((slots[slot + LOW] as number) >>> shift) & mask;
      const high = ((slots[slot + HIGH] as number) >>> shift) & mask;
      const row = CODE_ROWS[field] as number;
      const last = LAST_CODE[field] as number;
      if (low <= high) {
        toggle(chunk, word + (row + low) * ROW_WORDS, bit);
        if (high < last) toggle(chunk, word + (row + high + 1) * ROW_WORDS, bit);
      }
      if ((c & (NULL_BIT[field] as number)) === 0) toggle(chunk, word + (row + last + 1) * ROW_WORDS, bit);
    }
    drawRest(chunk, word, bit, c, slots[slot + FORBID_D] as number, isSquare ? (slots[slot + SUB] as number) : 0);
    keep(chunk, base, column, slots, slot);
  }
  for (let field = 0; field < 4; field += 1) {
    const start = base + (CODE_ROWS[field] as number) * ROW_WORDS;
    const end = start + ((LAST_CODE[field] as number) + 1) * ROW_WORDS;
    for (let word = start + ROW_WORDS; word < end; word += 1) chunk[word] = (chunk[word] as number) ^ (chunk[word - ROW_WORDS] as number);
  }
}

/** Writes one slot over whatever its column held. */
export function drawColumn(chunk: Int32Array, base: number, column: number, slots: Int32Array, slot: number, isSquare: boolean): void {
  const bit = 1 << (column & 31);
  const word = base + (column >> 5);
  const c = slots[slot + FORBID_C] as number;
  for (let row = TYPE_ROWS; row < ROWS; row += 1) clear(chunk, word + row * ROW_WORDS, bit);
  for (let field = 0; field < 4; field += 1) {
    const shift = CODE_SHIFT[field] as number;
    const low = ((slots[slot + LOW] as number) >>> shift) & (CODE_MASK[field] as number);
    const high = ((slots[slot + HIGH] as number) >>> shift) & (CODE_MASK[field] as number);
    const last = LAST_CODE[field] as number;
    let at = word + (CODE_ROWS[field] as number) * ROW_WORDS;
    for (let code = 0; code <= last; code += 1, at += ROW_WORDS) {
      if (code >= low && code <= high) chunk[at] = (chunk[at] as number) | bit;
      else clear(chunk, at, bit);
    }
    if ((c & (NULL_BIT[field] as number)) === 0) chunk[at] = (chunk[at] as number) | bit;
    else clear(chunk, at, bit);
  }
  drawRest(chunk, word, bit, c, slots[slot + FORBID_D] as number, isSquare ? (slots[slot + SUB] as number) : 0);
  keep(chunk, base, column, slots, slot);
}

/** Frees a column: without an allowed type it answers no listing, whatever its other rows hold. */
export function clearColumn(chunk: Int32Array, base: number, column: number): void {
  const word = base + (column >> 5);
  for (let type = 0; type < TYPE_COUNT; type += 1) clear(chunk, word + (TYPE_ROWS + type) * ROW_WORDS, 1 << (column & 31));
}

/** A column that is free: the first without an allowed type. -1 when all are taken. */
export function freeColumn(chunk: Int32Array, base: number): number {
  for (let word = 0; word < ROW_WORDS; word += 1) {
    const free = ~takenIn(chunk, base, word);
    if (free !== 0) return 32 * word + 31 - Math.clz32(free & -free);
  }
  return -1;
}

function takenIn(chunk: Int32Array, base: number, word: number): number {
  let taken = 0;
  for (let type = 0; type < TYPE_COUNT; type += 1) taken |= chunk[base + word + (TYPE_ROWS + type) * ROW_WORDS] as number;
  return taken;
}

/**
 * Reads the columns that are taken back into slots, the inverse of `drawColumns`; returns how many. `columns` receives the column of each. `slots` has room for COLUMNS
 * slots from word `from` on.
 */
export function readColumns(chunk: Int32Array, base: number, slots: Int32Array, from: number, columns: Int32Array): number {
  places.fill(-1);
  let count = 0;
  for (let word = 0; word < ROW_WORDS; word += 1) {
    for (let taken = takenIn(chunk, base, word); taken !== 0; taken &= taken - 1) {
      const column = 32 * word + 31 - Math.clz32(taken & -taken);
      const slot = from + count * SLOT_WORDS;
      columns[count] = column;
      places[column] = slot;
      count += 1;
      slots[slot + LOW] = EMPTY_LOW;
      slots[slot + HIGH] = 0;
      slots[slot + FORBID_C] = ALL_TYPES | NULL_BIT[0] | NULL_BIT[1] | NULL_BIT[2] | NULL_BIT[3];
      slots[slot + FORBID_D] = 0;
      for (let word = 0; word < KEPT_WORDS; word += 1) slots[slot + SUB + word] = chunk[base + KEPT + column * KEPT_WORDS + word] as number;
    }
  }
  for (let field = 0; field < 4; field += 1) readIntervals(chunk, base, slots, field);
  for (let type = 0; type < TYPE_COUNT; type += 1) eachSet(chunk, base + (TYPE_ROWS + type) * ROW_WORDS, slots, FORBID_C, ~(1 << type), true);
  for (let row = 0; row < 3 * FLAG_COUNT; row += 1) {
    const inC = row < FLAG_BITS_IN_C;
    eachSet(chunk, base + (FLAG_ROWS + row) * ROW_WORDS, slots, inC ? FORBID_C : FORBID_D, 1 << (inC ? FLAG_SHIFT + row : row - FLAG_BITS_IN_C), false);
  }
  return count;
}

/** Where `readColumns` puts the slot of each column; -1 for free ones. */
const places = new Int32Array(COLUMNS);
/** The interval that no code lies in: from the last code to the first. */
const EMPTY_LOW = LAST_CODE.reduce((word, last, field) => word | (last << (CODE_SHIFT[field] as number)), 0);

function readIntervals(chunk: Int32Array, base: number, slots: Int32Array, field: number): void {
  const start = base + (CODE_ROWS[field] as number) * ROW_WORDS;
  const last = LAST_CODE[field] as number;
  const shift = CODE_SHIFT[field] as number;
  const others = ~((CODE_MASK[field] as number) << shift);
  for (let word = 0; word < ROW_WORDS; word += 1) {
    let previous = 0;
    for (let code = 0; code <= last; code += 1) {
      const row = chunk[start + code * ROW_WORDS + word] as number;
      for (let changed = row ^ previous; changed !== 0; changed &= changed - 1) {
        const lowest = changed & -changed;
        const slot = places[32 * word + 31 - Math.clz32(lowest)] as number;
        if (slot < 0) continue;
        if ((row & lowest) !== 0) {
          slots[slot + LOW] = ((slots[slot + LOW] as number) & others) | (code << shift);
          slots[slot + HIGH] = ((slots[slot + HIGH] as number) & others) | (last << shift);
        } else slots[slot + HIGH] = ((slots[slot + HIGH] as number) & others) | ((code - 1) << shift);
      }
      previous = row;
    }
  }
  eachSet(chunk, start + (last + 1) * ROW_WORDS, slots, FORBID_C, ~(NULL_BIT[field] as number), true);
}

/** For every slot whose column is set in the row: takes bits away from a word of it, or adds them. */
function eachSet(chunk: Int32Array, row: number, slots: Int32Array, slotWord: number, bits: number, takesAway: boolean): void {
  for (let word = 0; word < ROW_WORDS; word += 1) {
    for (let set = chunk[row + word] as number; set !== 0; set &= set - 1) {
      const slot = places[32 * word + 31 - Math.clz32(set & -set)] as number;
      if (slot < 0) continue;
      slots[slot + slotWord] = takesAway ? (slots[slot + slotWord] as number) & bits : (slots[slot + slotWord] as number) | bits;
    }
  }
}

/** Types, parts and flags of a slot into a column whose bits there are all clear. */
function drawRest(chunk: Int32Array, word: number, bit: number, c: number, d: number, parts: number): void {
  for (let set = ALL_TYPES & ~c; set !== 0; set &= set - 1) toggle(chunk, word + (TYPE_ROWS + 31 - Math.clz32(set & -set)) * ROW_WORDS, bit);
  for (let set = parts; set !== 0; set &= set - 1) toggle(chunk, word + (PART_ROWS + 31 - Math.clz32(set & -set)) * ROW_WORDS, bit);
  for (let set = c >>> FLAG_SHIFT; set !== 0; set &= set - 1) toggle(chunk, word + (FLAG_ROWS + 31 - Math.clz32(set & -set)) * ROW_WORDS, bit);
  for (let set = d; set !== 0; set &= set - 1) toggle(chunk, word + (FLAG_ROWS + FLAG_BITS_IN_C + 31 - Math.clz32(set & -set)) * ROW_WORDS, bit);
}

function keep(chunk: Int32Array, base: number, column: number, slots: Int32Array, slot: number): void {
  for (let word = 0; word < KEPT_WORDS; word += 1) chunk[base + KEPT + column * KEPT_WORDS + word] = slots[slot + SUB + word] as number;
}

function toggle(chunk: Int32Array, at: number, bit: number): void {
  chunk[at] = (chunk[at] as number) ^ bit;
}

function clear(chunk: Int32Array, at: number, bit: number): void {
  chunk[at] = (chunk[at] as number) & ~bit;
}

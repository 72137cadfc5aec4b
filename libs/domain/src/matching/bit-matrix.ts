import { ALL_TYPES, CODE_MASK, CODE_SHIFT, FORBID_C, HIGH, LAST_CODE, LOW, NULL_BIT, SLOT_WORDS, SUB, TYPE_COUNT } from './slot-layout.js';

/** Words of one row. A row is a cache line, so a listing costs a chunk one line per row it looks at. */
export const ROW_WORDS = 16;
/** Slots of one chunk: a bit column each. */
export const COLUMNS = 32 * ROW_WORDS;

/** First rows of each number: one row per code, then the row of "not stated". */
export const CODE_ROWS = [0, 128, 192, 208] as const;
/** A row per property type, set where it is allowed; then one per part of a grid square. */
export const TYPE_ROWS = 224;
export const PART_ROWS = TYPE_ROWS + TYPE_COUNT;
const ROWS = PART_ROWS + 32;

/**
 * After the rows: the slot of each column as it is. A slot that passes the rows costs one line of memory more, in which its flags are tested: rows of flags would be
 * some fifteen lines for each chunk, because some slot of it names nearly every flag.
 */
export const KEPT = ROWS * ROW_WORDS;
export const CHUNK_WORDS = KEPT + COLUMNS * SLOT_WORDS;

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
    drawRest(chunk, word, bit, c, isSquare ? (slots[slot + SUB] as number) : 0);
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
  drawRest(chunk, word, bit, c, isSquare ? (slots[slot + SUB] as number) : 0);
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

/** Copies the slots of the columns that are taken; returns how many. `columns` receives the column of each. `slots` has room for COLUMNS slots from word `from` on. */
export function readColumns(chunk: Int32Array, base: number, slots: Int32Array, from: number, columns: Int32Array): number {
  let count = 0;
  for (let word = 0; word < ROW_WORDS; word += 1) {
    for (let taken = takenIn(chunk, base, word); taken !== 0; taken &= taken - 1) {
      const column = 32 * word + 31 - Math.clz32(taken & -taken);
      const kept = base + KEPT + column * SLOT_WORDS;
      for (let part = 0; part < SLOT_WORDS; part += 1) slots[from + count * SLOT_WORDS + part] = chunk[kept + part] as number;
      columns[count++] = column;
    }
  }
  return count;
}

/** Types and parts of a slot into a column whose bits there are all clear. */
function drawRest(chunk: Int32Array, word: number, bit: number, c: number, parts: number): void {
  for (let set = ALL_TYPES & ~c; set !== 0; set &= set - 1) toggle(chunk, word + (TYPE_ROWS + 31 - Math.clz32(set & -set)) * ROW_WORDS, bit);
  for (let set = parts; set !== 0; set &= set - 1) toggle(chunk, word + (PART_ROWS + 31 - Math.clz32(set & -set)) * ROW_WORDS, bit);
}

function keep(chunk: Int32Array, base: number, column: number, slots: Int32Array, slot: number): void {
  for (let word = 0; word < SLOT_WORDS; word += 1) chunk[base + KEPT + column * SLOT_WORDS + word] = slots[slot + word] as number;
}

function toggle(chunk: Int32Array, at: number, bit: number): void {
  chunk[at] = (chunk[at] as number) ^ bit;
}

function clear(chunk: Int32Array, at: number, bit: number): void {
  chunk[at] = (chunk[at] as number) & ~bit;
}

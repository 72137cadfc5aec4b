import {
  ALL_TYPES,
  CHECK,
  CODE_MASK,
  CODE_SHIFT,
  FILTER,
  FLAG_SHIFT,
  FORBID_C,
  FORBID_D,
  HIGH,
  ID,
  LAST_CODE,
  LOW,
  NEXT,
  NULL_BIT,
  RANGES,
  SLOT_WORDS,
  STATES_IN_D,
  SUB,
  TYPE_COUNT,
} from './slot-layout.js';

/** Words of one row. A row is a cache line, so a listing costs a chunk one line per row it looks at. */
export const ROW_WORDS = 16;
/** Slots of one chunk: a bit column each. */
export const COLUMNS = 32 * ROW_WORDS;

/** First rows of each number: one row per code, then the row of "not stated". */
export const CODE_ROWS = [0, 128, 192, 208] as const;
/**
 * A row per property type, set where it is allowed; then one per part of a grid square; then one per state of a flag,
 * set where it is forbidden.
 */
export const TYPE_ROWS = 224;
export const PART_ROWS = TYPE_ROWS + TYPE_COUNT;
/** States in FORBID_C, then those in FORBID_D. */
export const FLAG_ROWS_C = PART_ROWS + 32;
export const FLAG_ROWS_D = FLAG_ROWS_C + 32 - FLAG_SHIFT;
/** A row of the slots that forbid some state of a flag: the rows of states say nothing of others. */
export const FLAGGED_ROW = FLAG_ROWS_D + STATES_IN_D;
const ROWS = FLAGGED_ROW + 1;

/**
 * After the rows: the slots as they are, some words of every column first, one after the other. Of a slot that passes
 * the rows mostly the word ID is read, and sixteen neighbours have theirs in one line of memory: where a chunk is
 * sorted, slots that pass stand close together. What is read of few, and then all of it, stands side by side.
 */
const SLOTS_FROM = ROWS * ROW_WORDS;
const APART: readonly number[] = [ID, LOW, HIGH, FORBID_C, FORBID_D, NEXT];
const TOGETHER: readonly number[] = [SUB, CHECK, RANGES, FILTER];
export const IDS_FROM = SLOTS_FROM + APART.indexOf(ID) * COLUMNS;
/** SUB of the first column, and words from there to that of the next. */
export const GROUPS_FROM = SLOTS_FROM + APART.length * COLUMNS;
export const GROUP_WORDS = TOGETHER.length;
/** From SUB of a column to its CHECK, RANGES and FILTER. */
export const [TO_CHECK, TO_RANGES, TO_FILTER] = [CHECK, RANGES, FILTER].map((word) => TOGETHER.indexOf(word)) as [
  number,
  number,
  number,
];
export const CHUNK_WORDS = SLOTS_FROM + COLUMNS * SLOT_WORDS;

const WORDS = Array.from({ length: SLOT_WORDS }, (_, word) => word);
const FROM = WORDS.map((word) =>
  TOGETHER.includes(word) ? GROUPS_FROM + TOGETHER.indexOf(word) : SLOTS_FROM + APART.indexOf(word) * COLUMNS,
);
const STEP = WORDS.map((word) => (TOGETHER.includes(word) ? GROUP_WORDS : 1));

/** Where a chunk keeps a word of the slot in a column. */
export function wordAt(base: number, column: number, word: number): number {
  return base + (FROM[word] as number) + (STEP[word] as number) * column;
}

/**
 * Writes `count` slots as the columns of a chunk that holds nothing else; `columns` names the column of each, null
 * counts from 0. An interval of rows is drawn as two marks, where it begins and after its end; one pass of exclusive
 * ors then fills what lies between, so the cost does not grow with the width of intervals.
 */
export function drawColumns(
  chunk: Int32Array,
  base: number,
  slots: Int32Array,
  from: number,
  count: number,
  columns: Int32Array | null,
  isSquare: boolean,
): void {
  chunk.fill(0, base, base + SLOTS_FROM);
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
    for (let part = 0; part < SLOT_WORDS; part += 1) chunk[wordAt(base, column, part)] = slots[slot + part] as number;
  }
  for (let field = 0; field < 4; field += 1) {
    const start = base + (CODE_ROWS[field] as number) * ROW_WORDS;
    const end = start + ((LAST_CODE[field] as number) + 1) * ROW_WORDS;
    for (let word = start + ROW_WORDS; word < end; word += 1)
      chunk[word] = (chunk[word] as number) ^ (chunk[word - ROW_WORDS] as number);
  }
}

/** Frees a column: without an allowed type it answers no listing, whatever its other rows hold. */
export function clearColumn(chunk: Int32Array, base: number, column: number): void {
  const word = base + (column >> 5);
  for (let type = 0; type < TYPE_COUNT; type += 1)
    clear(chunk, word + (TYPE_ROWS + type) * ROW_WORDS, 1 << (column & 31));
}

/** The columns of one word of a row that hold a slot: those that allow some type. */
export function takenIn(chunk: Int32Array, base: number, word: number): number {
  let taken = 0;
  for (let type = 0; type < TYPE_COUNT; type += 1)
    taken |= chunk[base + word + (TYPE_ROWS + type) * ROW_WORDS] as number;
  return taken;
}

/** Writes the columns that hold a slot into `columns`, in their order; returns how many. */
export function takenColumns(chunk: Int32Array, base: number, columns: Int32Array): number {
  let count = 0;
  for (let word = 0; word < ROW_WORDS; word += 1) {
    for (let taken = takenIn(chunk, base, word); taken !== 0; taken &= taken - 1)
      columns[count++] = 32 * word + 31 - Math.clz32(taken & -taken);
  }
  return count;
}

/**
 * Copies the slots of the columns that are taken; returns how many. `columns` receives the column of each. `slots`
 * has room for COLUMNS slots from word `from` on.
 */
export function readColumns(
  chunk: Int32Array,
  base: number,
  slots: Int32Array,
  from: number,
  columns: Int32Array,
): number {
  const count = takenColumns(chunk, base, columns);
  for (let place = 0; place < count; place += 1) {
    for (let part = 0; part < SLOT_WORDS; part += 1)
      slots[from + place * SLOT_WORDS + part] = chunk[wordAt(base, columns[place] as number, part)] as number;
  }
  return count;
}

/** Types, parts and flags of a slot into a column whose bits there are all clear. */
function drawRest(chunk: Int32Array, word: number, bit: number, c: number, d: number, parts: number): void {
  drawSet(chunk, word + TYPE_ROWS * ROW_WORDS, bit, ALL_TYPES & ~c);
  drawSet(chunk, word + PART_ROWS * ROW_WORDS, bit, parts);
  drawSet(chunk, word + FLAG_ROWS_C * ROW_WORDS, bit, c >>> FLAG_SHIFT);
  drawSet(chunk, word + FLAG_ROWS_D * ROW_WORDS, bit, d);
  if (((c >>> FLAG_SHIFT) | d) !== 0) toggle(chunk, word + FLAGGED_ROW * ROW_WORDS, bit);
}

/** The bit in one row for each member of a set. */
function drawSet(chunk: Int32Array, first: number, bit: number, members: number): void {
  for (let set = members; set !== 0; set &= set - 1)
    toggle(chunk, first + (31 - Math.clz32(set & -set)) * ROW_WORDS, bit);
}

function toggle(chunk: Int32Array, at: number, bit: number): void {
  chunk[at] = (chunk[at] as number) ^ bit;
}

function clear(chunk: Int32Array, at: number, bit: number): void {
  chunk[at] = (chunk[at] as number) & ~bit;
}

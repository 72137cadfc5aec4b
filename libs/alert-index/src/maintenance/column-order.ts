import { COLUMNS } from '../storage/bit-matrix.js';
import {
  codeIn,
  FILTER,
  FLAG_SHIFT,
  FORBID_C,
  FORBID_D,
  HIGH,
  ID,
  LAST_CODE,
  LOW,
  SLOT_WORDS,
} from '../storage/slot-layout.js';

const PLACE_BITS = Math.log2(COLUMNS);
const AREA = 1;
const ROOMS = 2;

const keys = new Uint32Array(COLUMNS);

/**
 * The order in which slots become the columns of one chunk: last those that need a check, whose words are read
 * besides, and of them last those that ask for words, so that it is easy to guess which do; among them and among the
 * others, those that pass together side by side, because each line of memory holds the ids of sixteen. Writes the
 * column of each of the `count` slots into `columns`.
 */
export function orderColumns(slots: Int32Array, count: number, columns: Int32Array): void {
  for (let place = 0; place < count; place += 1) keys[place] = (keyOf(slots, place * SLOT_WORDS) << PLACE_BITS) | place;
  const sorted = keys.subarray(0, count).sort();
  for (let column = 0; column < count; column += 1) columns[(sorted[column] as number) & (COLUMNS - 1)] = column;
}

/**
 * Whether a check is needed, words are asked for, more than two of them, flags are asked for, area and rooms have a
 * highest value; then roughly the lowest area and number of rooms.
 */
function keyOf(slots: Int32Array, slot: number): number {
  const [low, high] = [slots[slot + LOW] as number, slots[slot + HIGH] as number];
  const isChecked = (slots[slot + ID] as number) >>> 31;
  const asksForFlags =
    (((slots[slot + FORBID_C] as number) >>> FLAG_SHIFT) | (slots[slot + FORBID_D] as number)) === 0 ? 0 : 1;
  const [endsArea, endsRooms] = [
    codeIn(high, AREA) < LAST_CODE[AREA] ? 1 : 0,
    codeIn(high, ROOMS) < LAST_CODE[ROOMS] ? 1 : 0,
  ];
  const filter = slots[slot + FILTER] as number;
  return (
    (isChecked << 12) |
    ((filter === 0 ? 0 : 1) << 11) |
    (filter < 0 ? 1 << 10 : 0) |
    (asksForFlags << 9) |
    (endsArea << 8) |
    (endsRooms << 7) |
    ((codeIn(low, AREA) >>> 2) << 3) |
    (codeIn(low, ROOMS) >>> 1)
  );
}

import {
  CODE_ROWS,
  FLAGGED_ROW,
  FLAG_ROWS_C,
  FLAG_ROWS_D,
  PART_ROWS,
  ROW_WORDS,
  TYPE_ROWS,
} from '../storage/bit-matrix.js';
import {
  ENTRY_FORBID_C,
  ENTRY_FORBID_D,
  ENTRY_HIGH,
  ENTRY_LOW,
  ENTRY_STATES_C,
  ENTRY_STATES_D,
} from '../storage/directory.js';
import type { FactCodes } from '../compile/fact-codes.js';
import type { Facts } from '../compile/facts.js';
import { FLAG_SHIFT, GUARDS } from '../storage/slot-layout.js';

// Constants of this file are folded into machine code; an imported one is a cell that is read and checked at every
// use (a seventh of a pass).
const [LOW_AT, HIGH_AT, FORBID_C_AT, FORBID_D_AT, STATES_C_AT, STATES_D_AT] = [
  ENTRY_LOW,
  ENTRY_HIGH,
  ENTRY_FORBID_C,
  ENTRY_FORBID_D,
  ENTRY_STATES_C,
  ENTRY_STATES_D,
] as const;
const [FLAGS_C, FLAGS_D, FLAGS_FROM] = [FLAG_ROWS_C + 31, FLAG_ROWS_D + 31, FLAG_SHIFT] as const;
const WIDTH = ROW_WORDS;
const [PRICE_ROWS, AREA_ROWS, ROOM_ROWS, BEDROOM_ROWS] = CODE_ROWS;
const [TYPES, PARTS, FLAGGED] = [TYPE_ROWS, PART_ROWS + 31, FLAGGED_ROW] as const;
const GUARD_BITS = GUARDS;

/** False when the summary in its cell's directory says that no slot of a chunk can pass. */
export function mayHold(entries: Int32Array, entry: number, facts: Facts, codes: FactCodes): boolean {
  if (
    (((entries[entry + FORBID_C_AT] as number) & facts.statesC) |
      ((entries[entry + FORBID_D_AT] as number) & facts.statesD)) !==
    0
  )
    return false;
  const low = (codes.highest | GUARD_BITS) - (entries[entry + LOW_AT] as number);
  return (low & (((entries[entry + HIGH_AT] as number) | GUARD_BITS) - codes.lowest) & GUARD_BITS) === GUARD_BITS;
}

/** The rows of a chunk that one listing prefetched at, as places in the chunk's page. */
export class ChunkRows {
  price = 0;
  area = 0;
  rooms = 0;
  bedrooms = 0;
  types = 0;
  part = 0;
  flagged = 0;
  /** Rows of the listing's states that some slot of the chunk forbids. */
  private readonly flags = new Int32Array(64);
  private flagCount = 0;

  choose(base: number, entries: Int32Array, entry: number, facts: Facts, codes: FactCodes, part: number): void {
    const { numbers } = codes;
    this.price = base + (PRICE_ROWS + (numbers[0] as number)) * WIDTH;
    this.area = base + (AREA_ROWS + (numbers[1] as number)) * WIDTH;
    this.rooms = base + (ROOM_ROWS + (numbers[2] as number)) * WIDTH;
    this.bedrooms = base + (BEDROOM_ROWS + (numbers[3] as number)) * WIDTH;
    this.types = base + (TYPES + facts.type) * WIDTH;
    this.part = base + (PARTS - Math.clz32(part)) * WIDTH;
    this.flagged = base + FLAGGED * WIDTH;
    const { flags } = this;
    let count = 0;
    for (let set = ((entries[entry + STATES_C_AT] as number) & facts.statesC) >>> FLAGS_FROM; set !== 0; set &= set - 1)
      flags[count++] = base + (FLAGS_C - Math.clz32(set & -set)) * WIDTH;
    for (let set = (entries[entry + STATES_D_AT] as number) & facts.statesD; set !== 0; set &= set - 1)
      flags[count++] = base + (FLAGS_D - Math.clz32(set & -set)) * WIDTH;
    this.flagCount = count;
  }

  /** Prefetches the first word of each row. The number means nothing. */
  prefetch(words: Int32Array): number {
    let sum =
      ((words[this.price] as number) ^ (words[this.types] as number) ^ (words[this.area] as number)) |
      ((words[this.rooms] as number) ^ (words[this.bedrooms] as number) ^ (words[this.flagged] as number));
    for (let place = 0; place < this.flagCount; place += 1) sum ^= words[this.flags[place] as number] as number;
    return sum;
  }

  /** Writes the columns that pass, a bit each, into as many words as a row has. */
  sift(words: Int32Array, isSquare: boolean, into: Int32Array): void {
    const { price, types, area, rooms, bedrooms, part, flagged, flags, flagCount } = this;
    for (let word = 0; word < WIDTH; word += 1) {
      let left =
        (words[price + word] as number) &
        (words[types + word] as number) &
        (words[area + word] as number) &
        (words[rooms + word] as number) &
        (words[bedrooms + word] as number);
      if (isSquare) left &= words[part + word] as number;
      // Most words hold no slot that asks for flags: a chunk is sorted by that.
      let asking = left & (words[flagged + word] as number);
      if (asking !== 0) {
        left ^= asking;
        for (let place = 0; place < flagCount; place += 1)
          asking &= ~(words[(flags[place] as number) + word] as number);
        left |= asking;
      }
      into[word] = left;
    }
  }
}

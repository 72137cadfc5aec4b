import { CODE_ROWS, FLAG_ROWS, PART_ROWS, ROW_WORDS, TYPE_ROWS } from './bit-matrix.js';
import { ENTRY_FORBID_C, ENTRY_FORBID_D, ENTRY_HIGH, ENTRY_LOW, ENTRY_REFUSED_C, ENTRY_REFUSED_D } from './directory.js';
import type { FactCodes, Facts } from './facts.js';
import { FLAG_SHIFT, FLAGS_IN_C, GUARDS } from './slot-layout.js';

// Constants of this file are folded into machine code; an imported one is a cell that is read and checked at every use (a seventh of a pass).
const [LOW_AT, HIGH_AT, FORBID_C_AT, FORBID_D_AT] = [ENTRY_LOW, ENTRY_HIGH, ENTRY_FORBID_C, ENTRY_FORBID_D] as const;
const [REFUSED_C_AT, REFUSED_D_AT] = [ENTRY_REFUSED_C, ENTRY_REFUSED_D] as const;
const WIDTH = ROW_WORDS;
const [PRICE_ROWS, AREA_ROWS, ROOM_ROWS, BEDROOM_ROWS] = CODE_ROWS;
const [TYPES, PARTS, FLAGS, FLAGS_IN_D] = [TYPE_ROWS, PART_ROWS + 31, FLAG_ROWS + 31 - FLAG_SHIFT, FLAG_ROWS + 31 + 3 * FLAGS_IN_C] as const;
const GUARD_BITS = GUARDS;
const FLAG_MASK_C = -1 << FLAG_SHIFT;

/** The rows of a chunk that one listing looks at, as places in the chunk's page. */
export class ChunkRows {
  price = 0;
  area = 0;
  rooms = 0;
  bedrooms = 0;
  types = 0;
  part = 0;
  flagCount = 0;
  readonly flags = new Int32Array(15);

  /** False when the summary in the cell's directory says that no slot of the chunk can pass. */
  static mayHold(entries: Int32Array, entry: number, facts: Facts, codes: FactCodes): boolean {
    if ((((entries[entry + FORBID_C_AT] as number) & facts.statesC) | ((entries[entry + FORBID_D_AT] as number) & facts.statesD)) !== 0) return false;
    const low = (codes.highest | GUARD_BITS) - (entries[entry + LOW_AT] as number);
    return (low & (((entries[entry + HIGH_AT] as number) | GUARD_BITS) - codes.lowest) & GUARD_BITS) === GUARD_BITS;
  }

  choose(entries: Int32Array, entry: number, base: number, facts: Facts, codes: FactCodes, part: number): void {
    const { numbers } = codes;
    this.price = base + (PRICE_ROWS + (numbers[0] as number)) * WIDTH;
    this.area = base + (AREA_ROWS + (numbers[1] as number)) * WIDTH;
    this.rooms = base + (ROOM_ROWS + (numbers[2] as number)) * WIDTH;
    this.bedrooms = base + (BEDROOM_ROWS + (numbers[3] as number)) * WIDTH;
    this.types = base + (TYPES + facts.type) * WIDTH;
    this.part = base + (PARTS - Math.clz32(part)) * WIDTH;
    let count = 0;
    for (let set = (entries[entry + REFUSED_C_AT] as number) & facts.statesC & FLAG_MASK_C; set !== 0; set &= set - 1) {
      this.flags[count++] = base + (FLAGS - Math.clz32(set & -set)) * WIDTH;
    }
    for (let set = (entries[entry + REFUSED_D_AT] as number) & facts.statesD; set !== 0; set &= set - 1) {
      this.flags[count++] = base + (FLAGS_IN_D - Math.clz32(set & -set)) * WIDTH;
    }
    this.flagCount = count;
  }

  /** The columns of one word of the rows that pass. */
  left(words: Int32Array, word: number, isSquare: boolean): number {
    let left = (words[this.price + word] as number) & (words[this.types + word] as number) & (words[this.area + word] as number)
      & (words[this.rooms + word] as number) & (words[this.bedrooms + word] as number);
    if (left === 0) return 0;
    if (isSquare) left &= words[this.part + word] as number;
    for (let row = 0; row < this.flagCount; row += 1) left &= ~(words[(this.flags[row] as number) + word] as number);
    return left;
  }
}

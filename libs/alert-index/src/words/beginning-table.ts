import { PIECE } from '@gable/domain/words';
import { LexiconTable } from './lexicon-table.js';
import { hashOf, hashOfLong, INSIDE, LETTER_MASKS, MASK_STEP, mixLetter } from './word-keys.js';

// As in scan.ts: imported constants are slow where every word uses them.
const { bytes: BYTES, view: VIEW } = PIECE;
const [MASKS, STEP] = [LETTER_MASKS, MASK_STEP] as const;
/** Longest beginning in bytes: 100 code points of two units of three. */
const MOST_BYTES = 600;
/** Small enough for the first cache of a processor. */
const BIT_COUNT = 2 ** 16;

/** Beginnings of words that alerts ask for: which of them does a word have? */
export class BeginningTable {
  readonly table = new LexiconTable();
  /** How many there are of each length in bytes, and the lengths there are, ascending: up to INSIDE, and above. */
  private readonly counts = new Int32Array(MOST_BYTES + 1);
  private short: readonly number[] = [];
  /** No beginning is shorter, none longer; 0 where there is none. */
  shortest = 0;
  private longest = 0;
  /** A bit for some of the hashes there are; bits of those that went stay while another beginning is there. */
  private readonly bits = new Int32Array(BIT_COUNT / 32);

  /** Takes a beginning that was added to the table. */
  note(hash: number, length: number): void {
    setBit(this.bits, hash);
    this.counts[length] = (this.counts[length] as number) + 1;
    if (this.counts[length] === 1) this.listLengths();
  }

  /** Takes notice that one of this length was removed from the table. */
  forget(length: number): void {
    this.counts[length] = (this.counts[length] as number) - 1;
    if (this.counts[length] === 0) this.listLengths();
    if (this.longest === 0) this.bits.fill(0);
  }

  get isEmpty(): boolean {
    return this.longest === 0;
  }

  /** Writes the numbers of the beginnings that a word of the piece has behind `found` others; answers how many then. */
  search(from: number, end: number, into: Int32Array, found: number): number {
    const { table, bits, short } = this;
    const all = end - from;
    let count = found;
    for (let place = 0; place < short.length; place += 1) {
      const length = short[place] as number;
      if (length > all) return count;
      const letters = STEP * length;
      const first = VIEW.getInt32(from, true) & (MASKS[letters] as number);
      const second = VIEW.getInt32(from + 4, true) & (MASKS[letters + 1] as number);
      const third = VIEW.getInt32(from + 8, true) & (MASKS[letters + 2] as number);
      let number = 0;
      if (third < 0) number = table.find(BYTES, from, length);
      else {
        const hash = hashOf(first, second, third);
        if (isSet(bits, hash)) number = table.findShort(first, second, third, hash);
      }
      if (number !== 0) into[count++] = number;
    }
    return this.longest > INSIDE && all > INSIDE ? this.searchLong(from, all, into, count) : count;
  }

  get bytes(): number {
    return this.table.bytes + this.bits.byteLength + this.counts.byteLength;
  }

  private searchLong(from: number, all: number, into: Int32Array, found: number): number {
    const last = Math.min(all, this.longest);
    let count = found;
    let mixed = 0;
    for (let length = 1; length <= last; length += 1) {
      mixed = mixLetter(mixed, BYTES[from + length - 1] as number);
      if (length <= INSIDE || this.counts[length] === 0) continue;
      const hash = hashOfLong(mixed, length);
      if (!isSet(this.bits, hash)) continue;
      const number = this.table.findLong(BYTES, from, length, hash);
      if (number !== 0) into[count++] = number;
    }
    return count;
  }

  private listLengths(): void {
    const lengths = Array.from(this.counts, (count, length) => (count > 0 ? length : 0)).filter((length) => length > 0);
    this.short = lengths.filter((length) => length <= INSIDE);
    this.shortest = lengths[0] ?? 0;
    this.longest = lengths.at(-1) ?? 0;
  }
}

function setBit(bits: Int32Array, hash: number): void {
  const bit = hash & (BIT_COUNT - 1);
  bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
}

function isSet(bits: Int32Array, hash: number): boolean {
  return (((bits[(hash & (BIT_COUNT - 1)) >>> 5] as number) >>> (hash & 31)) & 1) === 1;
}

import {
  divisionKeyHigh,
  EVERYWHERE_KEY_HIGH,
  PROBED,
  squareKeyHigh,
  WORD_KEY_HIGH,
  withTransaction,
  type Cells,
} from '../storage/cells.js';
import type { Facts } from '../compile/facts.js';
import { ALL_PARTS, LEVELS, partBit, squareKey } from '../compile/grid.js';

// As in scan.ts: imported constants are slow where every listing uses them.
const [ANY_PART, LEVEL_COUNT, PROBED_AT] = [ALL_PARTS, LEVELS, PROBED] as const;
const SQUARE_KEYS_HIGH = Array.from({ length: LEVELS }, (_, level) => squareKeyHigh(level));

/**
 * The cells whose boxes a listing may meet, each once, with the part of the square that the listing's point lies in.
 */
export class Probe {
  private size = 64;
  cells = new Int32Array(this.size);
  parts = new Int32Array(this.size);
  count = 0;
  /** Of each key asked for: its words, its hash, and where the table has it at first sight. */
  private highs = new Int32Array(this.size);
  private lows = new Int32Array(this.size);
  private firsts = new Int32Array(this.size);

  /**
   * `pass` must differ from that of every earlier call. All keys are looked at before any is looked up, so that the
   * processor fetches their memory side by side.
   */
  collect(cells: Cells, facts: Facts, pass: number): void {
    const keys = this.makeKeys(cells, facts);
    const { highs, lows, firsts, parts } = this;
    for (let key = 0; key < keys; key += 1) firsts[key] = cells.firstSeen(highs[key] as number, lows[key] as number);
    for (let key = 0; key < keys; key += 1) firsts[key] = cells.prefetch(firsts[key] as number);
    this.count = 0;
    for (let key = 0; key < keys; key += 1) {
      const cell = cells.find(highs[key] as number, lows[key] as number);
      if (cell < 0 || cells.get(cell, PROBED_AT) === pass) continue; // a listing may name a division twice
      cells.set(cell, PROBED_AT, pass);
      this.cells[this.count] = cell;
      parts[this.count++] = parts[key] as number;
    }
  }

  /** Where the cell stands among those collected; -1 where it does not. */
  placeOf(cell: number): number {
    for (let place = 0; place < this.count; place += 1) if (this.cells[place] === cell) return place;
    return -1;
  }

  /** Keys and parts of everything to be looked up; returns how many. */
  private makeKeys(cells: Cells, facts: Facts): number {
    const { divisions, transaction } = facts;
    if (divisions.length + LEVEL_COUNT + 1 > this.size) this.grow(2 * (divisions.length + LEVEL_COUNT + 1));
    const { highs, lows, parts } = this;
    let keys = 0;
    for (let place = 0; place < divisions.length; place += 1) {
      const id = divisions[place] as number;
      if (!Number.isSafeInteger(id) || id < 0) continue;
      highs[keys] = withTransaction(divisionKeyHigh(id), transaction);
      lows[keys] = id | 0;
      parts[keys++] = ANY_PART;
    }
    for (let level = 0; facts.hasPoint && level < LEVEL_COUNT; level += 1) {
      if (cells.squaresAtLevel[level] === 0) continue;
      highs[keys] = withTransaction(SQUARE_KEYS_HIGH[level] as number, transaction);
      lows[keys] = squareKey(facts.partX, facts.partY, level);
      parts[keys++] = partBit(facts.partX, facts.partY, level);
    }
    highs[keys] = withTransaction(EVERYWHERE_KEY_HIGH, transaction);
    lows[keys] = 0;
    parts[keys++] = ANY_PART;
    if (cells.wordCells === 0) return keys;
    const { words, count } = facts.texts.keys();
    if (keys + count > this.size) this.grow(2 * (keys + count), keys);
    for (let place = 0; place < count; place += 1) {
      this.highs[keys] = withTransaction(WORD_KEY_HIGH, transaction);
      this.lows[keys] = words[place] as number;
      this.parts[keys++] = ANY_PART;
    }
    return keys;
  }

  /** Makes room for so many keys, and keeps the first of them. */
  private grow(size: number, keys = 0): void {
    this.size = size;
    const enlarged = (list: Int32Array): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(size);
      larger.set(list.subarray(0, keys));
      return larger;
    };
    [this.cells, this.firsts] = [new Int32Array(size), new Int32Array(size)];
    [this.parts, this.highs, this.lows] = [enlarged(this.parts), enlarged(this.highs), enlarged(this.lows)];
  }
}

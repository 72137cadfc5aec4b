import { divisionKeyHigh, EVERYWHERE_KEY_HIGH, PROBED, squareKeyHigh, withTransaction, type Cells } from './cells.js';
import type { Facts } from './facts.js';
import { ALL_PARTS, LEVELS, partBit, squareKey } from './grid.js';

/** The cells whose boxes a listing may meet, each once, with the part of the square that the listing's point lies in. */
export class Probe {
  private size = 64;
  cells = new Int32Array(this.size);
  parts = new Int32Array(this.size);
  count = 0;

  /** `pass` must differ from that of every earlier call. */
  collect(cells: Cells, facts: Facts, pass: number): void {
    this.count = 0;
    for (const id of facts.divisions) {
      if (Number.isSafeInteger(id) && id >= 0) this.look(cells, withTransaction(divisionKeyHigh(id), facts.transaction), id | 0, pass, ALL_PARTS);
    }
    if (facts.hasPoint) {
      for (let level = 0; level < LEVELS; level += 1) {
        if (cells.squaresAtLevel[level] === 0) continue;
        const key = squareKey(facts.partX, facts.partY, level);
        this.look(cells, withTransaction(squareKeyHigh(level), facts.transaction), key, pass, partBit(facts.partX, facts.partY, level));
      }
    }
    this.look(cells, withTransaction(EVERYWHERE_KEY_HIGH, facts.transaction), 0, pass, ALL_PARTS);
  }

  /** Where the cell stands among those collected; -1 where it does not. */
  placeOf(cell: number): number {
    for (let place = 0; place < this.count; place += 1) if (this.cells[place] === cell) return place;
    return -1;
  }

  private look(cells: Cells, keyHigh: number, keyLow: number, pass: number, part: number): void {
    const cell = cells.find(keyHigh, keyLow);
    if (cell < 0 || cells.get(cell, PROBED) === pass) return; // a listing may name a division twice
    cells.set(cell, PROBED, pass);
    if (this.count === this.size) {
      this.size *= 2;
      const [larger, largerParts] = [new Int32Array(this.size), new Int32Array(this.size)];
      larger.set(this.cells);
      largerParts.set(this.parts);
      this.cells = larger;
      this.parts = largerParts;
    }
    this.cells[this.count] = cell;
    this.parts[this.count++] = part;
  }
}

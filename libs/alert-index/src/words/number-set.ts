import { enlarged } from '../storage/enlarged.js';

/** Numbers of words, a bit each. */
export class NumberSet {
  bits = new Int32Array(2);

  /** Forgets all; numbers to come lie below `end`. */
  begin(end: number): void {
    if (end > 32 * this.bits.length) this.bits = new Int32Array((end >> 4) + 1);
    else this.bits.fill(0);
  }

  /** Makes room for numbers below `end`, and forgets none. */
  reserve(end: number): void {
    if (end > 32 * this.bits.length) this.bits = enlarged(this.bits, (end >> 4) + 1);
  }

  add(number: number): void {
    this.bits[number >>> 5] = (this.bits[number >>> 5] as number) | (1 << (number & 31));
  }

  /** Nothing happens where it is not in it. */
  remove(number: number): void {
    if (this.has(number) === 1) this.bits[number >>> 5] = (this.bits[number >>> 5] as number) ^ (1 << (number & 31));
  }

  /** 1 where the number is in it, else 0. */
  has(number: number): number {
    return ((this.bits[number >>> 5] as number) >>> (number & 31)) & 1;
  }
}

import { enlarged } from '../storage/enlarged.js';

/** Words and doubles that are written one after the other. */
export class WordWriter {
  readonly words = new Growing(new Int32Array(1_024));
  readonly numbers = new Growing(new Float64Array(1_024));
}

/** An array that grows by doubling. */
class Growing<List extends Int32Array | Float64Array> {
  length = 0;

  constructor(private list: List) {}

  add(...values: readonly number[]): void {
    const length = this.length + values.length;
    if (length > this.list.length) this.list = enlarged(this.list, 2 * length);
    for (const value of values) this.list[this.length++] = value;
  }

  /** What was written, in memory of its own. */
  taken(): List {
    return this.list.slice(0, this.length) as List;
  }
}

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
    if (this.length + values.length > this.list.length) this.grow(this.length + values.length);
    for (const value of values) this.list[this.length++] = value;
  }

  /** What was written, in memory of its own. */
  taken(): List {
    return this.list.slice(0, this.length) as List;
  }

  private grow(least: number): void {
    const longer = new (this.list.constructor as new (length: number) => List)(2 * least);
    longer.set(this.list);
    this.list = longer;
  }
}

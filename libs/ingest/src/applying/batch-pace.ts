/**
 * Half of the tenth of a second for which a worker's transaction may hold its id: the other half is for bad moments.
 */
const TARGET_MS = 50;
const FEWEST = 100;
const FIRST = 300;
/** At most so many times as many lines as the batch before, or one of so many of them. */
const STEP = 2;

/**
 * How many lines the next batch has: as many as the database writes in a twentieth of a second. From its first write to
 * its commit a batch holds a transaction id, and alerts are not matched with what others commit meanwhile.
 */
export class BatchPace {
  private next: number;

  /** `most` lines, however fast the database is. */
  constructor(private readonly most: number) {
    this.next = Math.min(most, FIRST);
  }

  get lines(): number {
    return this.next;
  }

  /** A batch of so many lines was written in so many milliseconds. */
  written(lines: number, ms: number): void {
    if (lines < this.next / STEP) return; // the end of a feed says little
    const fitting = lines * Math.min(STEP, Math.max(1 / STEP, TARGET_MS / Math.max(1, ms)));
    this.next = Math.min(this.most, Math.max(FEWEST, Math.round(fitting)));
  }
}

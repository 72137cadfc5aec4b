/** Of the time, where a reader gets nothing from what it reads: at first, and when that goes on. */
const SHARES = [1 / 4, 1 / 32] as const;
/** From so many bytes in a row on it goes on. */
const LONG_BYTES = 16 * 2 ** 20;
/** After so many bytes a reader rests. */
const PORTION_BYTES = 2 ** 20;
/** What is held up on a machine that has much else to do is not held up for longer. */
export const LONGEST_REST_MS = 1_000;

/**
 * How long a reader rests that gets no line: no feed has a mebibyte without one, bombs have nothing else. In proportion
 * to the time that reading took, so that a busy machine is spared more. Pure but for the clock, in milliseconds.
 */
export class BarrenPace {
  private portion = 0;
  private inARow = 0;
  private since: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.since = now();
  }

  /** There was a line. */
  fruitful(): void {
    [this.portion, this.inARow, this.since] = [0, 0, this.now()];
  }

  /** There was none in so many more bytes. Milliseconds to rest now, 0 where it is not time. */
  barren(bytes: number): number {
    this.portion += bytes;
    if (this.portion < PORTION_BYTES) return 0;
    this.inARow += this.portion;
    this.portion = 0;
    return restFor(this.now() - this.since, this.inARow > LONG_BYTES ? SHARES[1] : SHARES[0]);
  }

  /** It has rested. */
  rested(): void {
    this.since = this.now();
  }
}

/** Milliseconds after which work of so many has had that share of the time. */
export function restFor(workedMs: number, share: number): number {
  return Math.min(LONGEST_REST_MS, workedMs * (1 / share - 1));
}

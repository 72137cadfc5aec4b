import type { Reject } from './reject.js';

/** Bounds what is kept of refused lines: from the first that has no room on they are counted alone. */
export class RejectBudget {
  private leftOut = 0;
  private firstLeftOut = 0;
  /** Characters of what was kept. */
  used = 0;

  constructor(private readonly most: number) {}

  /** Whether a line is to be kept, whose entry has so many characters. */
  takes({ line }: Reject, characters: number): boolean {
    if (this.leftOut === 0 && this.used + characters <= this.most) {
      this.used += characters;
      return true;
    }
    if (this.leftOut === 0) this.firstLeftOut = line;
    this.leftOut += 1;
    return false;
  }

  /** Stands in the place of the lines that were left out, `leftOut` of them; undefined where none was. */
  lastEntry(says: (leftOut: number) => string): Reject | undefined {
    if (this.leftOut === 0) return undefined;
    return { line: this.firstLeftOut, reasons: [{ path: '', message: says(this.leftOut) }], text: '' };
  }
}

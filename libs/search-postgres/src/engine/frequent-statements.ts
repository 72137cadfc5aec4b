import { prepared } from '@gable/persistence';

/** A text that has come so often has its shape from many callers, or from one that asks without end. */
const OFTEN = 20;
/** Each connection keeps as many. Shapes of criteria are endless; those that come again and again are few. */
const MOST_PREPARED = 50;
const MOST_COUNTED = 1_000;
const LONGEST_TEXT = 2_000;

/** Has statements prepared whose text, without its values, comes again and again. */
export class FrequentStatements {
  private readonly counts = new Map<string, number>();
  private readonly chosen = new Set<string>();

  constructor(private readonly prepare: (text: string) => void = prepared) {}

  note(text: string): void {
    if (this.chosen.has(text) || this.chosen.size === MOST_PREPARED || text.length > LONGEST_TEXT) return;
    const count = (this.counts.get(text) ?? 0) + 1;
    if (count < OFTEN) {
      this.counts.set(text, count);
      if (this.counts.size > MOST_COUNTED) this.counts.delete(this.counts.keys().next().value!);
      return;
    }
    this.counts.delete(text);
    this.chosen.add(text);
    this.prepare(text);
  }
}

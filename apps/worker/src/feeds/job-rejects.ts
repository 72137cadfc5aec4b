import { RejectBudget, type Reject, type RejectWriter } from '@gable/ingest';
import type { FeedJobReject, FeedReaderStore, JobReading } from '@gable/persistence/feeds';

/** Characters of rejected lines that are kept of a job. */
const MOST_KEPT = 16 * 2 ** 20;
const PORTION = 2 ** 19;
const MOST_FIRST = 100;

/** Keeps what of a job was refused: the first reasons with the job, all lines in portions. */
export class JobRejects implements RejectWriter {
  readonly path = null;
  readonly first: FeedJobReject[] = [];
  private readonly budget = new RejectBudget(MOST_KEPT);
  private lines = '';
  private portions = 0;

  constructor(
    private readonly store: Pick<FeedReaderStore, 'addRejects'>,
    private readonly reading: JobReading,
  ) {}

  async write(reject: Reject): Promise<void> {
    const { line, reasons } = reject;
    if (this.first.length < MOST_FIRST) this.first.push({ line, reasons });
    const entry = `${JSON.stringify(reject)}\n`;
    if (!this.budget.takes(reject, entry.length)) return;
    this.lines += entry;
    if (this.lines.length >= PORTION) await this.flush();
  }

  async close(): Promise<void> {
    const last = this.budget.lastEntry((leftOut) => `${leftOut} rejected lines from here on are not kept`);
    if (last !== undefined) this.lines += `${JSON.stringify(last)}\n`;
    if (this.lines !== '') await this.flush();
  }

  private async flush(): Promise<void> {
    const { lines } = this;
    this.lines = '';
    await this.store.addRejects(this.reading, this.portions, lines);
    this.portions += 1;
  }
}

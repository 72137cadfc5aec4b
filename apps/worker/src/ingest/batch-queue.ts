/** A batch that waits, and how to begin it. */
interface WaitingBatch {
  readonly source: string;
  readonly begin: () => void;
}

/** Sources whose use is remembered, before those are forgotten that others have caught up with. */
const MOST_REMEMBERED = 1_000;
/** Milliseconds that a source keeps of what others have used while it read on. */
const MOST_SAVED_MS = 1_000;

/**
 * Lets batches of several feeds through one at a time: next is a batch of the source that has used the least time
 * (after start-time fair queueing, Goyal, Vin and Cheng 1996). A source that is new begins where the one with the least
 * use stands, behind it: it waits for the batch under way and for one batch of each source that stands there, and no
 * flood of new sources keeps one waiting. Who was away saves a second up at most. Batches of one source keep their
 * order. A batch is not interrupted: whoever makes it bounds it. The clock is a parameter, in milliseconds.
 */
export class BatchQueue {
  private readonly waiting: WaitingBatch[] = [];
  /** Milliseconds by source, as if all had been there from the beginning. */
  private readonly used = new Map<string, number>();
  private running: { readonly source: string; readonly since: number } | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Runs `batch` when it is its time, and answers what it does. */
  async run<T>(source: string, batch: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      const least = this.leastUse();
      this.used.set(source, Math.max(this.used.get(source) ?? least, least - MOST_SAVED_MS));
      this.waiting.push({ source, begin });
      if (this.running === undefined) this.beginNext();
    });
    try {
      return await batch();
    } finally {
      this.used.set(source, this.useOfRunning());
      setImmediate(() => this.beginNext()); // the same source may have its next batch ready, and may still be the next
    }
  }

  private beginNext(): void {
    this.running = undefined;
    if (this.waiting.length === 0) return this.used.clear(); // nobody waited: nobody has anything to catch up with
    const next = this.waiting.reduce((one, other) => (this.useOf(other) < this.useOf(one) ? other : one));
    if (this.used.size > MOST_REMEMBERED) this.forget();
    this.waiting.splice(this.waiting.indexOf(next), 1);
    this.running = { source: next.source, since: this.now() };
    next.begin();
  }

  /** Of those that wait, or else of the one that is served. */
  private leastUse(): number {
    if (this.waiting.length > 0) return Math.min(...this.waiting.map((each) => this.useOf(each)));
    return this.running === undefined ? 0 : this.useOfRunning();
  }

  private useOf({ source }: { readonly source: string }): number {
    return this.used.get(source)!;
  }

  private useOfRunning(): number {
    return this.useOf(this.running!) + this.now() - this.running!.since;
  }

  /** Who waits is not forgotten, nor those that have used more than one who does. */
  private forget(): void {
    const least = this.leastUse();
    for (const [source, used] of this.used) if (used < least) this.used.delete(source);
  }
}

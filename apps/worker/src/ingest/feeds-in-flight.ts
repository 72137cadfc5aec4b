import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Feeds that are read at the same time. What stops one for no fault of its own stops all. */
export class FeedsInFlight {
  private readonly reading = new Map<string, Promise<void>>();
  private readonly stop = new AbortController();
  private failure: { readonly error: unknown } | undefined;
  /** Aborts when they are to be left. */
  readonly signal: AbortSignal;

  constructor(signals: readonly AbortSignal[]) {
    this.signal = AbortSignal.any([...signals, this.stop.signal]);
    setMaxListeners(0, this.signal); // each feed has some, and takes them with it
  }

  get size(): number {
    return this.reading.size;
  }

  /** Those of now. */
  names(): ReadonlySet<string> {
    return new Set(this.reading.keys());
  }

  has(name: string): boolean {
    return this.reading.has(name);
  }

  /** `read` throws only what concerns all feeds. */
  begin(name: string, read: (signal: AbortSignal) => Promise<void>): void {
    const over = read(this.signal)
      .catch((error: unknown) => {
        this.failure ??= { error };
        this.stop.abort();
      })
      .finally(() => this.reading.delete(name));
    this.reading.set(name, over);
  }

  /** Waits for the end of one of them, at most so long. */
  async untilOneEnds(milliseconds: number): Promise<void> {
    const over = new AbortController();
    const time = sleep(milliseconds, undefined, { signal: over.signal }).catch(() => {});
    await Promise.race([...this.reading.values(), time]);
    over.abort();
  }

  /** Waits for all of them. @throws what stopped them */
  async end(): Promise<void> {
    await Promise.all(this.reading.values());
    if (this.failure !== undefined) throw this.failure.error;
  }
}

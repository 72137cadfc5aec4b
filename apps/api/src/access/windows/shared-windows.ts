import { setImmediate } from 'node:timers/promises';
import { KeyWindow, type Standing } from './key-window.js';
import type { Ask, Taken, WindowStore } from './window-store.js';

/** Keys of one question. */
const PORTION = 500;
/** Who counts for all and does not answer in this time is away. */
const PATIENCE_MS = 1_000;
/** While it is away, it is asked so often whether it is back. */
const LOOK_AGAIN_MS = 1_000;
/** Windows that are kept; those that are over go first. */
const MANY = 20_000;

/** What becomes of who counts for all, for the log. */
export interface WindowListener {
  away(error: unknown): void;
  back(): void;
}

/**
 * Counts the requests of keys for all processes. A process takes small portions of a minute and admits from them, so
 * that few requests ask anybody; what is asked in one turn of the event loop is one question. While nobody answers,
 * each process admits the limit by itself.
 */
export class SharedWindows {
  private readonly windows = new Map<string, KeyWindow>();
  private readonly asking = new Set<KeyWindow>();
  private isRunning = false;
  private isAway = false;
  private isLooking = false;
  private lookAgainAt = -Infinity;

  constructor(
    private readonly store: WindowStore,
    private readonly listener: WindowListener,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Counts a request; `limit` is more than 0. */
  take(key: string, limit: number): Standing | Promise<Standing> {
    const now = this.now();
    const window = this.windowOf(key, limit).at(now, limit);
    if (this.isAway) {
      if (now >= this.lookAgainAt) void this.lookAgain();
      return window.takeAlone(now);
    }
    const standing = window.take(now);
    if (standing !== undefined) return standing;
    const served = window.wait();
    this.asking.add(window);
    if (!this.isRunning) void this.run();
    return served;
  }

  private windowOf(key: string, limit: number): KeyWindow {
    const known = this.windows.get(key);
    if (known !== undefined) return known;
    if (this.windows.size >= MANY) {
      const now = this.now();
      for (const [each, window] of this.windows) if (window.isOver(now)) this.windows.delete(each);
    }
    const window = new KeyWindow(key, limit);
    this.windows.set(key, window);
    return window;
  }

  /** One question at a time: who comes meanwhile waits for the next. */
  private async run(): Promise<void> {
    this.isRunning = true;
    await setImmediate();
    while (this.asking.size > 0) {
      const portion = [...this.asking].slice(0, PORTION);
      for (const window of portion) this.asking.delete(window);
      const asks = portion.map((window) => window.ask());
      try {
        const taken = await this.question(asks);
        const now = this.now();
        portion.forEach((window, n) => {
          if (window.receive(taken.get(asks[n]!.key)!, asks[n]!, now)) this.asking.add(window);
        });
      } catch (error) {
        this.isAway = true;
        this.lookAgainAt = this.now() + LOOK_AGAIN_MS;
        this.listener.away(error);
        for (const window of [...portion, ...this.asking]) window.serveAlone(this.now());
        this.asking.clear();
      }
    }
    this.isRunning = false;
  }

  private async lookAgain(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      await this.question([]);
      this.isAway = false;
      this.listener.back();
    } catch {
      this.lookAgainAt = this.now() + LOOK_AGAIN_MS;
    }
    this.isLooking = false;
  }

  private async question(asks: readonly Ask[]): Promise<ReadonlyMap<string, Taken>> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${PATIENCE_MS} ms.`)), PATIENCE_MS);
    });
    const answer = this.store.take(asks);
    answer.catch(() => {}); // it may come after nobody waits any more
    try {
      return new Map((await Promise.race([answer, patience])).map((taken) => [taken.key, taken]));
    } finally {
      clearTimeout(timer);
    }
  }
}

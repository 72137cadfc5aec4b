import type { EventEmitter } from 'node:events';

/** More connections than the process with the fewest that are no reason to leave the next one to others. */
const SLACK = 1;
/** Long enough for a process that sleeps to wake up and accept. */
const PAUSE_MS = 1;
/** Pauses take a twentieth of the time at most, where none was for a while so many milliseconds at once. */
const SHARE = 0.05;
const MOST_SAVED_MS = 50;
/** How often the number is told at most. */
const TOLD_EVERY_MS = 20;

/**
 * Keeps the connections of processes at one socket even. Clients and proxies keep theirs, and all that they ask goes to
 * the process that accepted them. Whoever is awake accepts what waits: sixteen that come at once would all be of one.
 * So a process that has more than another pauses for a moment after it has accepted, in which others take the rest.
 */
export class EvenConnections {
  private open = 0;
  private told = 0;
  private savedMs = MOST_SAVED_MS;
  private savedAt: number;
  private timer: NodeJS.Timeout | undefined;
  /** What the process with the fewest connections has, of all others. */
  fewest = Infinity;

  constructor(
    private readonly tell: (open: number) => void,
    private readonly pause: (ms: number) => void = sleepAll,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.savedAt = now();
  }

  watch(server: Pick<EventEmitter, 'on'>): void {
    server.on('connection', (socket: EventEmitter) => {
      this.open += 1;
      socket.once('close', () => {
        this.open -= 1;
        this.tellSoon();
      });
      this.tellSoon();
      this.giveWay();
    });
  }

  /** Holds the whole event loop, which is to accept nothing more now. */
  private giveWay(): void {
    if (this.open <= this.fewest + SLACK) return;
    const now = this.now();
    this.savedMs = Math.min(MOST_SAVED_MS, this.savedMs + SHARE * (now - this.savedAt));
    this.savedAt = now;
    if (this.savedMs < PAUSE_MS) return; // others are held, or do not come: somebody has to accept
    this.savedMs -= PAUSE_MS;
    this.pause(PAUSE_MS);
  }

  private tellSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (this.told !== this.open) this.tell((this.told = this.open));
    }, TOLD_EVERY_MS).unref();
  }
}

const CELL = new Int32Array(new SharedArrayBuffer(4));

function sleepAll(ms: number): void {
  Atomics.wait(CELL, 0, 0, ms);
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Lets work go on for a turn at a time: it asks for leave before each of its portions, and may rest in between. */
export class TurnGate {
  /** Whether the work would not use a turn. */
  isResting = false;
  private until = 0;
  private waiting: { readonly resolve: () => void; readonly reject: (reason: Error) => void } | undefined;
  private onPaused: (() => void) | undefined;
  private closed: Error | undefined;
  private onClosed = (): void => {};
  private readonly closing = new Promise<void>((resolve) => (this.onClosed = resolve));

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly pause: (ms: number) => Promise<unknown> = (ms) => sleep(ms),
  ) {}

  /** To be awaited by the work. @throws what the gate was closed with */
  async pass(): Promise<void> {
    if (this.closed !== undefined) throw this.closed;
    if (this.now() < this.until) return;
    await new Promise<void>((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.onPaused?.();
    });
  }

  /** To be awaited by work that does nothing for so long: its turn is over. @throws what the gate was closed with */
  async rest(ms: number): Promise<void> {
    this.until = 0;
    this.isResting = true;
    this.onPaused?.();
    await Promise.race([this.pause(ms), this.closing]);
    this.isResting = false;
    if (this.closed !== undefined) throw this.closed;
  }

  /** Gives the work so many milliseconds; resolves when it asks for leave after them. */
  turn(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.onPaused = resolve;
      this.until = this.now() + ms;
      const { waiting } = this;
      this.waiting = undefined;
      waiting?.resolve();
    });
  }

  /** Ends work that waits or rests, and work that asks later. */
  close(reason: Error): void {
    this.closed = reason;
    this.onClosed();
    this.waiting?.reject(reason);
    this.waiting = undefined;
  }
}

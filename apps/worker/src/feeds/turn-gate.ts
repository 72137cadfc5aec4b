/** Lets work go on for a turn at a time: it asks for leave before each of its portions. */
export class TurnGate {
  private until = 0;
  private waiting: { readonly resolve: () => void; readonly reject: (reason: Error) => void } | undefined;
  private onPaused: (() => void) | undefined;
  private closed: Error | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** To be awaited by the work. @throws what the gate was closed with */
  async pass(): Promise<void> {
    if (this.closed !== undefined) throw this.closed;
    if (this.now() < this.until) return;
    await new Promise<void>((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.onPaused?.();
    });
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

  /** Ends work that waits, and work that asks later. */
  close(reason: Error): void {
    this.closed = reason;
    this.waiting?.reject(reason);
    this.waiting = undefined;
  }
}

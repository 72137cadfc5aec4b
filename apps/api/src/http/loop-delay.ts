const LOOK_EVERY_MS = 10;

/** How long the event loop was held, all in all: looks come late by as much. Costs a timer. */
export class LoopDelay {
  private total = 0;
  private lookedAt = performance.now();

  constructor() {
    setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  /** Milliseconds since the process began to look, up to now: of what holds the loop this moment too. */
  totalMs(): number {
    return this.total + Math.max(0, performance.now() - this.lookedAt - LOOK_EVERY_MS);
  }

  private look(): void {
    this.total = this.totalMs();
    this.lookedAt = performance.now();
  }
}

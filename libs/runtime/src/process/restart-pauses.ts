const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** A process that lived this long ended for a new reason: the pauses begin anew. */
const STEADY_MS = 30_000;

/** How long to wait before a process that ended by itself is started again: longer each time. */
export class RestartPauses {
  private nextMs = FIRST_PAUSE_MS;

  after(livedMs: number): number {
    const pauseMs = livedMs > STEADY_MS ? FIRST_PAUSE_MS : this.nextMs;
    this.nextMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    return pauseMs;
  }
}

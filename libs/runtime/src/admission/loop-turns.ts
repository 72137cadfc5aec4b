/** Once the work that began in a turn has taken so long, the rest waits for the next one. */
const TURN_MS = 5;

/**
 * Spreads the beginnings of work over turns of the event loop: once work of some milliseconds has begun in a turn, what
 * has arrived meanwhile is taken in before more begins. Without it, all that is let in together follows in one stretch,
 * and a loop that a few accounts keep busy hears of nobody else. The clock and the turn are parameters for specs.
 */
export class LoopTurns {
  /** When work first began in this turn. */
  private beganAt: number | undefined;

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly nextTurn: (begin: () => void) => void = setImmediate,
  ) {}

  /** Resolves when the work may begin, in the order of the calls. */
  take(): Promise<void> {
    return new Promise((resolve) => this.nextTurn(() => this.begin(resolve)));
  }

  /** Node runs what was to happen in this turn one after the other, each with all that follows from it at once. */
  private begin(resolve: () => void): void {
    if (this.beganAt === undefined) {
      this.beganAt = this.now();
      this.nextTurn(() => (this.beganAt = undefined)); // before all that is put off from now on
    } else if (this.now() - this.beganAt >= TURN_MS) {
      this.nextTurn(() => this.begin(resolve));
      return;
    }
    resolve();
  }
}

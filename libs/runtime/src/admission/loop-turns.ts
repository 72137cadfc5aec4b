/**
 * Lets pieces of work begin one for each turn of the event loop: between two of them, whatever has arrived meanwhile is
 * taken in. Without it, work that is let in by the end of other work follows it within one turn, and a loop that one
 * account keeps busy hears of nobody else. `nextTurn` is a parameter for specs.
 */
export class LoopTurns {
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly nextTurn: (begin: () => void) => void = setImmediate) {}

  /** Resolves in a turn in which no other piece begins, in the order of the calls. */
  take(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) this.nextTurn(this.begin);
    });
  }

  private readonly begin = (): void => {
    this.waiting.shift()!();
    if (this.waiting.length > 0) this.nextTurn(this.begin); // a turn later: Node runs what it finds, and no more
  };
}

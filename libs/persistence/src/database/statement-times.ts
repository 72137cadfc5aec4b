import { AsyncLocalStorage } from 'node:async_hooks';

/** Milliseconds in which at least one of several things was under way: what overlaps counts once. */
export class Stretches {
  private open = 0;
  private since = 0;
  private total = 0;

  constructor(private readonly now: () => number) {}

  get totalMs(): number {
    return this.total + (this.open > 0 ? this.now() - this.since : 0);
  }

  /** Gives what ends it. */
  begin(): () => void {
    if (this.open === 0) this.since = this.now();
    this.open += 1;
    return () => {
      this.open -= 1;
      if (this.open === 0) this.total += this.now() - this.since;
    };
  }
}

/** How long one piece of work, such as a request, waited for a connection and then for PostgreSQL. */
export class StatementTimes {
  private static readonly ofWork = new AsyncLocalStorage<StatementTimes>();
  /** Waiting for a connection of a pool. */
  readonly connecting: Stretches;
  /** Having one: statements, and what is done between them. */
  readonly connected: Stretches;

  constructor(now: () => number = () => performance.now()) {
    this.connecting = new Stretches(now);
    this.connected = new Stretches(now);
  }

  /** Those of the work that runs now; undefined where nobody wants to know. */
  static current(): StatementTimes | undefined {
    return StatementTimes.ofWork.getStore();
  }

  /** Runs `work`; these are the times of it and of all that follows from it. */
  measure<T>(work: () => T): T {
    return StatementTimes.ofWork.run(this, work);
  }
}

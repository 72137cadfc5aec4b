import { AsyncLocalStorage } from 'node:async_hooks';

/** Where the statements of a piece of work read, once that is chosen. */
export type ReadingPlace = { readonly seenUntil: number } | 'primary';

/** One piece of work that may read what a standby has, and what it has to see there all the same. */
export class StaleReads {
  private static readonly ofWork = new AsyncLocalStorage<StaleReads | undefined>();
  /** Chosen with the first statement: all of one answer come from one place, unless that fails. */
  place: ReadingPlace | undefined;
  /** By the database's clock, in epoch milliseconds. */
  private seen = -Infinity;

  /** `writtenAt` is of performance.now(): what was written until then has to be seen. */
  constructor(readonly writtenAt = -Infinity) {}

  /** Those of the work that runs now; undefined where it reads the primary. */
  static current(): StaleReads | undefined {
    return StaleReads.ofWork.getStore();
  }

  get mustHaveSeenUntil(): number {
    return this.seen;
  }

  /** Everything that the database held at this moment of its clock has to be seen. Said before the first statement. */
  mustHaveSeen(until: number): void {
    this.seen = Math.max(this.seen, until);
  }

  /** Runs `work` on the primary, whatever the work around it may read. */
  static refuse<T>(work: () => T): T {
    return StaleReads.ofWork.run(undefined, work);
  }

  /** Runs `work`, and lets it and all that follows from it read a standby. */
  allow<T>(work: () => T): T {
    return StaleReads.ofWork.run(this, work);
  }
}

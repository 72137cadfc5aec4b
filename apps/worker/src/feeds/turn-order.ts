import type { OpenJob } from './choose-job.js';

/** Whose turn it is: accounts in turns, and in turns the jobs of each. */
export class TurnOrder {
  private turns = 0;
  private readonly accounts = new Map<string, number>();
  private readonly jobs = new Map<string, number>();

  /** Undefined where there are none. */
  next<T extends OpenJob>(open: readonly T[]): T | undefined {
    const [next] = [...open].sort(
      (a, b) =>
        (this.accounts.get(a.accountId) ?? 0) - (this.accounts.get(b.accountId) ?? 0) ||
        (this.jobs.get(a.id) ?? 0) - (this.jobs.get(b.id) ?? 0),
    );
    if (next === undefined) return undefined;
    this.turns += 1;
    this.accounts.set(next.accountId, this.turns);
    this.jobs.set(next.id, this.turns);
    return next;
  }
}

interface Load {
  /** What is remembered of the amounts before `at`. */
  readonly average: number;
  readonly amount: number;
  readonly at: number;
}

/**
 * How much each account asked for lately, on average: of what was a half-life ago, half is remembered. No I/O; the
 * clock is a parameter.
 */
export class RecentLoad {
  /** The one that changed least recently stands first. */
  private readonly loads = new Map<string, Load>();

  constructor(
    private readonly now: () => number,
    private readonly halfLifeMs = HALF_LIFE_MS,
    private readonly mostAccounts = MOST_ACCOUNTS,
  ) {}

  /** An account asks for so much from now on. */
  set(accountId: string, amount: number): void {
    const average = this.of(accountId);
    this.loads.delete(accountId); // and last again
    this.loads.set(accountId, { average, amount, at: this.now() });
    if (this.loads.size > this.mostAccounts) this.loads.delete(this.loads.keys().next().value!);
  }

  of(accountId: string): number {
    const load = this.loads.get(accountId);
    if (load === undefined) return 0;
    const remembered = 0.5 ** ((this.now() - load.at) / this.halfLifeMs);
    return load.average * remembered + load.amount * (1 - remembered);
  }
}

const HALF_LIFE_MS = 2_000;
/** Bounds the memory; whoever is forgotten counts as idle. */
const MOST_ACCOUNTS = 10_000;

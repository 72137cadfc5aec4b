import { RecentLoad } from './recent-load.js';

/** How many may work at once, how many of one account may wait, and how much time a turn is worth. */
export interface FairSlotsOptions {
  readonly slots: number;
  /** Claims of one account that wait; the next one is refused. */
  readonly queueLength: number;
  /** Milliseconds of a slot that an account earns each time its turn comes. */
  readonly quantumMs: number;
  /**
   * What busy accounts hold together while others come by; without it they are accounts like all others. An account is
   * busy that lately had claims for half of its quarter all the time, held or waiting, or has them for four quarters
   * now.
   */
  readonly busySlots?: number;
  /**
   * A slot that a busy account had rests for so many times as long before the next of them gets it, while others come
   * by. So slots are processors, and busy accounts have a share of their time as well.
   */
  readonly busyRest?: number;
}

/** A claim of an account: it waits, or it has a slot, or it is over. Only `FairSlots` looks inside. */
export interface SlotClaim {
  readonly account: AccountClaims;
  readonly grant: () => void;
  state: 'waiting' | 'holding' | 'over';
  since: number;
}

/** What one account holds of the slots and waits for. */
export interface AccountClaims {
  readonly id: string;
  readonly waiting: SlotClaim[];
  held: number;
  /** Milliseconds it has earned and not used; negative where it used more than it had earned. */
  credit: number;
}

/**
 * Slots that accounts share. Accounts that wait are served in turns (deficit round robin, Shreedhar and Varghese 1995;
 * the time of a slot is known only afterwards and is charged then). Who holds less than a quarter of the slots comes
 * first, and the second half of the slots is for these alone: an account that is alone holds half of all at most, so
 * that the next account does not wait for it. Where `busySlots` says so, accounts that ask without a pause share few of
 * the slots: the processors behind the rest are for those who come by. No I/O; the clock is a parameter.
 */
export class FairSlots {
  private readonly accounts = new Map<string, AccountClaims>();
  /** Accounts with a claim that waits; whose turn is next stands first. */
  private ring: AccountClaims[] = [];
  private free: number;
  private readonly quarter: number;
  private readonly reserve: number;
  private readonly load: RecentLoad;
  /** When an account that is not busy last claimed a slot. */
  private othersCameAt = -Infinity;
  /** Slots of busy accounts that rest. */
  private resting = 0;

  constructor(
    private readonly options: FairSlotsOptions,
    private readonly now: () => number,
    private readonly after: (milliseconds: number, then: () => void) => void = later,
  ) {
    const { slots } = options;
    this.free = slots;
    this.quarter = Math.max(1, Math.floor(slots / 4));
    this.reserve = slots - Math.max(1, Math.floor(slots / 2));
    this.load = new RecentLoad(now);
  }

  /** Claims a slot. `grant` is called once, now or later; undefined where too many claims of the account wait. */
  claim(accountId: string, grant: () => void): SlotClaim | undefined {
    const account = this.accountOf(accountId);
    if (!this.isBusy(accountId)) this.othersCameAt = this.now();
    const claim: SlotClaim = { account, grant, state: 'waiting', since: this.now() };
    account.waiting.push(claim);
    this.noteLoad(account);
    if (account.waiting.length === 1) this.ring.push(account);
    this.dispatch();
    if (account.waiting.length <= this.options.queueLength) return claim;
    this.end(claim);
    return undefined;
  }

  /** Ends a claim, wherever it stands: it leaves the queue, or gives its slot back. A second time does nothing. */
  end(claim: SlotClaim): void {
    const { account, state } = claim;
    if (state === 'over') return;
    claim.state = 'over';
    if (state === 'waiting') {
      account.waiting.splice(account.waiting.indexOf(claim), 1);
      if (account.waiting.length === 0) this.ring = this.ring.filter((other) => other !== account);
    } else {
      const heldMs = this.now() - claim.since;
      this.rest(account, heldMs);
      account.held -= 1;
      this.free += 1;
      account.credit = Math.max(-MOST_TURNS_OWED * this.options.quantumMs, account.credit - heldMs);
    }
    this.noteLoad(account);
    if (account.held === 0 && account.waiting.length === 0) this.accounts.delete(account.id);
    this.dispatch();
  }

  /** Slots in use. */
  get held(): number {
    return this.options.slots - this.free;
  }

  /** Claims of all accounts that wait. */
  get waiting(): number {
    return this.ring.reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Whether an account is busy now (see `busySlots`). */
  isBusy(accountId: string): boolean {
    const { busySlots } = this.options;
    if (busySlots === undefined) return false;
    const { waiting, held } = this.accounts.get(accountId) ?? { waiting: [], held: 0 };
    return waiting.length + held >= MANY_QUARTERS * this.quarter || this.load.of(accountId) >= this.quarter / 2;
  }

  private accountOf(id: string): AccountClaims {
    const known = this.accounts.get(id);
    if (known !== undefined) return known;
    const account = { id, waiting: [], held: 0, credit: 0 };
    this.accounts.set(id, account);
    return account;
  }

  private dispatch(): void {
    while (this.free > 0) {
      const mayTake = this.busyMayTake() ? () => true : (each: AccountClaims) => !this.isBusy(each.id);
      const account =
        this.nextOf((each) => each.held < this.quarter && mayTake(each)) ??
        (this.free > this.reserve ? this.nextOf(mayTake) : undefined);
      if (account === undefined) return;
      this.serve(account);
    }
  }

  private noteLoad({ id, waiting, held }: AccountClaims): void {
    if (this.options.busySlots !== undefined) this.load.set(id, Math.min(this.quarter, waiting.length + held));
  }

  private rest({ id }: AccountClaims, heldMs: number): void {
    const { busyRest = 0 } = this.options;
    if (busyRest === 0 || this.nobodyElseComesBy() || !this.isBusy(id)) return;
    this.resting += 1;
    this.after(Math.min(LONGEST_REST_MS, heldMs * busyRest), () => {
      this.resting -= 1;
      this.dispatch();
    });
  }

  private nobodyElseComesBy(): boolean {
    return this.now() - this.othersCameAt > COMES_BY_MS;
  }

  /**
   * Whether busy accounts may have one slot more. One at least, so that the end of it, or of its rest, lets the next of
   * them in.
   */
  private busyMayTake(): boolean {
    const { busySlots } = this.options;
    if (busySlots === undefined || this.nobodyElseComesBy()) return true;
    let held = this.resting;
    for (const account of this.accounts.values()) if (account.held > 0 && this.isBusy(account.id)) held += account.held;
    return held < Math.max(1, busySlots);
  }

  /** Whose turn it is. Each account that is passed earns a turn's worth, and whoever then owes nothing is served. */
  private nextOf(mayTake: (account: AccountClaims) => boolean): AccountClaims | undefined {
    if (!this.ring.some(mayTake)) return undefined;
    for (;;) {
      const account = this.ring.shift()!;
      this.ring.push(account);
      if (!mayTake(account)) continue;
      account.credit = Math.min(account.credit + this.options.quantumMs, this.options.quantumMs);
      if (account.credit > 0) return account;
    }
  }

  private serve(account: AccountClaims): void {
    const claim = account.waiting.shift()!;
    if (account.waiting.length === 0) this.ring = this.ring.filter((other) => other !== account);
    account.held += 1;
    this.free -= 1;
    claim.state = 'holding';
    claim.since = this.now();
    claim.grant();
  }
}

/** Who asks for so much at once is busy, whatever it did before: a process that has just started knows nobody. */
const MANY_QUARTERS = 4;
/** Whoever asks every so often comes by. */
const COMES_BY_MS = 2_000;
/** A debt ends after so many turns: one slow request costs its account turns, and never its service. */
const MOST_TURNS_OWED = 16;
/** After one long request its account waits no longer than who sends again once a second. */
const LONGEST_REST_MS = 1_000;

const later = (milliseconds: number, then: () => void): void => void setTimeout(then, milliseconds).unref();

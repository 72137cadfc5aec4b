/** Whoever asked so long ago may ask again at any moment. As long as `FairSlots` reserves slots for who comes by. */
const COMES_BY_MS = 2_000;

interface Call {
  readonly account: string;
  at: number;
}

/** Knows whether an account has this process for itself: the last two that asked say it. The clock is a parameter. */
export class LastCallers {
  private last: Call | undefined;
  private before: Call | undefined;

  constructor(private readonly now: () => number) {}

  note(account: string): void {
    if (this.last?.account === account) {
      this.last.at = this.now();
      return;
    }
    this.before = this.last;
    this.last = { account, at: this.now() };
  }

  /** Whether no other account has asked lately. */
  isAlone(account: string): boolean {
    const other = this.last?.account === account ? this.before : this.last;
    return other === undefined || this.now() - other.at > COMES_BY_MS;
  }
}

/** Counts unknown keys per address and minute, so that nobody can make the database look up keys at will. */
export class FailedKeys {
  private readonly failures = new Map<string, number>();
  private windowEnds = 0;

  constructor(
    private readonly limit = FAILED_KEYS_PER_MINUTE,
    private readonly now: () => number = Date.now,
  ) {}

  record(address: string): void {
    this.turnWindow();
    if (this.failures.size >= MAX_ADDRESSES && !this.failures.has(address)) this.failures.clear();
    this.failures.set(address, (this.failures.get(address) ?? 0) + 1);
  }

  /** Takes one back that was recorded before it was known to be good. */
  takeBack(address: string): void {
    const recorded = this.failures.get(address) ?? 0; // none where a new minute began meanwhile
    if (recorded > 0) this.failures.set(address, recorded - 1);
  }

  /** Seconds this address has to wait before another unknown key of its is looked up; 0 = none. */
  waitSeconds(address: string): number {
    this.turnWindow();
    return (this.failures.get(address) ?? 0) < this.limit ? 0 : Math.ceil((this.windowEnds - this.now()) / 1000);
  }

  private turnWindow(): void {
    if (this.now() < this.windowEnds) return;
    this.failures.clear();
    this.windowEnds = this.now() + WINDOW_MS;
  }
}

const FAILED_KEYS_PER_MINUTE = 120;
const WINDOW_MS = 60_000;
/** Bounds the memory that a flood from many addresses can take. */
const MAX_ADDRESSES = 50_000;

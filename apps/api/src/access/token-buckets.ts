/** A bucket of tokens per name: it holds a minute's worth and is refilled steadily. Pure; the clock is a parameter. */
export class TokenBuckets {
  /** Those that are not full, the one that was used least recently first. */
  private readonly buckets = new Map<string, { tokens: number; at: number }>();

  constructor(
    private readonly perMinute: number,
    private readonly now: () => number = Date.now,
    private readonly mostNames = MOST_NAMES,
  ) {}

  /** Takes a token. Answers the seconds until there is one; 0 = taken. */
  take(name: string): number {
    const now = this.now();
    const { tokens, at } = this.buckets.get(name) ?? { tokens: this.perMinute, at: now };
    const filled = Math.min(this.perMinute, tokens + ((now - at) * this.perMinute) / MINUTE_MS);
    this.buckets.delete(name); // and last again: a flood from many addresses forgets the idle ones first
    this.buckets.set(name, { tokens: filled < 1 ? filled : filled - 1, at: now });
    if (this.buckets.size > this.mostNames) this.buckets.delete(this.buckets.keys().next().value!);
    return filled < 1 ? Math.ceil(((1 - filled) * MINUTE_MS) / this.perMinute / 1_000) : 0;
  }
}

const MINUTE_MS = 60_000;
/** Bounds the memory that a flood from many addresses can take, to some 10 MB. */
const MOST_NAMES = 50_000;

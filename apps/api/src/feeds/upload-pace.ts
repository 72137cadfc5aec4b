/** What an upload has to bring. */
export interface PaceRules {
  /** Milliseconds of waiting for the sender after which what came meanwhile is looked at. */
  readonly windowMs: number;
  /** Bytes that have to come in each of them. */
  readonly windowBytes: number;
  /** Milliseconds that the whole may take. */
  readonly longestMs: number;
}

/** 8 kB a second: the slowest line of an office sends more, and one byte a second holds a slot for half a minute. */
export const PACE = { windowMs: 30_000, windowBytes: 240_000 } as const;

/**
 * Looks after the pace of an upload. Only the time counts in which the server waited for the sender. Pure; the times
 * are parameters.
 */
export class UploadPace {
  private windowMs = 0;
  private windowBytes = 0;

  constructor(
    private readonly rules: PaceRules,
    private readonly beganAt: number,
  ) {}

  /** Milliseconds for which the next bytes may be waited for. */
  patience(now: number): number {
    const left = this.beganAt + this.rules.longestMs - now;
    const { windowMs, windowBytes } = this.rules;
    return Math.max(0, Math.min(left, this.windowBytes >= windowBytes ? windowMs : windowMs - this.windowMs + 1));
  }

  /** So many bytes came after so long a wait. False where the upload is too slow. */
  received(bytes: number, waitedMs: number, now: number): boolean {
    this.windowMs += waitedMs;
    this.windowBytes += bytes;
    if (now - this.beganAt > this.rules.longestMs) return false;
    if (this.windowMs < this.rules.windowMs) return true;
    const isFast = this.windowBytes >= this.rules.windowBytes;
    [this.windowMs, this.windowBytes] = [0, 0];
    return isFast;
  }
}

import type { AttemptVerdict } from './attempt-verdict.js';
import { retryDelayMs } from './schedule.js';

/** An attempt that ended. Times in milliseconds since 1970. */
export interface EndedAttempt {
  readonly attemptNumber: number;
  /** Attempts before this round: a resend begins the schedule anew. */
  readonly roundStart: number;
  readonly verdict: AttemptVerdict;
  readonly endedAt: number;
}

/** What becomes of an attempt and of its delivery. */
export type Settlement =
  | { readonly kind: 'DELIVERED' }
  /** Failed for good: the schedule has run out, or the verdict ends it. */
  | { readonly kind: 'DEAD'; readonly scheduleRanOut: boolean }
  /** Failed; the next attempt is due then. */
  | { readonly kind: 'AGAIN'; readonly nextAt: number }
  /** Nothing was tried: the same attempt is due at once. */
  | { readonly kind: 'PUT_BACK' };

/** Decides what follows an attempt. Pure: the jitter comes from `random`. */
export function settleAttempt(
  { attemptNumber, roundStart, verdict, endedAt }: EndedAttempt,
  scheduleMs: readonly number[],
  random: () => number,
): Settlement {
  if (verdict.kind === 'DELIVERED') return { kind: 'DELIVERED' };
  if (verdict.kind === 'BROKEN_OFF') return { kind: 'PUT_BACK' };
  if (verdict.kind === 'END') return { kind: 'DEAD', scheduleRanOut: false };
  const waitMs = retryDelayMs(scheduleMs, attemptNumber - roundStart, random, verdict.retryAfterMs);
  return waitMs === null ? { kind: 'DEAD', scheduleRanOut: true } : { kind: 'AGAIN', nextAt: endedAt + waitMs };
}

/** Waits after each failed attempt, in milliseconds: ten attempts within three days and some hours. */
export const DELIVERY_SCHEDULE_MS: readonly number[] = [
  5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000,
];

/** A wait is drawn from this share around its value, so that receivers that failed together are not asked again together. */
export const SCHEDULE_JITTER = 0.2;

/** A receiver that asks for more patience than a day gets a day. */
export const LONGEST_RETRY_AFTER_MS = 86_400_000;

/**
 * How long to wait after the given number of failed attempts (1 = the first), or null where the schedule has run out. What the receiver asked for
 * (`Retry-After`, RFC 9110) prolongs the wait and never shortens it. `random` gives numbers from 0 up to 1.
 */
export function retryDelayMs(
  scheduleMs: readonly number[],
  failedAttempts: number,
  random: () => number,
  retryAfterMs = 0,
): number | null {
  const wait = scheduleMs[failedAttempts - 1];
  if (wait === undefined) return null;
  const drawn = Math.round(wait * (1 - SCHEDULE_JITTER + 2 * SCHEDULE_JITTER * random()));
  return Math.max(drawn, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
}

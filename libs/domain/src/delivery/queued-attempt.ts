/** When an attempt is made, and which one of its delivery it is. Times in milliseconds since 1970. */
export interface QueuedAttempt {
  /** 1 = the first. */
  readonly attemptNumber: number;
  /** Attempts before this round: the schedule counts from there. */
  readonly roundStart: number;
  /** The time that the attempt was queued for. */
  readonly scheduledAt: number;
  /** Not before this; later than `scheduledAt` where a mail has to wait for the mail before it. */
  readonly dueAt: number;
}

/**
 * The first attempt of a delivery. `nextMailAt` is the earliest time of the alert's next mail; null where there is none
 * to wait for.
 */
export function firstAttempt(now: number, nextMailAt: number | null = null): QueuedAttempt {
  return { attemptNumber: 1, roundStart: 0, scheduledAt: now, dueAt: Math.max(now, nextMailAt ?? now) };
}

/** The attempt after one that failed: the round goes on. */
export function nextAttempt(
  failed: Pick<QueuedAttempt, 'attemptNumber' | 'roundStart'>,
  nextAt: number,
): QueuedAttempt {
  return {
    attemptNumber: failed.attemptNumber + 1,
    roundStart: failed.roundStart,
    scheduledAt: nextAt,
    dueAt: nextAt,
  };
}

/** A delivery that has ended is sent again: a new round, with the whole schedule before it. */
export function resentAttempt(lastAttemptNumber: number, now: number): QueuedAttempt {
  return { attemptNumber: lastAttemptNumber + 1, roundStart: lastAttemptNumber, scheduledAt: now, dueAt: now };
}

/** What is known of an endpoint from its last attempts. Times in milliseconds since 1970. */
export interface BreakerState {
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** When the first of them ended; null where there is none. */
  readonly failingSince: number | null;
  /** Null = closed: deliveries go out. */
  readonly openedAt: number | null;
  /** Probes that failed since it opened. */
  readonly failedProbes: number;
  /** When one delivery may try; null where closed or switched off. */
  readonly probeAt: number | null;
  /** Given up: nothing is tried until somebody asks for it. */
  readonly switchedOffAt: number | null;
}

/** The state of an endpoint without failures. */
export const CLOSED_BREAKER: BreakerState = Object.freeze({
  failures: 0,
  failingSince: null,
  openedAt: null,
  failedProbes: 0,
  probeAt: null,
  switchedOffAt: null,
});

/** Failures in a row that open it. */
export const FAILURES_TO_OPEN = 10;
/** The first probe comes after this, each later one after twice the time, up to the longest. */
export const FIRST_PROBE_MS = 30_000;
export const LONGEST_PROBE_MS = 900_000;
/** An endpoint that failed for so long, and at least so often, is switched off. */
export const SWITCH_OFF_AFTER_MS = 5 * 86_400_000;
export const SWITCH_OFF_FAILURES = 20;

/** What may be sent to an endpoint now: everything, one delivery as a probe, nothing yet, or nothing any more. */
export type Admission = 'ALL' | 'PROBE' | 'WAIT' | 'NONE';

/** What a state admits at a time. */
export function admission({ openedAt, probeAt, switchedOffAt }: BreakerState, now: number): Admission {
  if (switchedOffAt !== null) return 'NONE';
  if (openedAt === null) return 'ALL';
  return probeAt === null || probeAt <= now ? 'PROBE' : 'WAIT';
}

/** A probe is under way until `until`: if nobody comes back with what it found, the next one may go then. */
export function probing(state: BreakerState, until: number): BreakerState {
  return { ...state, probeAt: until };
}

/**
 * After an attempt that reached the receiver. A switched-off endpoint stays off: only somebody who asks for it brings
 * it back.
 */
export function afterSuccess(state: BreakerState): BreakerState {
  return state.switchedOffAt === null ? CLOSED_BREAKER : state;
}

/**
 * Somebody asks for an endpoint that was switched off: it has one try, and goes on as one that failed often where that
 * fails.
 */
export function reopened(now: number): BreakerState {
  return {
    failures: FAILURES_TO_OPEN,
    failingSince: now,
    openedAt: now,
    failedProbes: 0,
    probeAt: now,
    switchedOffAt: null,
  };
}

/** The delivery that was to probe was not sent after all: another one may. */
export function probeReturned(state: BreakerState, now: number): BreakerState {
  return state.openedAt === null || state.switchedOffAt !== null ? state : { ...state, probeAt: now };
}

/**
 * After an attempt that failed at `now`. One that was under way when the breaker opened is no probe and puts off
 * none.
 */
export function afterFailure(state: BreakerState, now: number, wasProbe: boolean): BreakerState {
  if (state.switchedOffAt !== null) return state;
  const failures = state.failures + 1;
  const failingSince = state.failingSince ?? now;
  if (failures >= SWITCH_OFF_FAILURES && now - failingSince >= SWITCH_OFF_AFTER_MS)
    return { ...state, failures, failingSince, probeAt: null, switchedOffAt: now };
  if (state.openedAt === null) {
    return failures < FAILURES_TO_OPEN
      ? { ...state, failures, failingSince }
      : { ...state, failures, failingSince, openedAt: now, failedProbes: 0, probeAt: now + FIRST_PROBE_MS };
  }
  if (!wasProbe) return { ...state, failures, failingSince };
  const failedProbes = state.failedProbes + 1;
  return { ...state, failures, failingSince, failedProbes, probeAt: now + probeWaitMs(failedProbes) };
}

/** How long after a failed probe the next one comes, in milliseconds. */
export function probeWaitMs(failedProbes: number): number {
  return Math.min(LONGEST_PROBE_MS, FIRST_PROBE_MS * 2 ** failedProbes);
}

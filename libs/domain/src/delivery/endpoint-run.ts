import { admission, type BreakerState } from './breaker.js';
import { originAdmission, type OriginState } from './origin-breaker.js';
import { UNDER_WAY_UNSURE, UNDER_WAY_WELL } from './slots.js';

/** Deliveries of one endpoint in one run. */
export const DELIVERIES_PER_RUN = 5;
/** Of one that took the last thing: half of what it may have under way, so that one half goes while the other comes. */
export const DELIVERIES_PER_RUN_WELL = UNDER_WAY_WELL / 2;

/** What an endpoint may take with one run. */
export const runOf = (answersWell: boolean): number => (answersWell ? DELIVERIES_PER_RUN_WELL : DELIVERIES_PER_RUN);

/**
 * What is known of an endpoint when it is served: one receiver of one account (host and path, or a mail address). Times
 * in milliseconds since 1970.
 */
export interface EndpointState {
  readonly breaker: BreakerState;
  /** It took the last thing that was sent to it. */
  readonly answersWell: boolean;
}

/** What a run of an endpoint may take. */
export interface EndpointRun {
  readonly take: number;
  /** No more than this under way at once, those already under way included. */
  readonly underWayLimit: number;
  readonly isProbe: boolean;
  /** It tries an origin whose breaker is open. */
  readonly probesOrigin: boolean;
}

/**
 * How much of an endpoint's queue goes out now. Deliveries behind an open breaker are left alone, but for one probe.
 * The breaker of the origin (null for a mail) does not hold an endpoint that took the last thing sent to it: whoever
 * answers is never shut out for what else hangs at the same host.
 */
export function planRun({ breaker, answersWell }: EndpointState, origin: OriginState | null, now: number): EndpointRun {
  const own = admission(breaker, now);
  const there = origin === null || answersWell ? 'ALL' : originAdmission(origin, now);
  if (own === 'WAIT' || own === 'NONE' || there === 'WAIT') return NOTHING;
  if (own === 'PROBE' || there === 'PROBE')
    return { take: 1, underWayLimit: 1, isProbe: true, probesOrigin: there === 'PROBE' };
  const underWayLimit = answersWell ? UNDER_WAY_WELL : UNDER_WAY_UNSURE;
  return { take: runOf(answersWell), underWayLimit, isProbe: false, probesOrigin: false };
}

/** A run that takes nothing. */
export const NOTHING: EndpointRun = Object.freeze({ take: 0, underWayLimit: 0, isProbe: false, probesOrigin: false });

/**
 * When to look at an endpoint again after its run, given the earliest time in its queue (null: the queue is empty). A
 * queue with more to send comes back at once and stands behind all who waited meanwhile: the least recently served
 * goes first.
 */
export function nextLookAt(
  { breaker, answersWell }: EndpointState,
  origin: OriginState | null,
  earliest: number | null,
  now: number,
): number | null {
  if (earliest === null) return null;
  const due = Math.max(earliest, now);
  const own = breaker.switchedOffAt === null && breaker.openedAt !== null ? (breaker.probeAt ?? now) : now;
  const there = origin !== null && origin.openedAt !== null && !answersWell ? (origin.probeAt ?? now) : now;
  return Math.max(due, own, there);
}

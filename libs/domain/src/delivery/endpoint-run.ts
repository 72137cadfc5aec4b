import { admission, type BreakerState } from './breaker.js';

/** Deliveries of one endpoint in one run. */
export const DELIVERIES_PER_RUN = 5;
/**
 * Deliveries of one endpoint under way at a time: few where it failed last or never answered, so that a hanging
 * receiver holds little of the worker.
 */
export const UNDER_WAY_WELL = 20;
export const UNDER_WAY_UNSURE = 5;

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
}

/**
 * How much of an endpoint's queue goes out now. Deliveries behind an open breaker are left alone, but for one probe.
 */
export function planRun({ breaker, answersWell }: EndpointState, now: number): EndpointRun {
  switch (admission(breaker, now)) {
    case 'ALL':
      return {
        take: DELIVERIES_PER_RUN,
        underWayLimit: answersWell ? UNDER_WAY_WELL : UNDER_WAY_UNSURE,
        isProbe: false,
      };
    case 'PROBE':
      return { take: 1, underWayLimit: 1, isProbe: true };
    default:
      return { take: 0, underWayLimit: 0, isProbe: false };
  }
}

/**
 * When to look at an endpoint again after its run, given the earliest time in its queue (null: the queue is empty). A
 * queue with more to send comes
 * back at once and stands behind all who waited meanwhile: the least recently served goes first.
 */
export function nextLookAt(
  state: EndpointState,
  queue: { readonly earliest: number | null; readonly isFull: boolean },
  now: number,
): number | null {
  if (queue.earliest === null) return null;
  const { breaker, answersWell } = state;
  const due = Math.max(queue.earliest, now);
  if (breaker.switchedOffAt === null && breaker.openedAt !== null) return Math.max(due, breaker.probeAt ?? now);
  if (!queue.isFull) return due;
  return Math.max(due, now + (answersWell ? FULL_PAUSE_WELL_MS : FULL_PAUSE_UNSURE_MS));
}

/** Waits while as many deliveries are under way as may be: a receiver that answers well has room soon. */
const FULL_PAUSE_WELL_MS = 25;
const FULL_PAUSE_UNSURE_MS = 500;

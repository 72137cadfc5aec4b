import type { AttemptVerdict } from './attempt-verdict.js';
import { afterFailure, afterSuccess, probeReturned } from './breaker.js';
import type { EndpointState } from './endpoint-run.js';

/**
 * How a claimed delivery of an endpoint ended; the verdict is null where no attempt was made. Times in milliseconds
 * since 1970.
 */
export interface EndedDelivery {
  readonly isProbe: boolean;
  readonly verdict: AttemptVerdict | null;
  readonly at: number;
}

/** What is known of an endpoint after one more result, and whether that gave it up just now. */
export interface EndpointChange {
  readonly state: EndpointState;
  readonly givenUp: 'FAILED_FOR_DAYS' | 'NO_MAILBOX' | null;
}

/**
 * Applies one result to what is known of an endpoint. A failure that is not the endpoint's own changes nothing, but
 * gives a probe back.
 */
export function applyOutcome(state: EndpointState, { isProbe, verdict, at }: EndedDelivery): EndpointChange {
  if (verdict?.kind === 'DELIVERED')
    return { state: { answersWell: true, breaker: afterSuccess(state.breaker) }, givenUp: null };
  if (verdict === null || verdict.kind === 'BROKEN_OFF' || !verdict.blamesDestination) {
    return { state: isProbe ? { ...state, breaker: probeReturned(state.breaker, at) } : state, givenUp: null };
  }
  const wasOff = state.breaker.switchedOffAt !== null;
  if (verdict.refusesRecipient)
    return {
      state: { answersWell: false, breaker: { ...state.breaker, switchedOffAt: state.breaker.switchedOffAt ?? at } },
      givenUp: wasOff ? null : 'NO_MAILBOX',
    };
  const breaker = afterFailure(state.breaker, at, isProbe);
  return {
    state: { answersWell: false, breaker },
    givenUp: breaker.switchedOffAt !== null && !wasOff ? 'FAILED_FOR_DAYS' : null,
  };
}

import type { AttemptVerdict } from './attempt-verdict.js';
import { FAILURES_TO_OPEN, FIRST_PROBE_MS, probeWaitMs } from './breaker.js';

/**
 * What one account knows of an origin (scheme, host, port) that it sends to. Another account that uses the same origin
 * has a state of its own, so that nobody shuts a host for others. Times in milliseconds since 1970.
 */
export interface OriginState {
  /** Attempts in a row that got no answer at all, at whichever of its endpoints. */
  readonly failures: number;
  /** The endpoints among them, as many as are needed to open. */
  readonly silentEndpoints: readonly number[];
  /** Null = closed. */
  readonly openedAt: number | null;
  readonly failedProbes: number;
  /** When one delivery may try; null where closed. */
  readonly probeAt: number | null;
}

/** The state of an origin that answers. */
export const CLOSED_ORIGIN: OriginState = Object.freeze({
  failures: 0,
  silentEndpoints: Object.freeze([]),
  openedAt: null,
  failedProbes: 0,
  probeAt: null,
});

/** So many endpoints have to be silent: one path that hangs says nothing of its host. */
export const ENDPOINTS_TO_OPEN = 3;

/** What an attempt says of the origin. */
export type OriginSign = 'ANSWERED' | 'SILENT' | null;

/**
 * Any status is an answer, errors too: somebody is there, and whose path fails is for the endpoint's own breaker.
 * Refused and lost connections, timeouts, failed TLS and unknown names are silence. What was never sent, or was refused
 * by ourselves, says nothing.
 */
export function originSign({ kind, responseStatus, blamesDestination }: AttemptVerdict): OriginSign {
  if (responseStatus !== null) return 'ANSWERED';
  return kind === 'RETRY' && blamesDestination ? 'SILENT' : null;
}

/** What may be sent to endpoints of an origin that did not take the last thing sent to them. */
export function originAdmission({ openedAt, probeAt }: OriginState, now: number): 'ALL' | 'PROBE' | 'WAIT' {
  if (openedAt === null) return 'ALL';
  return probeAt === null || probeAt <= now ? 'PROBE' : 'WAIT';
}

/** After an attempt of an endpoint; one that said nothing gives a probe back. */
export function afterSign(
  state: OriginState,
  { sign, endpointId, isProbe, at }: { sign: OriginSign; endpointId: number; isProbe: boolean; at: number },
): OriginState {
  if (sign === 'ANSWERED') return CLOSED_ORIGIN;
  if (sign === null) return isProbe && state.openedAt !== null ? { ...state, probeAt: at } : state;
  const failures = state.failures + 1;
  if (state.openedAt !== null) {
    if (!isProbe) return { ...state, failures };
    const failedProbes = state.failedProbes + 1;
    return { ...state, failures, failedProbes, probeAt: at + probeWaitMs(failedProbes) };
  }
  const silentEndpoints = withEndpoint(state.silentEndpoints, endpointId);
  const opens = failures >= FAILURES_TO_OPEN && silentEndpoints.length >= ENDPOINTS_TO_OPEN;
  return opens
    ? { failures, silentEndpoints, openedAt: at, failedProbes: 0, probeAt: at + FIRST_PROBE_MS }
    : { ...state, failures, silentEndpoints };
}

function withEndpoint(endpoints: readonly number[], id: number): readonly number[] {
  return endpoints.length >= ENDPOINTS_TO_OPEN || endpoints.includes(id) ? endpoints : [...endpoints, id];
}

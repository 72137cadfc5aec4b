/**
 * What is known of a search engine from its last answers; plain data, changed by the functions below. Times in epoch
 * milliseconds.
 */
export interface BreakerState {
  /** Whether each of the last requests failed, the newest last; at most WINDOW. */
  readonly recent: readonly boolean[];
  /** Since when the engine is left alone; null = closed: it is asked. */
  readonly openedAt: number | null;
  /** When the next probe is due; null where closed. */
  readonly probeAt: number | null;
  /** Pause before the next probe. */
  readonly pauseMs: number;
}

/** Requests that are remembered. */
const WINDOW = 20;
/** Failures in a row that open it: an engine that is gone. */
export const FAILURES_IN_A_ROW = 3;
/** Failures among the last WINDOW that open it: an engine that is half broken. */
export const FAILURES_IN_WINDOW = 5;
export const FIRST_PAUSE_MS = 500;
/** So that an engine that comes back is used again well within 15 s. */
export const LONGEST_PAUSE_MS = 8_000;

export const CLOSED: BreakerState = Object.freeze({
  recent: [],
  openedAt: null,
  probeAt: null,
  pauseMs: FIRST_PAUSE_MS,
});

export function afterAnswer(state: BreakerState): BreakerState {
  return state.openedAt !== null
    ? state
    : { ...state, recent: remember(state.recent, false), pauseMs: settled(state) ? FIRST_PAUSE_MS : state.pauseMs };
}

/** After a request that failed. One that was under way when it opened changes nothing any more. */
export function afterFailure(state: BreakerState, now: number): BreakerState {
  if (state.openedAt !== null) return state;
  const recent = remember(state.recent, true);
  const isGone = recent.length >= FAILURES_IN_A_ROW && recent.slice(-FAILURES_IN_A_ROW).every(Boolean);
  if (!isGone && recent.filter(Boolean).length < FAILURES_IN_WINDOW) return { ...state, recent };
  return { recent: [], openedAt: now, probeAt: now + state.pauseMs, pauseMs: state.pauseMs };
}

/** After a probe. A good one closes it; should the engine fail again soon, the pauses go on from where they were. */
export function afterProbe(state: BreakerState, isWell: boolean, now: number): BreakerState {
  if (state.openedAt === null) return state;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, state.pauseMs * 2);
  return isWell ? { ...CLOSED, pauseMs } : { ...state, probeAt: now + pauseMs, pauseMs };
}

function remember(recent: readonly boolean[], failed: boolean): boolean[] {
  return [...recent, failed].slice(-WINDOW);
}

/** A whole window of good answers: what was, is forgotten. */
const settled = ({ recent }: BreakerState): boolean => recent.length >= WINDOW - 1 && !recent.some(Boolean);

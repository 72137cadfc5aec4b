import { spanIdOf, traceIdOf, type SpanIds } from '@gable/runtime';

/** A state of a listing: what a trace through the pipeline is about. */
export interface TracedState {
  readonly listingId: string;
  readonly revisionId: number;
}

/** The trace of a state: the first 32 hex digits of the SHA-256 of `<listing id>/<revision>`. */
export const traceOf = ({ listingId, revisionId }: TracedState): string => traceIdOf(`${listingId}/${revisionId}`);

/** The span of its commit, the first of its trace. */
export function commitSpanOf(state: TracedState): SpanIds {
  return { traceId: traceOf(state), spanId: spanIdOf(`${state.listingId}/${state.revisionId} commit`) };
}

/** The span of an event that an alert recorded about it. */
export function eventSpanOf(state: TracedState, alertId: string, type: string): SpanIds {
  const subject = `${state.listingId}/${state.revisionId} ${alertId} ${type}`;
  return { traceId: traceOf(state), spanId: spanIdOf(subject) };
}

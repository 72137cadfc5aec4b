import { createHash } from 'node:crypto';

/** What a span says beside its name and times; names after OpenTelemetry's conventions, or `gable.…`. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span by its ids in lower-case hex: 32 and 16 digits. */
export interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
}

/**
 * A step of a trace whose ids follow from what it is about (`traceIdOf`, `spanIdOf`), so that processes that never meet
 * write one trace and nothing of it is stored.
 */
export interface TraceStep {
  readonly name: string;
  readonly traceId: string;
  /** Chosen at random where others need not find it. */
  readonly spanId?: string;
  readonly parentId?: string;
  readonly kind?: 'internal' | 'client';
  readonly attributes: SpanAttributes;
}

/** A request under way, as a span. */
export interface RequestSpan {
  /** Runs what belongs to the request. */
  run(work: () => void): void;
  end(name: string, attributes: SpanAttributes, failed: boolean): void;
}

/** Where traces go. Nothing here ever throws for the sake of a trace. */
export interface Tracer {
  /** The span under way. */
  current(): SpanIds | undefined;
  /** Runs work as a span below the one under way; as it is where there is none. */
  within<T>(name: string, attributes: () => SpanAttributes, work: () => Promise<T>): Promise<T>;
  /** Notes a step that has ended; times in epoch milliseconds. */
  note(step: TraceStep, startedAt: number, endedAt: number): void;
  /** Runs work as a step. Where its trace is not kept, the work runs all the same. */
  during<T>(step: TraceStep, work: () => Promise<T>): Promise<T>;
  /** Whether steps of this trace are kept: the same answer in every process. */
  keeps(traceId: string): boolean;
  /** A request that came with this `traceparent`; undefined where its trace is not kept. */
  beginRequest(traceparent: string | undefined): RequestSpan | undefined;
}

let tracer: Tracer | undefined;

/** Sends the traces of this process there; undefined switches them off. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Undefined while traces are off: then nothing is made for them. */
export const tracing = (): Tracer | undefined => tracer;

/** Runs work as a span below the one under way; where there is none, or traces are off, just so. */
export function traced<T>(name: string, attributes: () => SpanAttributes, work: () => Promise<T>): Promise<T> {
  return tracer === undefined ? work() : tracer.within(name, attributes, work);
}

/** The header by which a receiver goes on with the trace (W3C Trace Context); nothing where there is none. */
export function traceHeaders(): { traceparent?: string } {
  const current = tracer?.current();
  return current === undefined ? {} : { traceparent: `00-${current.traceId}-${current.spanId}-01` };
}

/** The id of the trace about something: the first 32 hex digits of its SHA-256. */
export const traceIdOf = (subject: string): string => digest(subject, 32);

/** The id of the span about something: the first 16 hex digits of its SHA-256. */
export const spanIdOf = (subject: string): string => digest(subject, 16);

function digest(subject: string, length: number): string {
  return createHash('sha256').update(subject).digest('hex').slice(0, length);
}

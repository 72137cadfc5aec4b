import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer as OpenTelemetryTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { RequestSpan, SpanAttributes, SpanIds, Tracer, TraceStep } from '@gable/runtime';
import { GivenIds } from './given-ids.js';
import { parseTraceparent } from './traceparent.js';

/** Where traces go, and which. */
export interface OtlpTracerOptions {
  /** Of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  /** Of traces that begin here; those of requests are kept as their `traceparent` says. */
  readonly ratio: number;
  readonly resource: SpanAttributes;
  /** Instead of OTLP/HTTP to the endpoint. */
  readonly exporter?: SpanExporter;
}

/** Spans that wait to be sent, some 20 MB at most; more are dropped. A batch of ingest ends a thousand at once. */
const MOST_WAITING = 20_000;
/** A collector that is away must not hold up the end of a process. */
const CLOSE_WITHIN_MS = 2_000;

/**
 * Traces over OTLP/HTTP. Which trace is kept is decided here by its id, before a span is made: for one that is not,
 * nothing is made at all.
 */
export class OtlpTracer implements Tracer {
  private readonly ids = new GivenIds();
  private readonly sampler: TraceIdRatioBasedSampler;
  private readonly provider: TracerProvider;
  private readonly tracer: OpenTelemetryTracer;
  private readonly underWay = new AsyncLocalStorage<Span>();

  constructor({ endpoint, ratio, resource, exporter = otlpTo(endpoint) }: OtlpTracerOptions) {
    this.sampler = new TraceIdRatioBasedSampler(ratio);
    this.provider = new TracerProvider({
      sampler: new AlwaysOnSampler(),
      idGenerator: this.ids,
      resource: resourceFromAttributes({ ...resource }),
      spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: MOST_WAITING })],
    });
    this.tracer = this.provider.getTracer('gable');
  }

  current(): SpanIds | undefined {
    return this.underWay.getStore()?.spanContext();
  }

  keeps(traceId: string): boolean {
    return this.sampler.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
  }

  async within<T>(name: string, attributes: () => SpanAttributes, work: () => Promise<T>): Promise<T> {
    const parent = this.underWay.getStore();
    if (parent === undefined) return work();
    const options = { kind: SpanKind.CLIENT, attributes: attributes() };
    return this.run(this.tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent)), work);
  }

  note(step: TraceStep, startedAt: number, endedAt: number): void {
    if (this.keeps(step.traceId)) this.start(step, startedAt).end(endedAt);
  }

  async during<T>(step: TraceStep, work: () => Promise<T>): Promise<T> {
    return this.keeps(step.traceId) ? this.run(this.start(step), work) : work();
  }

  beginRequest(traceparent: string | undefined): RequestSpan | undefined {
    const parent = parseTraceparent(traceparent);
    const traceId = parent?.traceId ?? this.ids.randomTraceId();
    if (parent === undefined ? !this.keeps(traceId) : !parent.isSampled) return undefined;
    const span = this.startAt({ traceId, spanId: undefined, parentId: parent?.spanId }, 'request', {
      kind: SpanKind.SERVER,
    });
    return {
      run: (work) => this.underWay.run(span, work),
      end: (name, attributes, failed) => {
        span.updateName(name).setAttributes({ ...attributes });
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  async close(): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS).unref());
    await Promise.race([this.provider.shutdown().catch(() => undefined), late]);
  }

  private start({ name, kind, attributes, ...ids }: TraceStep, startTime?: number): Span {
    const spanKind = kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL;
    return this.startAt(ids, name, { kind: spanKind, attributes: { ...attributes }, startTime });
  }

  private startAt(
    { traceId, spanId, parentId }: { traceId: string; spanId?: string; parentId?: string },
    name: string,
    options: SpanOptions,
  ): Span {
    const parent: Context =
      parentId === undefined
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, {
            ...{ traceId, spanId: parentId, traceFlags: TraceFlags.SAMPLED, isRemote: true },
          });
    return this.ids.give({ traceId, spanId }, () => this.tracer.startSpan(name, options, parent));
  }

  private async run<T>(span: Span, work: () => Promise<T>): Promise<T> {
    try {
      return await this.underWay.run(span, work);
    } catch (error) {
      // Its name or code alone: messages of databases and receivers repeat what callers sent.
      const { name, code } = error as { name?: string; code?: unknown };
      span.setAttribute('error.type', typeof code === 'string' ? code : (name ?? 'Error'));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }
}

function otlpTo(endpoint: string): SpanExporter {
  return new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
}

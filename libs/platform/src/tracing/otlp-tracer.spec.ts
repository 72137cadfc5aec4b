import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { setTracer, spanIdOf, traced, traceHeaders, traceIdOf, tracing } from '@gable/runtime';
import { OtlpTracer } from './otlp-tracer.js';
import { startTracing } from './start-tracing.js';

const tracerOf = (ratio: number, exporter: SpanExporter) =>
  new OtlpTracer({ endpoint: 'http://127.0.0.1:9', ratio, resource: {}, exporter });
const step = (subject: string) => ({ name: 'step', traceId: traceIdOf(subject), attributes: {} });

it('keeps a share of the traces by their ids, the same in every process, and nothing of the others', async () => {
  const [one, other] = [tracerOf(0.25, new Kept()), tracerOf(0.25, new Kept())];
  const subjects = Array.from({ length: 2_000 }, (_, n) => `listing/${n}`);
  const kept = subjects.filter((subject) => one.keeps(traceIdOf(subject)));
  expect(kept).toEqual(subjects.filter((subject) => other.keeps(traceIdOf(subject))));
  expect(kept.length / subjects.length).toBeGreaterThan(0.2);
  expect(kept.length / subjects.length).toBeLessThan(0.3);
  const left = subjects.find((subject) => !kept.includes(subject))!;
  expect(await one.during(step(left), () => Promise.resolve(one.current()))).toBeUndefined();
  expect(await one.during(step(kept[0]!), () => Promise.resolve(one.current()?.traceId))).toBe(traceIdOf(kept[0]!));
  await Promise.all([one.close(), other.close()]);
});

it('is off without a collector: work runs as it is, and no header is sent', async () => {
  const stop = await startTracing('gable-api', { tracing: undefined });
  expect(tracing()).toBeUndefined();
  expect(traceHeaders()).toEqual({});
  const attributes = jest.fn();
  expect(await traced('sql', attributes, () => Promise.resolve(7))).toBe(7);
  expect(attributes).not.toHaveBeenCalled();
  await stop();
});

it('sends what waits when it ends; what fails is marked by its code, and its message stays here', async () => {
  const exporter = new Kept();
  const tracer = tracerOf(1, exporter);
  setTracer(tracer);
  const failing = Object.assign(new Error('secret of a caller'), { code: '57014' });
  const run = tracer.during({ ...step('a'), parentId: spanIdOf('parent') }, async () => {
    expect(traceHeaders().traceparent).toMatch(new RegExp(`^00-${traceIdOf('a')}-[0-9a-f]{16}-01$`));
    await traced(
      'sql',
      () => ({ 'db.query.text': 'select $1' }),
      () => Promise.reject(failing),
    );
  });
  await expect(run).rejects.toBe(failing);
  setTracer(undefined);
  await tracer.close();
  const [sql, outer] = exporter.spans;
  expect(outer).toMatchObject({ name: 'step', parentSpanContext: { spanId: spanIdOf('parent') } });
  expect(sql).toMatchObject({ parentSpanContext: { spanId: outer!.spanContext().spanId } });
  expect(sql!.attributes).toEqual({ 'db.query.text': 'select $1', 'error.type': '57014' });
  expect(JSON.stringify([sql, outer].map((span) => [span!.status, span!.events]))).not.toContain('secret');
});

it('ends in time though the collector never answers', async () => {
  const tracer = tracerOf(1, { export: () => {}, shutdown: () => new Promise<void>(() => {}) });
  tracer.note(step('a'), 1, 2);
  await tracer.close(); // what it waits for never comes
});

/** Keeps what it gets, also when it is shut down. */
class Kept implements SpanExporter {
  readonly spans: ReadableSpan[] = [];

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.spans.push(...spans);
    done({ code: 0 });
  }

  shutdown = (): Promise<void> => Promise.resolve();
}

import { hostname } from 'node:os';
import { setTracer, type Config } from '@gable/runtime';

/** Ends the traces of a process: what is still to be sent is sent, within a bound. */
export type StopTracing = () => Promise<void>;

/**
 * Sends traces where the settings name a collector. OpenTelemetry's packages are loaded only then: without one a
 * process has neither their memory nor their time.
 */
export async function startTracing(
  service: 'gable-api' | 'gable-worker',
  { tracing }: Pick<Config, 'tracing'>,
): Promise<StopTracing> {
  if (tracing === undefined) return () => Promise.resolve();
  const { OtlpTracer } = await import('./otlp-tracer.js');
  const tracer = new OtlpTracer({
    ...tracing,
    resource: {
      'service.name': service,
      'service.instance.id': `${hostname()}:${process.pid}`,
      'host.name': hostname(),
      'process.pid': process.pid,
    },
  });
  setTracer(tracer);
  return async () => {
    setTracer(undefined);
    await tracer.close();
  };
}

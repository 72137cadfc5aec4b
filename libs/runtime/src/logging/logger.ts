import pino, { type DestinationStream, type Logger } from 'pino';
import { tracing } from '../tracing/tracer.js';
import { boundedError } from './bounded-error.js';
import { redact } from './redact.js';

export type { Logger } from 'pino';

/** What a log is called and how much it says. */
export interface LoggerOptions {
  /** The process: `api`, `worker`, `gable`. */
  readonly name: string;
  readonly level?: string;
  /** Standard error by default: standard output belongs to answers. */
  readonly destination?: DestinationStream;
}

/**
 * A log of JSON lines with ISO times and levels by name. Secrets are taken out of the finished line, so no call site
 * can forget to.
 */
export function createLogger({
  name,
  level = 'info',
  destination = pino.destination({ fd: 2, sync: true }),
}: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { process: name, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: traceFields,
      serializers: { err: boundedError },
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => destination.write(redact(line)) },
  );
}

/** What leads from a line to its trace, by the names that OpenTelemetry gives them in logs. */
function traceFields(): { trace_id?: string; span_id?: string } {
  const current = tracing()?.current();
  return current === undefined ? {} : { trace_id: current.traceId, span_id: current.spanId };
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * A registry for Prometheus with the figures of this process (CPU, memory, event loop), each labelled with the
 * process's name.
 */
export function createMetrics(processName: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processName });
  collectDefaultMetrics({ register: registry });
  return registry;
}

/**
 * Whether a request may read the metrics: anybody where no token is set, else `Authorization: Bearer <token>`; compared
 * in constant time.
 */
export function mayReadMetrics(token: string | undefined, authorization: string | undefined): boolean {
  if (token === undefined) return true;
  const [, shown] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return shown !== undefined && timingSafeEqual(digest(shown), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

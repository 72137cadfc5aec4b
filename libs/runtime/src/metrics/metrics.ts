import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Gauge, Registry, type Counter } from 'prom-client';
import type { MetricValues } from './metrics-sum.js';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** How long one answer waits for its figures: Prometheus waits ten seconds for all of it. */
const LONGEST_READ_MS = 5_000;

/**
 * A registry for Prometheus with the figures of this process (CPU, memory, event loop), each labelled with the
 * process's name.
 */
export function createMetrics(processName: string, longestReadMs = LONGEST_READ_MS): Registry {
  const registry = new ProcessRegistry({ process: processName }, longestReadMs);
  collectDefaultMetrics({ register: registry });
  return registry;
}

/**
 * Shows every series of a counter whose labels have few values, all of them 0: Prometheus takes the first value of a
 * series for no increase, so that the first case after a start would raise no alert.
 */
export function beginAtZero<Label extends string>(
  counter: Counter<Label>,
  values: Readonly<Record<Label, readonly string[]>>,
): void {
  let series: Partial<Record<Label, string>>[] = [{}];
  for (const label of Object.keys(values) as Label[])
    series = series.flatMap((labels) => values[label].map((value) => ({ ...labels, [label]: value })));
  for (const labels of series) counter.inc(labels, 0);
}

const UNREAD = 'gable_metrics_unread';

/** Leaves out what cannot be read, as from a database that is away, and counts it: the rest is the process's own. */
class ProcessRegistry extends Registry {
  private readonly unread = new Gauge({
    name: UNREAD,
    help: 'Metrics that this answer lacks because they could not be read, as while the database is away.',
    registers: [this],
    aggregator: 'max',
  });

  constructor(
    private readonly labels: Readonly<Record<string, string>>,
    private readonly longestReadMs: number,
  ) {
    super();
    this.setDefaultLabels(labels);
  }

  override async metrics(): Promise<string> {
    const found = await this.read((name) => this.getSingleMetricAsString(name));
    return `${[...found, await this.getSingleMetricAsString(UNREAD)].join('\n\n')}\n`;
  }

  override async getMetricsAsJSON(): Promise<MetricValues[]> {
    const found = await this.read((name) => this.getSingleMetric(name)!.get());
    return [...found, await this.unread.get()].map((metric) => ({
      ...metric,
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, ...this.labels } })),
    }));
  }

  /** Reads each metric, and leaves out what takes too long or fails. */
  private async read<T>(one: (name: string) => Promise<T>): Promise<T[]> {
    const names = this.getMetricsAsArray().map(({ name }) => name);
    const answered = new AbortController();
    const late = sleep(this.longestReadMs, undefined, { signal: answered.signal });
    const read = await Promise.all(
      names.filter((name) => name !== UNREAD).map((name) => Promise.race([one(name), late]).catch(() => undefined)),
    );
    answered.abort();
    const found = read.filter((each) => each !== undefined) as T[];
    this.unread.set(read.length - found.length);
    return found;
  }
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

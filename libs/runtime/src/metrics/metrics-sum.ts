import { AggregatorRegistry, type Registry } from 'prom-client';

/** A metric with its values, as one process sends it to another. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** Figures of several processes that look like those of one. */
export class MetricsSum {
  /** What each process said last. */
  private readonly latest = new Map<number, readonly MetricValues[]>();
  /** What processes that ended had counted: without it counters would fall. */
  private counted: readonly MetricValues[] = [];

  take(pid: number, values: readonly MetricValues[]): void {
    this.latest.set(pid, values);
  }

  /** The process has ended. What it counted since it was last asked is lost. */
  end(pid: number): void {
    const values = this.latest.get(pid) ?? [];
    this.latest.delete(pid);
    this.counted = summed([this.counted, values.filter(isCounted)]).getMetricsAsArray() as MetricValues[];
  }

  /**
   * The figures of all, in the text of Prometheus. Of a process that did not answer now it is what it had counted, and
   * no gauge. `own` belongs to none of them.
   */
  text(answered: ReadonlySet<number>, own: readonly MetricValues[]): Promise<string> {
    const each = [...this.latest].map(([pid, values]) => (answered.has(pid) ? values : values.filter(isCounted)));
    return summed([...each, this.counted, own]).metrics();
  }
}

const isCounted = ({ type }: MetricValues): boolean => String(type) === 'counter' || String(type) === 'histogram';

function summed(each: readonly (readonly MetricValues[])[]): Registry {
  return AggregatorRegistry.aggregate(each.map((values) => values.map(bySlowest)));
}

/** The mean of several event loops would hide the one that is held. */
function bySlowest(metric: MetricValues): MetricValues {
  const isMean = metric.name.startsWith('nodejs_eventloop_lag') && metric.aggregator === 'average';
  return isMean ? { ...metric, aggregator: 'max' } : metric;
}

import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createMetrics } from './metrics.js';
import { MetricsSum } from './metrics-sum.js';

/** The figures of a process that has answered so many requests, one of them now. */
async function figures(answered: number) {
  const registers = [new Registry()];
  new Counter({ name: 'answers_total', help: 'a', labelNames: ['route'], registers }).inc({ route: '/' }, answered);
  const times = new Histogram({ name: 'seconds', help: 's', buckets: [1, 2], registers });
  for (let n = 0; n < answered; n += 1) times.observe(1.5);
  new Gauge({ name: 'running', help: 'r', registers }).set(1);
  new Gauge({ name: 'behind', help: 'b', aggregator: 'max', registers }).set(answered);
  return registers[0]!.getMetricsAsJSON();
}

const both = new Set([1, 2]);
let sum: MetricsSum;
beforeEach(async () => {
  sum = new MetricsSum();
  sum.take(1, await figures(10));
  sum.take(2, await figures(5));
});

it('adds what processes count and do, and takes of others the largest', async () => {
  expect((await sum.text(both, [])).split('\n').filter((line) => /^\w/.test(line))).toEqual([
    'answers_total{route="/"} 15',
    'seconds_bucket{le="1"} 0',
    'seconds_bucket{le="2"} 15',
    'seconds_bucket{le="+Inf"} 15',
    'seconds_sum 22.5',
    'seconds_count 15',
    'running 2',
    'behind 10',
  ]);
});

it('keeps what a process had counted that ended or does not answer, and nothing else of it', async () => {
  const silent = await sum.text(new Set([2]), []);
  sum.end(1);
  expect(await sum.text(new Set([2]), [])).toBe(silent);
  expect(silent).toContain('answers_total{route="/"} 15');
  expect(silent).toContain('running 1\n');
  sum.end(2);
  sum.take(3, await figures(1));
  expect(await sum.text(new Set([3]), [])).toContain('answers_total{route="/"} 16');
});

it('shows the event loop that is held longest, and figures that belong to no process', async () => {
  const [one, other] = await Promise.all(
    [createMetrics('api'), createMetrics('api')].map((each) => each.getMetricsAsJSON()),
  );
  const held = other!.map((metric) =>
    metric.name === 'nodejs_eventloop_lag_p99_seconds'
      ? { ...metric, values: metric.values.map((value) => ({ ...value, value: 7 })) }
      : metric,
  );
  sum.take(1, one!);
  sum.take(2, held);
  const own = new Registry();
  new Gauge({ name: 'processes', help: 'p', registers: [own] }).set(2);
  const text = await sum.text(both, await own.getMetricsAsJSON());
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds{process="api"} 7\n');
  expect(text).toContain('processes 2\n');
});

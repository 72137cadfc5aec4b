import { beginAtZero, Counter, createMetrics, Gauge } from './metrics.js';

/** A gauge that is read when somebody asks. */
const gauge = (registry: ReturnType<typeof createMetrics>, name: string, read: () => Promise<number>) =>
  new Gauge({
    name,
    help: name,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });

it('leaves out what cannot be read, says how much that is, and shows the rest', async () => {
  const registry = createMetrics('worker');
  let isAway = false;
  gauge(registry, 'of_database', () => (isAway ? Promise.reject(new Error('ECONNREFUSED')) : Promise.resolve(7)));
  gauge(registry, 'of_process', () => Promise.resolve(8));
  const before = await registry.metrics();
  expect(before).toContain('of_database{process="worker"} 7');
  expect(before).toContain('gable_metrics_unread{process="worker"} 0');
  isAway = true;
  const meanwhile = await registry.metrics();
  expect(meanwhile).not.toContain('of_database');
  expect(meanwhile).toContain('of_process{process="worker"} 8');
  expect(meanwhile).toMatch(/^process_resident_memory_bytes\{process="worker"\} \d+/m);
  expect(meanwhile).toContain('gable_metrics_unread{process="worker"} 1');
  isAway = false;
  expect(await registry.metrics()).toContain('of_database{process="worker"} 7');
});

it('does not wait for what never answers', async () => {
  const registry = createMetrics('worker', 1);
  gauge(registry, 'of_database', () => new Promise(() => {}));
  expect(await registry.metrics()).toContain('gable_metrics_unread{process="worker"} 1');
});

it('shows every series of a counter before its first event', async () => {
  const registry = createMetrics('worker');
  const sent = new Counter({ name: 'sent', help: 'sent', labelNames: ['by', 'how'], registers: [registry] });
  beginAtZero(sent, { by: ['mail', 'hook'], how: ['well', 'badly'] });
  sent.inc({ by: 'mail', how: 'badly' });
  const text = await registry.metrics();
  expect([...text.matchAll(/^sent\{by="(\w+)",how="(\w+)".* (\d)$/gm)].map(([, ...found]) => found)).toEqual([
    ['mail', 'well', '0'],
    ['mail', 'badly', '1'],
    ['hook', 'well', '0'],
    ['hook', 'badly', '0'],
  ]);
});

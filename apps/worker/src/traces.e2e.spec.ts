import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '@gable/runtime';
import { startApi } from './testing/scrape.js';
import { TraceCollector, type CollectedSpan } from './testing/trace-collector.js';
import { WorkerProcesses } from './testing/worker-processes.js';

const gable = path.resolve(__dirname, '../../..', 'apps/cli/dist/main.js');
let world: WorkerProcesses;
let collector: TraceCollector;
let settings: NodeJS.ProcessEnv;

beforeEach(async () => {
  world = await WorkerProcesses.begin();
  collector = new TraceCollector();
  settings = { OTEL_EXPORTER_OTLP_ENDPOINT: await collector.listen() };
});
afterEach(async () => {
  await world.close();
  collector.close();
});

const named = (name: string): CollectedSpan[] => collector.spans.filter((span) => span.name === name);
const childrenOf = ({ spanId, traceId }: CollectedSpan): CollectedSpan[] =>
  collector.spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

it('leads from a line that was committed over its event to its webhook, in one trace over two processes', async () => {
  const { id: alertId } = await world.alert();
  const first = await world.start({ ...settings, WORKER_STAGES: 'ingest,matching' });
  const second = await world.start({ ...settings, WORKER_STAGES: 'delivery' });
  world.drop('feed.ndjson', ['a', 'b']);
  await world.until(() => world.received.length === 2);
  expect(await Promise.all([world.end(first, 'SIGTERM'), world.end(second, 'SIGTERM')])).toEqual([0, 0]); // sends the rest
  const commits = named('commit listing');
  expect(commits).toHaveLength(2);
  expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(2);
  for (const commit of commits) {
    const { 'gable.listing.id': listing, 'gable.listing.revision': revision } = commit.attributes;
    expect(commit.traceId).toBe(sha256(`${listing}/${revision}`).slice(0, 32)); // as the docs say
    expect(commit.parentSpanId).toBeUndefined();
    const [event, ...others] = childrenOf(commit);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ name: 'match alert', attributes: { 'gable.alert.id': alertId } });
    const [attempt] = childrenOf(event!);
    expect(attempt).toMatchObject({ name: 'send webhook', attributes: { 'gable.delivery.attempt': 1 } });
    expect(world.traceparents).toContain(`00-${attempt!.traceId}-${attempt!.spanId}-01`);
    expect(BigInt(attempt!.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(commit.startTimeUnixNano));
  }
});

it('leads from a request of the caller over the search engine to its statements, and its log lines name the trace', async () => {
  const PORT = String(await freePort());
  const env = { ...process.env, ...world.environment };
  const created = spawnSync(
    process.execPath,
    [gable, 'keys', 'create', '--account', 'Trace', '--role', 'ROLE_API_CLIENT', '--name', 'one', '--json'],
    { env, encoding: 'utf8' },
  );
  const { apiKey } = JSON.parse(created.stdout) as { apiKey: string };
  const api = await startApi({ ...world.environment, ...settings, PORT, LOG_LEVEL: 'debug' }, 'pipe');
  let log = '';
  api.child.stderr!.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ask = (traceparent?: string) =>
    fetch(`http://127.0.0.1:${api.port}/properties`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...(traceparent && { traceparent }) },
      body: '{"transactionType":"SELL"}',
    });
  const traceId = 'ab'.repeat(16);
  expect((await ask(`00-${traceId}-00f067aa0ba902b7-01`)).status).toBe(200);
  expect((await ask(`00-${'cd'.repeat(16)}-00f067aa0ba902b7-00`)).status).toBe(200); // the caller does not want it kept
  expect((await ask('nonsense')).status).toBe(200);
  const ended = once(api.child, 'exit');
  api.child.kill('SIGTERM');
  await ended;

  const [request] = collector.spans.filter((span) => span.traceId === traceId && span.name === 'POST /properties');
  expect(request).toMatchObject({
    service: 'gable-api',
    parentSpanId: '00f067aa0ba902b7',
    attributes: { 'http.route': '/properties', 'http.response.status_code': 200 },
  });
  const [search] = childrenOf(request!).filter(({ name }) => name.startsWith('search '));
  expect(search).toMatchObject({ name: 'search page', attributes: { 'gable.search.backend': 'postgres' } });
  const statements = childrenOf(search!);
  expect(statements.map(({ name }) => name)).toContain('sql');
  for (const { attributes } of statements) {
    expect(attributes['db.query.text']).toMatch(/select/i);
    expect(attributes['db.query.text']).not.toContain('SELL'); // values are parameters
  }
  expect(named('POST /properties').map((span) => span.traceId)).not.toContain('cd'.repeat(16));
  expect(named('POST /properties')).toHaveLength(2); // that of the nonsense begins a trace of its own
  const line = log.split('\n').find((each) => each.includes('"answered"') && each.includes(traceId));
  expect(JSON.parse(line!)).toMatchObject({ trace_id: traceId, span_id: request!.spanId });
});

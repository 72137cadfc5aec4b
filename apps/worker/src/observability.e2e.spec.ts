import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { freePort } from '@gable/runtime';
import { endProcess } from '@gable/testing';
import { scrape, startApi } from './testing/scrape.js';
import { TraceCollector, type CollectedSpan } from './testing/trace-collector.js';
import { WorkerProcesses, type WorkerUnderTest } from './testing/worker-processes.js';

const root = path.resolve(__dirname, '../../..');
const gable = path.join(root, 'apps/cli/dist/main.js');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
/** Everything that Gable names itself, and what the dashboard takes of Node's. */
const NAME = /\b(?:gable_[a-z0-9_]*[a-z0-9]|http_request_[a-z_]*[a-z]|(?:process|nodejs)_[a-z0-9_]*[a-z0-9])\b/g;
/** The parts of a histogram. */
const PART = /_(?:bucket|sum|count)$/;

let world: WorkerProcesses;
let collector: TraceCollector;
let api: Awaited<ReturnType<typeof startApi>>;
let workers: WorkerUnderTest[];
let alertId: string;
let log = '';
/** Names of all metrics, and what API and one worker show. */
let shown: Set<string>;
let [ofApi, ofWorker, ofSender, ofPostgres] = ['', '', '', ''];

beforeAll(async () => {
  world = await WorkerProcesses.begin();
  collector = new TraceCollector();
  // Nothing answers there: the metrics of the index are shown all the same, and PostgreSQL answers searches.
  const OPENSEARCH_URL = `http://127.0.0.1:${await freePort()}`;
  const OTEL_EXPORTER_OTLP_ENDPOINT = await collector.listen();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT, SEARCH_ENGINE: 'opensearch', OPENSEARCH_URL };
  const silent = { ...settings, LOG_LEVEL: 'silent' };
  ({ id: alertId } = await world.alert());
  const DATABASE_REPLICA_URL = world.testDatabase.url; // no standby, which the metrics say
  const PORT = String(await freePort());
  [api, ...workers] = await Promise.all([
    startApi(
      { ...world.environment, ...settings, PORT, LOG_LEVEL: 'debug', SEARCH_MAP_MEMORY: '64m', DATABASE_REPLICA_URL },
      'pipe',
    ),
    world.start({ ...silent, WORKER_STAGES: 'ingest,matching,indexing,upkeep' }),
    world.start({ ...silent, WORKER_STAGES: 'delivery' }),
  ]);
  // Cities are kept in memory where PostgreSQL is the engine. And several processes show how many there are.
  const onPostgres = await startApi(
    {
      ...world.environment,
      ...{ PORT: String(await freePort()), LOG_LEVEL: 'silent', SEARCH_ENGINE: 'postgres', API_PROCESSES: '2' },
    },
    'pipe',
  );
  const scraped = await Promise.all([api, ...workers, onPostgres].map(({ port }) => scrape(port)));
  await endProcess(onPostgres.child, 'SIGTERM');
  shown = new Set(scraped.flatMap(({ names }) => names));
  [ofApi, ofWorker, ofSender, ofPostgres] = scraped.map(({ text }) => text) as [string, string, string, string];
  api.child.stderr!.on('data', (chunk: Buffer) => (log += chunk.toString()));
});
afterAll(async () => {
  api.child.kill('SIGKILL');
  await world.close();
  collector.close();
});

const named = (name: string): CollectedSpan[] => collector.spans.filter((span) => span.name === name);
const childrenOf = ({ spanId, traceId }: CollectedSpan): CollectedSpan[] =>
  collector.spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const unknown = (text: string): string[] => {
  const named = new Set(text.match(NAME) ?? []);
  return [...named].filter((name) => !shown.has(name) && !shown.has(name.replace(PART, ''))).sort();
};

it('shows every metric that docs/observability.md lists, and lists every one of ours that it shows', () => {
  const docs = read('docs/observability.md');
  expect(unknown(docs)).toEqual([]);
  const listed = new Set(docs.match(NAME));
  const ours = [...shown].filter((name) => /^(gable|http)_/.test(name));
  expect(ours.length).toBeGreaterThan(60);
  expect(ours.filter((name) => !listed.has(name))).toEqual([]);
});

it.each(['docker/prometheus/alerts.yml', 'docker/prometheus/alerts.test.yml', 'docker/grafana/gable.json'])(
  'names no metric in %s that neither API nor worker shows',
  (file) => {
    const text = read(file);
    expect((text.match(NAME) ?? []).length).toBeGreaterThan(20);
    expect(unknown(text)).toEqual([]);
  },
);

it('has each alert of the rules in the docs, with what to do', () => {
  const alerts = [...read('docker/prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  const documented = [...read('docs/observability.md').matchAll(/^\| `(Gable\w+)`/gm)].map(([, name]) => name!);
  expect(alerts.toSorted()).toEqual(documented.toSorted());
});

it('shows every counter from the beginning, so that its first step is an increase', () => {
  const counters = [ofApi, ofWorker, ofSender, ofPostgres].flatMap((text) =>
    [...text.matchAll(/^# TYPE (gable_\w+) counter$/gm)].map(([, name]) => ({ name: name!, text })),
  );
  expect(counters.length).toBeGreaterThan(15);
  const isShown = (name: string, text: string) => new RegExp(`^${name}\\{.*\\} \\d+$`, 'm').test(text);
  expect(counters.flatMap(({ name, text }) => (isShown(name, text) ? [] : [name]))).toEqual([]);
  for (const outcome of ['whole', 'with-rejects', 'unreadable', 'snapshot-refused'])
    expect(ofWorker).toContain(`gable_ingest_feeds_total{outcome="${outcome}",process="worker"} 0`);
  expect(ofSender).toContain('gable_delivery_attempts_total{channel="WEBHOOK",outcome="delivered",process="worker"} 0');
  expect(ofApi).toContain('gable_admission_refused_total{pool="search",reason="queue-full",process="api"} 0');
});

it('shows pools by the names that PostgreSQL shows, the lag of every stage, the server and its tables', () => {
  expect(ofApi).toContain('gable_database_pool_size{pool="gable api search",process="api"} 10');
  expect(ofWorker).toContain('gable_database_pool_size{pool="gable worker",process="worker"} 12');
  for (const stage of ['ingest', 'matching', 'delivery', 'indexing'])
    expect(ofWorker).toContain(`gable_stage_lag_seconds{stage="${stage}",process="worker"} 0`);
  expect(ofWorker).toMatch(/^gable_database_connections\{state="idle",process="worker"\} [1-9]/m);
  expect(ofWorker).toMatch(/^gable_table_bytes\{table="listing",process="worker"\} \d{4,}/m);
  expect(ofWorker).toContain('gable_drop_folder_files{process="worker"} 0');
});

it('leads from a line that was committed over its event to its webhook, in one trace over two processes', async () => {
  world.drop('feed.ndjson', ['a', 'b']);
  await world.until(() => world.received.length === 2);
  // What waits is sent at the end.
  expect(await Promise.all(workers.map((worker) => world.end(worker, 'SIGTERM')))).toEqual([0, 0]);
  const commits = named('commit listing');
  expect(commits).toHaveLength(2);
  const pipeline = collector.spans.filter(({ service }) => service === 'gable-worker');
  expect(new Set(pipeline.map(({ traceId }) => traceId)).size).toBe(2);
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

it('leads from a request over the search engine to its statements, and its log lines name the trace', async () => {
  const env = { ...process.env, ...world.environment };
  const create = ['keys', 'create', '--account', 'Trace', '--role', 'ROLE_API_CLIENT', '--name', 'one', '--json'];
  const { stdout } = spawnSync(process.execPath, [gable, ...create], { env, encoding: 'utf8' });
  const { apiKey } = JSON.parse(stdout) as { apiKey: string };
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
  await endProcess(api.child, 'SIGTERM');

  const [request] = collector.spans.filter((span) => span.traceId === traceId && span.name === 'POST /properties');
  expect(request).toMatchObject({
    service: 'gable-api',
    parentSpanId: '00f067aa0ba902b7',
    attributes: { 'http.route': '/properties', 'http.response.status_code': 200 },
  });
  const search = childrenOf(request!).find(({ attributes }) => attributes['gable.search.backend'] === 'postgres');
  expect(search).toMatchObject({ name: 'search page' });
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

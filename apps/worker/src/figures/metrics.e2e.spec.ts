import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { freePort } from '@gable/runtime';
import { scrape, startApi } from '../testing/scrape.js';
import { WorkerProcesses } from '../testing/worker-processes.js';

const root = path.resolve(__dirname, '../../../..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
/** Everything that Gable names itself, and what the dashboard takes of Node's. */
const NAME = /\b(?:gable_[a-z0-9_]*[a-z0-9]|http_request_[a-z_]*[a-z]|(?:process|nodejs)_[a-z0-9_]*[a-z0-9])\b/g;
/** The parts of a histogram. */
const PART = /_(?:bucket|sum|count)$/;

let world: WorkerProcesses;
let api: ChildProcess;
let shown: Set<string>;
let texts: { api: string; worker: string };

beforeAll(async () => {
  world = await WorkerProcesses.begin();
  // Nothing answers there: the metrics of the index are shown all the same.
  const settings = { SEARCH_ENGINE: 'opensearch', OPENSEARCH_URL: `http://127.0.0.1:${await freePort()}` };
  const PORT = String(await freePort());
  const silent = { LOG_LEVEL: 'silent' };
  const [worker, started] = await Promise.all([
    world.start({ ...settings, ...silent }),
    startApi({ ...world.environment, ...settings, ...silent, PORT }),
  ]);
  api = started.child;
  const [ofApi, ofWorker] = await Promise.all([scrape(started.port), scrape(worker.port)]);
  shown = new Set([...ofApi.names, ...ofWorker.names]);
  texts = { api: ofApi.text, worker: ofWorker.text };
});
afterAll(async () => {
  const ended = once(api, 'exit');
  api.kill('SIGKILL');
  await ended;
  await world.close();
});

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

it('shows pools by the names that PostgreSQL shows, the lag of every stage, the server and its tables', () => {
  expect(texts.api).toContain('gable_database_pool_size{pool="gable api search",process="api"} 10');
  expect(texts.worker).toContain('gable_database_pool_size{pool="gable worker",process="worker"} 14');
  for (const stage of ['ingest', 'matching', 'delivery', 'indexing'])
    expect(texts.worker).toContain(`gable_stage_lag_seconds{stage="${stage}",process="worker"} 0`);
  expect(texts.worker).toMatch(/^gable_database_connections\{state="idle",process="worker"\} [1-9]/m);
  expect(texts.worker).toMatch(/^gable_table_bytes\{table="listing",process="worker"\} \d{4,}/m);
  expect(texts.worker).toContain('gable_drop_folder_files{process="worker"} 0');
});

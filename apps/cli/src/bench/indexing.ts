import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { criteriaNode } from '@gable/domain';
import { MarkStore, SearchIndexStore, type Database } from '@gable/persistence';
import { IndexAdmin, IndexComparison, indexNames, openSearchClient, OpenSearchSearch, PropertyDocuments, Rebuild, type OpenSearchClient } from '@gable/search';
import { withBenchDatabase } from './bench-database.js';
import { commitPortion, countMarks, markAll, pickProperties, type CommittedPortion } from './index-data.js';
import { withOpenSearch, type OpenSearch } from './percolator/open-search.js';
import { printResults, type BenchResult } from './print-results.js';
import { quantile } from './response-times.js';
import { fillWithProperties } from './search-data.js';
import { WorkerProcess } from './worker-process.js';

interface Plan {
  readonly properties: number;
  /** Changes a second while lag is measured. */
  readonly rate: number;
  readonly seconds: number;
  /** Changes a second while the index is made anew. */
  readonly writes: number;
}

interface Bench extends Plan {
  readonly database: Database;
  readonly server: OpenSearch;
  readonly client: OpenSearchClient;
  readonly documents: PropertyDocuments;
}

const PORTIONS_PER_SECOND = 20;
const POLL_MS = 20;

/**
 * The index beside the store: how fast it is made, how fast a real worker brings everything in again, how late changes are found under a steady load, and what
 * searches and changes see of a rebuild.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false }, properties: { type: 'string', default: '100000' }, rate: { type: 'string', default: '500' }, seconds: { type: 'string', default: '30' },
      writes: { type: 'string', default: '200' }, parts: { type: 'string', default: 'build,backlog,steady,reindex' }, heap: { type: 'string', default: '1g' },
    },
  });
  const [properties, rate, seconds, writes] = (['properties', 'rate', 'seconds', 'writes'] as const).map((name) => wholeNumber(name, values[name])) as [number, number, number, number];
  const parts = values.parts.split(',');
  const results = await withOpenSearch(values.heap, (server) => withBenchDatabase(async (database, url) => {
    say(`writing ${properties} properties …`);
    await fillWithProperties(database, properties);
    const client = openSearchClient(server.url, { timeoutMs: 30_000 });
    const bench: Bench = { properties, rate, seconds, writes, database, server, client, documents: new PropertyDocuments(database) };
    try {
      return await measure(bench, url, parts);
    } finally {
      await client.close();
    }
  }));
  printResults(results, values.json);
}

async function measure(bench: Bench, url: string, parts: readonly string[]): Promise<BenchResult[]> {
  const results: BenchResult[] = [await build(bench)];
  const { worker } = await WorkerProcess.start(url, { SEARCH_ENGINE: 'opensearch', OPENSEARCH_URL: bench.server.url });
  try {
    await commitPortion(bench.database, await pickProperties(bench.database, 1), FIRST_REVISION - 1);
    await untilNoMarkIsLeft(bench, worker); // it is there and has begun
    for (const [name, part] of Object.entries({ backlog, steady, reindex })) {
      if (!parts.includes(name)) continue;
      results.push(await part(bench, worker));
      say(JSON.stringify(results.at(-1)));
    }
    return results;
  } finally {
    await worker.stop();
  }
}

/** Into an empty index, by one process. */
async function build(bench: Bench): Promise<BenchResult> {
  const began = performance.now();
  const documents = await toItsEnd(rebuildOf(bench));
  const seconds = (performance.now() - began) / 1_000;
  return { ...head('build', bench), documents, seconds, documentsPerSecond: Math.round(documents / seconds), serverMegabytes: bench.server.residentMegabytes() };
}

/** Everything is marked at once; a mark is gone when its property can be found. */
async function backlog(bench: Bench, worker: WorkerProcess): Promise<BenchResult> {
  const count = await markAll(bench.database);
  const began = performance.now();
  await untilNoMarkIsLeft(bench, worker);
  const seconds = (performance.now() - began) / 1_000;
  return { ...head('backlog', bench), documents: count, seconds, documentsPerSecond: Math.round(count / seconds), ...memoryOf(worker), serverMegabytes: bench.server.residentMegabytes() };
}

/** Twenty transactions a second; the time from each one's commit until a search finds the last of its changes. */
async function steady(bench: Bench, worker: WorkerProcess): Promise<BenchResult> {
  const { database, rate, seconds } = bench;
  const size = Math.round(rate / PORTIONS_PER_SECOND);
  const ids = await pickProperties(database, bench.properties);
  const waiting: CommittedPortion[] = [];
  const lags: number[] = [];
  let isFeeding = true;
  const watching = watch(bench, waiting, lags, () => isFeeding);
  const [cpuOfWorker, cpuOfServer, began] = [worker.cpuSeconds() ?? 0, bench.server.cpuSeconds(), performance.now()];
  const portions = seconds * PORTIONS_PER_SECOND;
  for (let portion = 0; portion < portions; portion += 1) {
    await sleep(Math.max(0, began + (portion * 1_000) / PORTIONS_PER_SECOND - performance.now()));
    const from = (portion * size) % Math.max(1, ids.length - size);
    waiting.push(await commitPortion(database, ids.slice(from, from + size), FIRST_REVISION + portion));
  }
  const took = (performance.now() - began) / 1_000;
  const cores = { workerCores: ((worker.cpuSeconds() ?? 0) - cpuOfWorker) / took, serverCores: (bench.server.cpuSeconds() - cpuOfServer) / took };
  isFeeding = false;
  await watching;
  return {
    ...head('steady', bench), changesPerSecond: Math.round((portions * size) / took), p50Ms: quantile(lags, 0.5), p99Ms: quantile(lags, 0.99), maxMs: Math.max(...lags), ...cores, ...memoryOf(worker),
    serverMegabytes: bench.server.residentMegabytes(),
  };
}

/** Asks the index again and again how many documents it shows of each portion that was not found whole yet. */
async function watch({ client }: Bench, waiting: CommittedPortion[], lags: number[], isFeeding: () => boolean): Promise<void> {
  while (isFeeding() || waiting.length > 0) {
    const wanted = waiting.slice(0, PORTIONS_AT_ONCE);
    if (wanted.length === 0) {
      await sleep(POLL_MS);
      continue;
    }
    const { body } = await client.search({
      index: indexNames().alias,
      body: { size: 0, query: { terms: { revision: wanted.map(({ revision }) => revision) } }, aggs: { found: { terms: { field: 'revision', size: PORTIONS_AT_ONCE } } } } as never,
    });
    const now = performance.now();
    const { buckets } = (body.aggregations as unknown as { found: { buckets: { key: number; doc_count: number }[] } }).found;
    const counts = new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
    for (const portion of wanted) {
      if (counts.get(portion.revision) !== portion.size) continue;
      lags.push(now - portion.committedAt);
      waiting.splice(waiting.indexOf(portion), 1);
    }
    await sleep(POLL_MS);
  }
}

/** Made anew while changes come in and searches go on; afterwards every document is compared with the store. */
async function reindex(bench: Bench, worker: WorkerProcess): Promise<BenchResult> {
  const { database, client, writes, documents } = bench;
  const ids = await pickProperties(database, bench.properties);
  const began = performance.now();
  let isDone = false;
  const rebuilding = toItsEnd(rebuildOf(bench)).finally(() => (isDone = true));
  const [changed, searched] = await Promise.all([keepWriting(database, ids, writes, () => isDone), keepSearching(client, () => isDone)]);
  const count = await rebuilding;
  const seconds = (performance.now() - began) / 1_000;
  await untilNoMarkIsLeft(bench, worker);
  const differing = await new IndexComparison(client, indexNames().alias, documents).differences(null, null);
  return {
    ...head('reindex', bench), documents: count, seconds, changesPerSecond: Math.round(changed / seconds), changes: changed, searches: searched.count, failedSearches: searched.failed,
    searchP99Ms: quantile(searched.times, 0.99), lost: differing.length,
  };
}

async function untilNoMarkIsLeft({ database }: Bench, worker: WorkerProcess): Promise<void> {
  while ((await countMarks(database)) > 0) {
    worker.assertAlive();
    await sleep(POLL_MS);
  }
}

async function keepWriting(database: Database, ids: readonly string[], writesPerSecond: number, isDone: () => boolean): Promise<number> {
  const size = Math.max(1, Math.round(writesPerSecond / PORTIONS_PER_SECOND));
  const began = performance.now();
  let portion = 0;
  for (; !isDone(); portion += 1) {
    await sleep(Math.max(0, began + (portion * 1_000) / PORTIONS_PER_SECOND - performance.now()));
    const from = (portion * size) % Math.max(1, ids.length - size);
    await commitPortion(database, ids.slice(from, from + size), FIRST_REVISION * 2 + portion);
  }
  return portion * size;
}

async function keepSearching(client: OpenSearchClient, isDone: () => boolean): Promise<{ count: number; failed: number; times: number[] }> {
  const engine = new OpenSearchSearch(client, { alias: indexNames().alias, timeoutMs: 5_000, now: () => Promise.resolve(Date.now()) });
  const criteria = criteriaNode([{ kind: 'range', field: 'price', min: 100_000, max: null, allowNull: false }]);
  const times: number[] = [];
  let failed = 0;
  while (!isDone()) {
    const from = performance.now();
    const found = await engine.findPage({ criteria, sort: { field: 'PRICE', direction: 'ASC' }, offset: 0, limit: 20 }).catch(() => null);
    times.push(performance.now() - from);
    if (found?.ids.length !== 20) failed += 1;
    await sleep(POLL_MS);
  }
  return { count: times.length, failed, times };
}

function rebuildOf({ client, database, documents }: Bench): Rebuild {
  return new Rebuild(new IndexAdmin(client, indexNames()), new SearchIndexStore(database), documents, new MarkStore(database), (ms) => sleep(ms));
}

async function toItsEnd(rebuild: Rebuild): Promise<number> {
  for (;;) {
    const { phase, loaded } = await rebuild.step(Date.now());
    if (phase === 'done') return loaded;
  }
}

/** Beyond every revision that the store was filled with. */
const FIRST_REVISION = 1_000_000;
const PORTIONS_AT_ONCE = 1_000;

function memoryOf(worker: WorkerProcess): Record<string, number> {
  const memory = worker.memory();
  return memory === undefined ? {} : { workerMegabytes: memory.now };
}

const head = (name: string, { properties }: Plan) => ({ bench: 'indexing', case: name, properties });

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} expects a whole number from 1, got "${text}"`);
  return value;
}

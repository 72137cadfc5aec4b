import { parseArgs } from 'node:util';
import { openSearchClient } from '@gable/search';
import { PostgresPropertyDocuments } from '@gable/search-postgres';
import { withBenchDatabase } from './bench-database.js';
import { commitPortion, markAll, pickProperties } from './index-data.js';
import {
  FIRST_REVISION,
  head,
  memoryOf,
  rebuildOf,
  toItsEnd,
  untilNoMarkIsLeft,
  type IndexingBench,
} from './indexing-parts.js';
import { reindex } from './indexing-reindex.js';
import { steady } from './indexing-steady.js';
import { withOpenSearch } from './percolator/open-search.js';
import { printResults, type BenchResult } from './print-results.js';
import { fillWithProperties } from './search-data.js';
import { WorkerProcess } from './worker-process.js';

/**
 * The index beside the store: how fast it is made, how fast a real worker brings everything in again, how late changes are found under a steady load, and what
 * searches and changes see of a rebuild.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      properties: { type: 'string', default: '100000' },
      rate: { type: 'string', default: '500' },
      seconds: { type: 'string', default: '30' },
      writes: { type: 'string', default: '200' },
      parts: { type: 'string', default: 'build,backlog,steady,reindex' },
      heap: { type: 'string', default: '1g' },
    },
  });
  const [properties, rate, seconds, writes] = (['properties', 'rate', 'seconds', 'writes'] as const).map((name) =>
    wholeNumber(name, values[name]),
  ) as [number, number, number, number];
  const parts = values.parts.split(',');
  const results = await withOpenSearch(values.heap, (server) =>
    withBenchDatabase(async (database, url) => {
      say(`writing ${properties} properties …`);
      await fillWithProperties(database, properties);
      const client = openSearchClient(server.url, { timeoutMs: 30_000 });
      const bench: IndexingBench = {
        properties,
        rate,
        seconds,
        writes,
        database,
        server,
        client,
        documents: new PostgresPropertyDocuments(database),
      };
      try {
        return await measure(bench, url, parts);
      } finally {
        await client.close();
      }
    }),
  );
  printResults(results, values.json);
}

async function measure(bench: IndexingBench, url: string, parts: readonly string[]): Promise<BenchResult[]> {
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
async function build(bench: IndexingBench): Promise<BenchResult> {
  const began = performance.now();
  const documents = await toItsEnd(rebuildOf(bench));
  const seconds = (performance.now() - began) / 1_000;
  return {
    ...head('build', bench),
    documents,
    seconds,
    documentsPerSecond: Math.round(documents / seconds),
    serverMegabytes: bench.server.residentMegabytes(),
  };
}

/** Everything is marked at once; a mark is gone when its property can be found. */
async function backlog(bench: IndexingBench, worker: WorkerProcess): Promise<BenchResult> {
  const count = await markAll(bench.database);
  const began = performance.now();
  await untilNoMarkIsLeft(bench, worker);
  const seconds = (performance.now() - began) / 1_000;
  return {
    ...head('backlog', bench),
    documents: count,
    seconds,
    documentsPerSecond: Math.round(count / seconds),
    ...memoryOf(worker),
    serverMegabytes: bench.server.residentMegabytes(),
  };
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} expects a whole number from 1, got "${text}"`);
  return value;
}

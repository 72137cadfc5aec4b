import { openSearchClient } from '@gable/search';
import { PostgresPropertyDocuments } from '@gable/search-postgres';
import { type ProgramCall, readOptions, someOf, wholeNumber } from '@gable/testing/options';
import { withBenchDatabase } from '../harness/bench-database.js';
import { commitPortion, markAll, pickProperties } from './commit-portion.js';
import { FIRST_REVISION, head, memoryOf, rebuild, untilNoMarkIsLeft, type IndexingBench } from './indexing-bench.js';
import { reindex } from './reindex.js';
import { steady } from './steady.js';
import { heapOption, withOpenSearch } from '../harness/open-search.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { fillWithProperties } from '../data/fill-with-properties.js';
import { WorkerProcess } from '../harness/worker-process.js';

const PARTS = ['build', 'backlog', 'steady', 'reindex'] as const;

/**
 * The search index beside the store: how fast it is made, how fast a real worker brings everything in again, how late
 * changes are found under a steady load, and what searches and changes see of a rebuild.
 */
export async function run(call: ProgramCall): Promise<void> {
  const { json, parts, heap, ...plan } = readOptions(call, {
    properties: wholeNumber('properties in the store', 100_000),
    rate: wholeNumber('changes a second of the steady load', 500),
    seconds: wholeNumber('how long this load lasts', 30),
    writes: wholeNumber('changes a second during the rebuild', 200),
    parts: someOf(PARTS, 'what is measured (`build` always)', PARTS),
    heap: heapOption('1g'),
  });
  const results = await withOpenSearch(heap, (server) =>
    withBenchDatabase(async (database, url) => {
      say(`writing ${plan.properties} properties …`);
      await fillWithProperties(database, plan.properties);
      const client = openSearchClient(server.url, { timeoutMs: 30_000 });
      const bench: IndexingBench = {
        ...plan,
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
  printResults(results, json);
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
  const documents = await rebuild(bench);
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

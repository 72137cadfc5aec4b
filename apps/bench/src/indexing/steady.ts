import { setTimeout as sleep } from 'node:timers/promises';
import { indexNames } from '@gable/search';
import { commitPortion, pickProperties, type CommittedPortion } from './commit-portion.js';
import { FIRST_REVISION, head, memoryOf, POLL_MS, PORTIONS_PER_SECOND, type IndexingBench } from './indexing-bench.js';
import type { BenchResult } from '../harness/print-results.js';
import { atSteadyRate } from '../harness/steady-rate.js';
import { quantile } from '../harness/times.js';
import type { WorkerProcess } from '../harness/worker-process.js';

const PORTIONS_AT_ONCE = 1_000;

/** Twenty transactions a second; the time from each one's commit until a search finds the last of its changes. */
export async function steady(bench: IndexingBench, worker: WorkerProcess): Promise<BenchResult> {
  const { database, rate, seconds } = bench;
  const size = Math.round(rate / PORTIONS_PER_SECOND);
  const ids = await pickProperties(database, bench.properties);
  const waiting: CommittedPortion[] = [];
  const lags: number[] = [];
  let isFeeding = true;
  const watching = watch(bench, waiting, lags, () => isFeeding);
  const [cpuOfWorker, cpuOfServer] = [worker.cpuSeconds() ?? 0, bench.server.cpuSeconds()];
  const { portions, seconds: took } = await atSteadyRate(
    PORTIONS_PER_SECOND,
    (portion) => portion < seconds * PORTIONS_PER_SECOND,
    async (portion) => {
      const from = (portion * size) % Math.max(1, ids.length - size);
      waiting.push(await commitPortion(database, ids.slice(from, from + size), FIRST_REVISION + portion));
    },
  );
  const cores = {
    workerCores: ((worker.cpuSeconds() ?? 0) - cpuOfWorker) / took,
    serverCores: (bench.server.cpuSeconds() - cpuOfServer) / took,
  };
  isFeeding = false;
  await watching;
  return {
    ...head('steady', bench),
    changesPerSecond: Math.round((portions * size) / took),
    p50Ms: quantile(lags, 0.5),
    p99Ms: quantile(lags, 0.99),
    maxMs: Math.max(...lags),
    ...cores,
    ...memoryOf(worker),
    serverMegabytes: bench.server.residentMegabytes(),
  };
}

/** Asks the index again and again how many documents it shows of each portion that was not found whole yet. */
async function watch(
  { client }: IndexingBench,
  waiting: CommittedPortion[],
  lags: number[],
  isFeeding: () => boolean,
): Promise<void> {
  while (isFeeding() || waiting.length > 0) {
    const wanted = waiting.slice(0, PORTIONS_AT_ONCE);
    if (wanted.length === 0) {
      await sleep(POLL_MS);
      continue;
    }
    const { body } = await client.search({
      index: indexNames().alias,
      body: {
        size: 0,
        query: { terms: { revision: wanted.map(({ revision }) => revision) } },
        aggs: { found: { terms: { field: 'revision', size: PORTIONS_AT_ONCE } } },
      } as never,
    });
    const now = performance.now();
    const { buckets } = (body.aggregations as unknown as { found: { buckets: { key: number; doc_count: number }[] } })
      .found;
    const counts = new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
    for (const portion of wanted) {
      if (counts.get(portion.revision) !== portion.size) continue;
      lags.push(now - portion.committedAt);
      waiting.splice(waiting.indexOf(portion), 1);
    }
    await sleep(POLL_MS);
  }
}

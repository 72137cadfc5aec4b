import { criteriaNode } from '@gable/domain/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@gable/persistence';
import { IndexComparison, indexNames, OpenSearchSearch, type OpenSearchClient } from '@gable/search';
import { commitPortion, pickProperties } from './commit-portion.js';
import {
  FIRST_REVISION,
  head,
  POLL_MS,
  PORTIONS_PER_SECOND,
  rebuild,
  untilNoMarkIsLeft,
  type IndexingBench,
} from './indexing-bench.js';
import type { BenchResult } from '../harness/print-results.js';
import { atSteadyRate } from '../harness/steady-rate.js';
import { quantile } from '../harness/times.js';
import type { WorkerProcess } from '../harness/worker-process.js';

/** Made anew while changes come in and searches go on; afterwards every document is compared with the store. */
export async function reindex(bench: IndexingBench, worker: WorkerProcess): Promise<BenchResult> {
  const { database, client, writes, documents } = bench;
  const ids = await pickProperties(database, bench.properties);
  const began = performance.now();
  let isDone = false;
  const rebuilding = rebuild(bench).finally(() => (isDone = true));
  const [changed, searched] = await Promise.all([
    keepWriting(database, ids, writes, () => isDone),
    keepSearching(client, () => isDone),
  ]);
  const count = await rebuilding;
  const seconds = (performance.now() - began) / 1_000;
  await untilNoMarkIsLeft(bench, worker);
  const differing = await new IndexComparison(client, indexNames().alias, documents).differences(null, null);
  return {
    ...head('reindex', bench),
    documents: count,
    seconds,
    changesPerSecond: Math.round(changed / seconds),
    changes: changed,
    searches: searched.count,
    failedSearches: searched.failed,
    searchP99Ms: quantile(searched.times, 0.99),
    lost: differing.length,
  };
}

async function keepWriting(
  database: Database,
  ids: readonly string[],
  writesPerSecond: number,
  isDone: () => boolean,
): Promise<number> {
  const size = Math.max(1, Math.round(writesPerSecond / PORTIONS_PER_SECOND));
  const { portions } = await atSteadyRate(
    PORTIONS_PER_SECOND,
    () => !isDone(),
    (portion) => {
      const from = (portion * size) % Math.max(1, ids.length - size);
      return commitPortion(database, ids.slice(from, from + size), FIRST_REVISION * 2 + portion);
    },
  );
  return portions * size;
}

async function keepSearching(
  client: OpenSearchClient,
  isDone: () => boolean,
): Promise<{ count: number; failed: number; times: number[] }> {
  const engine = new OpenSearchSearch(client, {
    alias: indexNames().alias,
    timeoutMs: 5_000,
    now: () => Promise.resolve(Date.now()),
  });
  const criteria = criteriaNode([{ kind: 'range', field: 'price', min: 100_000, max: null, allowNull: false }]);
  const times: number[] = [];
  let failed = 0;
  while (!isDone()) {
    const from = performance.now();
    const found = await engine
      .findPage({ criteria, sort: { field: 'PRICE', direction: 'ASC' }, offset: 0, limit: 20 })
      .catch(() => null);
    times.push(performance.now() - from);
    if (found?.ids.length !== 20) failed += 1;
    await sleep(POLL_MS);
  }
  return { count: times.length, failed, times };
}

import { criteriaNode } from '@gable/domain/testing';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '@gable/persistence';
import { IndexComparison, indexNames, OpenSearchSearch, type OpenSearchClient } from '@gable/search';
import { commitPortion, pickProperties } from './index-data.js';
import {
  FIRST_REVISION,
  head,
  POLL_MS,
  PORTIONS_PER_SECOND,
  rebuildOf,
  toItsEnd,
  untilNoMarkIsLeft,
  type IndexingBench,
} from './indexing-parts.js';
import type { BenchResult } from './print-results.js';
import { quantile } from './response-times.js';
import type { WorkerProcess } from './worker-process.js';

/** Made anew while changes come in and searches go on; afterwards every document is compared with the store. */
export async function reindex(bench: IndexingBench, worker: WorkerProcess): Promise<BenchResult> {
  const { database, client, writes, documents } = bench;
  const ids = await pickProperties(database, bench.properties);
  const began = performance.now();
  let isDone = false;
  const rebuilding = toItsEnd(rebuildOf(bench)).finally(() => (isDone = true));
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
  const began = performance.now();
  let portion = 0;
  for (; !isDone(); portion += 1) {
    await sleep(Math.max(0, began + (portion * 1_000) / PORTIONS_PER_SECOND - performance.now()));
    const from = (portion * size) % Math.max(1, ids.length - size);
    await commitPortion(database, ids.slice(from, from + size), FIRST_REVISION * 2 + portion);
  }
  return portion * size;
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

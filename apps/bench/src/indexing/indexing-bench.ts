import { setTimeout as sleep } from 'node:timers/promises';
import { MarkStore, SearchIndexStore } from '@gable/persistence/indexing';
import type { Database } from '@gable/persistence';
import { IndexAdmin, indexNames, Rebuild, type OpenSearchClient, type PropertyDocuments } from '@gable/search';
import { countMarks } from './commit-portion.js';
import type { OpenSearch } from '../harness/open-search.js';
import type { WorkerProcess } from '../harness/worker-process.js';

export interface IndexingPlan {
  readonly properties: number;
  /** Changes a second while lag is measured. */
  readonly rate: number;
  readonly seconds: number;
  /** Changes a second while the index is made anew. */
  readonly writes: number;
}

/** What the parts of the bench share. */
export interface IndexingBench extends IndexingPlan {
  readonly database: Database;
  readonly server: OpenSearch;
  readonly client: OpenSearchClient;
  readonly documents: PropertyDocuments;
}

export const PORTIONS_PER_SECOND = 20;
export const POLL_MS = 20;
/** Beyond every revision that the store was filled with. */
export const FIRST_REVISION = 1_000_000;

/** What every result begins with. */
export const head = (name: string, { properties }: IndexingPlan) => ({ bench: 'indexing', case: name, properties });

export async function untilNoMarkIsLeft({ database }: IndexingBench, worker: WorkerProcess): Promise<void> {
  while ((await countMarks(database)) > 0) {
    worker.assertAlive();
    await sleep(POLL_MS);
  }
}

/** Makes the index anew and switches to it; answers how many documents it holds. */
export async function rebuild({
  client,
  database,
  documents,
}: Pick<IndexingBench, 'client' | 'database' | 'documents'>): Promise<number> {
  const steps = new Rebuild(
    new IndexAdmin(client, indexNames()),
    new SearchIndexStore(database),
    documents,
    new MarkStore(database),
    (ms) => sleep(ms),
  );
  for (;;) {
    const { phase, loaded } = await steps.step(Date.now());
    if (phase === 'done') return loaded;
  }
}

export function memoryOf(worker: WorkerProcess): Record<string, number> {
  const memory = worker.memory();
  return memory === undefined ? {} : { workerMegabytes: memory.now };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { MarkStore, SearchIndexStore } from '@gable/persistence/indexing';
import type { Database } from '@gable/persistence';
import { openSearchUrlOf, type Config, type Logger, type Registry } from '@gable/runtime';
import { IndexAdmin, indexNames, openSearchClient, Rebuild } from '@gable/search';
import { PostgresPropertyDocuments } from '@gable/search-postgres';
import type { Stage } from '../stage.js';
import { IndexBuildingStage } from './index-building-stage.js';
import { IndexUpkeepStage } from './index-upkeep-stage.js';
import { indexingMetrics, logAudit, logBuilding, observeIndexing } from './indexing-metrics.js';
import { IndexingStage } from './indexing-stage.js';

/** Bulk writes take longer than searches, above all on a cold server. */
const REQUEST_TIMEOUT_MS = 30_000;

/** The stages that keep an index; none where PostgreSQL itself is searched. @throws where nobody knows where OpenSearch is */
export function createIndexingStages({
  config,
  database,
  log,
  metrics,
}: {
  config: Config;
  database: Database;
  log: Logger;
  metrics: Registry;
}): Stage[] {
  if (config.searchEngine !== 'opensearch') return [];
  const url = openSearchUrlOf(config);
  if (url === undefined) throw new Error('OPENSEARCH_URL: has to be set for a worker that is started by itself.');
  const admin = new IndexAdmin(openSearchClient(url, { timeoutMs: REQUEST_TIMEOUT_MS }), indexNames());
  const marks = new MarkStore(database);
  const indices = new SearchIndexStore(database);
  const documents = new PostgresPropertyDocuments(database);
  const rebuild = new Rebuild(admin, indices, documents, marks, (ms) => sleep(ms));
  observeIndexing(metrics, marks, indices);
  return [
    new IndexBuildingStage(database, indices, admin, rebuild, logBuilding(log)),
    new IndexingStage({ marks, indices, documents, admin, listener: indexingMetrics(metrics, log) }),
    new IndexUpkeepStage(database, marks, indices, documents, admin, logAudit(log)),
  ];
}

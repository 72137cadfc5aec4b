import { setTimeout as sleep } from 'node:timers/promises';
import { MarkStore, SearchIndexStore } from '@gable/persistence/indexing';
import type { Database } from '@gable/persistence';
import { openSearchUrlOf, type Config } from '@gable/runtime';
import {
  explainFailure,
  IndexAdmin,
  indexNames,
  openSearchClient,
  Rebuild,
  type OpenSearchClient,
} from '@gable/search';
import { PostgresPropertyDocuments } from '@gable/search-postgres';

/** Bulk writes take longer than searches, above all on a cold server. */
const REQUEST_TIMEOUT_MS = 30_000;

const PING_TIMEOUT_MS = 2_000;

const UNKNOWN_ADDRESS =
  'No OpenSearch is known: set OPENSEARCH_URL, or start the service of this GABLE_HOME, which runs one.';

/** Why the OpenSearch of this configuration does not answer now; null where it does. */
export async function whyUnreachable(config: Pick<Config, 'openSearchUrl' | 'home'>): Promise<string | null> {
  const url = openSearchUrlOf(config);
  if (url === undefined) return UNKNOWN_ADDRESS;
  const client = openSearchClient(url, { timeoutMs: PING_TIMEOUT_MS });
  return client
    .ping()
    .then(
      () => null,
      (error: unknown) => explainFailure(error) ?? String(error),
    )
    .finally(() => client.close());
}

/**
 * What a rebuild of the index needs. The client is to be closed. @throws where the configuration does not search with
 * OpenSearch, or nobody knows where it is
 */
export function indexingParts(
  config: Pick<Config, 'searchEngine' | 'openSearchUrl' | 'openSearchAlias' | 'home'>,
  database: Database,
) {
  if (config.searchEngine !== 'opensearch') {
    throw Object.assign(
      new Error(
        'There is no index to build: PostgreSQL itself is searched. Set SEARCH_ENGINE=opensearch and ' +
          'OPENSEARCH_URL, for this command and for the service.',
      ),
      { code: 'NO_INDEX' },
    );
  }
  const url = openSearchUrlOf(config);
  if (url === undefined) throw Object.assign(new Error(UNKNOWN_ADDRESS), { code: 'NO_INDEX' });
  const client: OpenSearchClient = openSearchClient(url, { timeoutMs: REQUEST_TIMEOUT_MS });
  const documents = new PostgresPropertyDocuments(database);
  const indices = new SearchIndexStore(database);
  const rebuild = new Rebuild(
    new IndexAdmin(client, indexNames(config.openSearchAlias)),
    indices,
    documents,
    new MarkStore(database),
    (ms) => sleep(ms),
  );
  return { client, documents, indices, rebuild };
}

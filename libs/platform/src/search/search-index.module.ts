import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { MarkStore, SearchIndexStore } from '@gable/persistence/indexing';
import type { Config } from '@gable/runtime';
import { IndexAdmin, indexNames, openSearchClient, Rebuild, type OpenSearchClient } from '@gable/search';
import { PostgresPropertyDocuments } from '@gable/search-postgres';
import { CONFIG } from '../config/config.module.js';
import { provideStores } from '../database/provide-stores.js';

const OPENSEARCH_CLIENT = Symbol('OpenSearchClient');
/** Bulk writes take longer than searches, above all on a cold server. */
const REQUEST_TIMEOUT_MS = 30_000;

/** What writes the index of OpenSearch. Imported only where `SEARCH_ENGINE` is `opensearch`: it needs the address. */
@Module({
  providers: [
    ...provideStores(MarkStore, SearchIndexStore, PostgresPropertyDocuments),
    {
      provide: OPENSEARCH_CLIENT,
      inject: [CONFIG],
      useFactory: ({ openSearchUrl }: Config) => openSearchClient(openSearchUrl!, { timeoutMs: REQUEST_TIMEOUT_MS }),
    },
    {
      provide: IndexAdmin,
      inject: [OPENSEARCH_CLIENT, CONFIG],
      useFactory: (client: OpenSearchClient, { openSearchAlias }: Config) =>
        new IndexAdmin(client, indexNames(openSearchAlias)),
    },
    {
      provide: Rebuild,
      inject: [IndexAdmin, SearchIndexStore, PostgresPropertyDocuments, MarkStore],
      useFactory: (
        admin: IndexAdmin,
        indices: SearchIndexStore,
        documents: PostgresPropertyDocuments,
        marks: MarkStore,
      ) => new Rebuild(admin, indices, documents, marks, (ms) => sleep(ms)),
    },
  ],
  exports: [MarkStore, SearchIndexStore, PostgresPropertyDocuments, IndexAdmin, Rebuild],
})
export class SearchIndexModule implements OnApplicationShutdown {
  constructor(@Inject(OPENSEARCH_CLIENT) private readonly client: OpenSearchClient) {}

  /** Runs once no stage writes any more. */
  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }
}

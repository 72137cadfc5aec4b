import {
  indexBody,
  indexNames,
  openSearchClient,
  type IndexNames,
  type OpenSearchClient,
  type SearchDocument,
} from '@gable/search';
import { randomUUID } from 'node:crypto';

/** An index of one spec, behind an alias of its own. */
export interface TestIndex {
  readonly client: OpenSearchClient;
  readonly names: IndexNames;
  readonly index: string;
  /** Writes documents; they can be found when it returns. @throws where one is refused */
  write(documents: readonly SearchDocument[]): Promise<void>;
  /** Removes all documents. */
  clear(): Promise<void>;
  /** Removes the index and closes the client. */
  drop(): Promise<void>;
}

const DOCUMENTS_PER_REQUEST = 2_000;

/** Makes an empty index as production does. `url` is what `describeOpenSearch` gives. */
export async function createTestIndex(url: string): Promise<TestIndex> {
  const names = indexNames(`spec-${randomUUID()}`);
  const index = names.indexMadeAt(Date.now());
  const client = openSearchClient(url, { timeoutMs: 60_000 });
  await client.indices.create({
    index,
    body: { ...indexBody({ refresh_interval: '-1' }), aliases: { [names.alias]: {} } },
  });
  return {
    client,
    names,
    index,
    async write(documents) {
      for (let start = 0; start < documents.length; start += DOCUMENTS_PER_REQUEST) {
        const body = documents
          .slice(start, start + DOCUMENTS_PER_REQUEST)
          .flatMap((document) => [{ index: { _id: document.id } }, document]);
        const answer = await client.bulk({ index, body });
        const { errors, items } = (answer as { body: { errors: boolean; items: { index: { error?: unknown } }[] } })
          .body;
        if (errors)
          throw new Error(`a document was refused: ${JSON.stringify(items.find((item) => item.index.error))}`);
      }
      await client.indices.refresh({ index });
    },
    async clear() {
      await client.deleteByQuery({ index, refresh: true, body: { query: { match_all: {} } } });
    },
    async drop() {
      await client.indices.delete({ index });
      await client.close();
    },
  };
}

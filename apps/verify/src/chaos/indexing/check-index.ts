import type { Queryable } from '@gable/persistence';
import { indexNames, type OpenSearchClient } from '@gable/search';

/** How an index differs from the store. */
export interface IndexFindings {
  /** Should be found and are not. */
  readonly lost: readonly string[];
  /** Are found at another revision. */
  readonly stale: readonly string[];
  /** Are found though they left the market, or were never there. */
  readonly resurrected: readonly string[];
  readonly [finding: string]: readonly string[];
}

const AT_ONCE = 10_000;

/** Compares all that searches find with all that they should, in one go: nothing may be written meanwhile. */
export async function checkIndex(
  database: Queryable,
  client: OpenSearchClient,
): Promise<{ findings: IndexFindings; documents: number }> {
  const { alias } = indexNames();
  await client.indices.refresh({ index: alias });
  const indexed = await foundRevisions(client, alias);
  const rows = await database.query<{ id: string; revision: number }>(
    'select id, revision from property where online_count > 0',
  );
  const stored = new Map(rows.map(({ id, revision }) => [id, revision]));
  return {
    documents: indexed.size,
    findings: {
      lost: [...stored.keys()].filter((id) => !indexed.has(id)),
      stale: [...stored].flatMap(([id, revision]) =>
        indexed.has(id) && indexed.get(id) !== revision ? [`${id}: ${indexed.get(id)} instead of ${revision}`] : [],
      ),
      resurrected: [...indexed.keys()].filter((id) => !stored.has(id)),
    },
  };
}

async function foundRevisions(client: OpenSearchClient, index: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let last: string | undefined, full = true; full;) {
    const query = { bool: { must_not: [{ exists: { field: 'removedAt' } }] } };
    const { body } = await client.search({
      index,
      allow_partial_search_results: false,
      body: {
        query,
        size: AT_ONCE,
        sort: [{ id: 'asc' }],
        _source: ['revision'],
        ...(last !== undefined && { search_after: [last] }),
      } as never,
    });
    const { hits } = body.hits as unknown as { hits: { _id: string; _source: { revision: number } }[] };
    for (const { _id, _source } of hits) found.set(_id, _source.revision);
    last = hits.at(-1)?._id;
    full = hits.length === AT_ONCE;
  }
  return found;
}

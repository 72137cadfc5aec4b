import type { OpenSearchClient } from '../opensearch/client.js';
import { writeAliasOf } from './index-admin.js';

const AT_ONCE = 1_000;

/**
 * Deletes tombstones written before a moment (epoch milliseconds), up to a thousand; answers how many went. Each under
 * its own revision as version, so that a property that is back by now stays. By then nobody can hold an older revision
 * any more: OpenSearch forgets the version of a deleted document after `index.gc_deletes`.
 */
export async function purgeTombstones(client: OpenSearchClient, index: string, before: number): Promise<number> {
  const { body } = await client.search({
    index,
    allow_partial_search_results: false,
    body: {
      query: { range: { removedAt: { lt: before } } },
      size: AT_ONCE,
      sort: [{ removedAt: 'asc' }, { id: 'asc' }],
      _source: false,
      docvalue_fields: ['revision'],
    } as never,
  });
  const { hits } = body.hits as unknown as { hits: { _id: string; fields: { revision: [number] } }[] };
  if (hits.length === 0) return 0;
  const lines = hits.map(
    ({ _id, fields }) => `{"delete":{"_id":"${_id}","version":${fields.revision[0]},"version_type":"external_gte"}}\n`,
  );
  const answer = await client.bulk({
    index: writeAliasOf(index),
    require_alias: true,
    refresh: true,
    body: lines.join('') as never,
  });
  return (answer.body.items as { delete: { status: number } }[]).filter(({ delete: { status } }) => status === 200)
    .length;
}

import { createHash } from 'node:crypto';
import type { OpenSearchClient } from '../opensearch/client.js';
import { differingIds, driftOf, type DriftKind } from './compare-revisions.js';
import type { PropertyDocuments, Revision } from './property-documents.js';

/** A document that differs from the store without an excuse. */
export interface Difference {
  readonly id: string;
  /** The store's; the document's where the store has no such property. */
  readonly revision: number;
  readonly kind: DriftKind;
}

const HITS_AT_ONCE = 10_000;

/** Compares an index with PostgreSQL, stretch by stretch of ids, while both are written. */
export class IndexComparison {
  constructor(
    private readonly client: OpenSearchClient,
    private readonly index: string,
    private readonly documents: PropertyDocuments,
  ) {}

  /**
   * Differences of the stretch (`after`, `to`], null = open; those that are about to be indexed are none. Equal counts
   * and checksums end it at once. What seems to differ is looked at again: the store first, the document by id next
   * (which sees writes at once), and the store a last time.
   */
  async differences(after: string | null, to: string | null): Promise<Difference[]> {
    await this.client.indices.refresh({ index: this.index });
    const indexed = await this.indexed(after, to);
    const digest = await this.documents.digest(after, to);
    if (digest.count === indexed.length && digest.checksum === checksumOf(indexed)) return [];
    const found: Difference[] = [];
    const ids = differingIds(await this.documents.revisions(after, to), indexed);
    for (let from = 0; from < ids.length; from += HITS_AT_ONCE)
      found.push(...(await this.lookAgain(ids.slice(from, from + HITS_AT_ONCE))));
    return found;
  }

  private async lookAgain(ids: readonly string[]): Promise<Difference[]> {
    const before = await this.documents.standing(ids);
    const indexed = await this.revisionsOf(ids);
    const suspects = ids.filter(
      (id) => !before.get(id)?.isExcused && driftOf(before.get(id), indexed.get(id) ?? null) !== null,
    );
    // Only a change that was committed since could explain these: then they are marked, or the index has exactly what
    // the store has now.
    const now = await this.documents.standing(suspects);
    return suspects.flatMap((id) => {
      const standing = now.get(id);
      const there = indexed.get(id) ?? null;
      const kind = driftOf(standing, there);
      const hasMoved = standing?.revision !== before.get(id)?.revision;
      return kind === null || hasMoved || standing?.isExcused
        ? []
        : [{ id, revision: standing?.revision ?? there!, kind }];
    });
  }

  /** What searches could find in the stretch, by id. */
  private async indexed(after: string | null, to: string | null): Promise<Revision[]> {
    const range = { ...(after !== null && { gt: after }), ...(to !== null && { lte: to }) };
    const query = { bool: { filter: [{ range: { id: range } }], must_not: [{ exists: { field: 'removedAt' } }] } };
    const found: Revision[] = [];
    for (;;) {
      const { body } = await this.client.search({
        index: this.index,
        allow_partial_search_results: false,
        body: {
          query,
          size: HITS_AT_ONCE,
          sort: [{ id: 'asc' }],
          _source: false,
          docvalue_fields: ['revision'],
          track_total_hits: false,
          ...(found.length > 0 && { search_after: [found.at(-1)!.id] }),
        } as never,
      });
      const { hits } = body.hits as unknown as { hits: { _id: string; fields: { revision: [number] } }[] };
      found.push(...hits.map(({ _id, fields }) => ({ id: _id, revision: fields.revision[0] })));
      if (hits.length < HITS_AT_ONCE) return found;
    }
  }

  /** Revisions of documents that are there and no tombstones. */
  private async revisionsOf(ids: readonly string[]): Promise<Map<string, number>> {
    const { body } = await this.client.mget({
      index: this.index,
      body: { ids: [...ids] },
      _source_includes: ['revision', 'removedAt'],
    });
    const docs = body.docs as unknown as {
      _id: string;
      found?: boolean;
      _source?: { revision: number; removedAt?: number };
    }[];
    return new Map(
      docs.flatMap(({ _id, found, _source }) =>
        found && _source?.removedAt === undefined ? [[_id, _source!.revision] as const] : [],
      ),
    );
  }
}

/** The same as the database makes. */
function checksumOf(revisions: readonly Revision[]): string {
  return createHash('md5')
    .update(revisions.map(({ id, revision }) => `${id}:${revision}`).join(','))
    .digest('hex');
}

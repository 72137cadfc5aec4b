import { refusePart, type SearchAnswer } from './answers.js';
import { bounded } from './bounded.js';
import type { OpenSearchClient } from './client.js';
import { asSearchError } from './failures.js';

export interface OpenSearchSearchOptions {
  /** The alias of the properties; see `indexNames`. */
  readonly alias: string;
  /** A search that takes longer is given up, by the server and by us. */
  readonly timeoutMs: number;
  /** What counting more than TOTAL_CAP properties may take; `timeoutMs` where that is less. */
  readonly countBudgetMs?: number;
  /** The clock that `createdAt` was read from, which is the store's: epoch milliseconds. */
  readonly now: () => Promise<number>;
}

/** The index of the properties, asked within a time. */
export class AskedIndex {
  constructor(
    private readonly client: OpenSearchClient,
    private readonly options: OpenSearchSearchOptions,
  ) {}

  /** @throws SearchUnavailable where not all shards answer in time, BeyondEngine where the question is refused */
  async ask(body: Record<string, unknown>, timeoutMs = this.options.timeoutMs): Promise<SearchAnswer> {
    try {
      const asked = this.client.search({
        index: this.options.alias,
        allow_partial_search_results: false,
        body: { ...body, _source: false, timeout: `${timeoutMs}ms` },
      });
      return refusePart((await bounded(asked, timeoutMs)).body as SearchAnswer);
    } catch (error) {
      throw asSearchError(error);
    }
  }

  /** Aggregations over what a query finds. */
  async aggregate<Answer>(query: unknown, aggs: Record<string, unknown>): Promise<Answer> {
    const { aggregations } = await this.ask({ query, size: 0, track_total_hits: false, aggs });
    return aggregations as Answer;
  }
}

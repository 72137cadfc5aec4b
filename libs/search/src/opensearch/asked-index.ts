import { refusePart, type SearchAnswer } from './answers.js';
import { bounded } from './bounded.js';
import type { OpenSearchClient } from './client.js';
import { SearchUnavailable, SlowSearch } from '../property-search.js';
import { asSearchError } from './failures.js';

/** Where an index is asked, and how long an answer may take. */
export interface OpenSearchSearchOptions {
  /** The alias of the properties; see `indexNames`. */
  readonly alias: string;
  /** A search that takes longer is given up, by the server and by us; aggregations may take longer. */
  readonly timeoutMs: number;
  /** What counting more than TOTAL_CAP properties may take; `timeoutMs` where that is less. */
  readonly countBudgetMs?: number;
  /** The clock that `createdAt` was read from, which is the store's: epoch milliseconds. */
  readonly now: () => Promise<number>;
}

/** What aggregations may take that have no budget of their own: as long as a statement of PostgreSQL. */
const AGGREGATION_MS = 5_000;

/** The index of the properties, asked within a time. */
export class AskedIndex {
  constructor(
    private readonly client: OpenSearchClient,
    private readonly options: OpenSearchSearchOptions,
  ) {}

  /**
   * @throws SearchUnavailable where not all shards answer, SlowSearch where not in time, BeyondEngine where the
   * question is refused
   */
  async ask(body: Record<string, unknown>, timeoutMs = this.options.timeoutMs): Promise<SearchAnswer> {
    try {
      const asked = this.client.search(
        {
          index: this.options.alias,
          allow_partial_search_results: false,
          body: { ...body, _source: false, timeout: `${timeoutMs}ms` },
        },
        { requestTimeout: timeoutMs },
      );
      return refusePart((await bounded(asked, timeoutMs)).body as SearchAnswer);
    } catch (error) {
      throw asSearchError(error);
    }
  }

  /** Aggregations over what a query finds; null where they take longer than the budget, in milliseconds. */
  async aggregateWithin<Answer>(
    budgetMs: number,
    query: unknown,
    aggs: Record<string, unknown>,
  ): Promise<Answer | null> {
    try {
      return await this.aggregate<Answer>(query, aggs, Math.max(1, Math.round(budgetMs)));
    } catch (error) {
      if (error instanceof SlowSearch) return null;
      throw error;
    }
  }

  /**
   * Aggregations over what a query finds. They look at all of it, and may take longer than a search: that says nothing
   * about the engine, as long as it answers a small question meanwhile.
   */
  async aggregate<Answer>(query: unknown, aggs: Record<string, unknown>, timeoutMs = AGGREGATION_MS): Promise<Answer> {
    const answer = this.ask({ query, size: 0, track_total_hits: false, aggs }, timeoutMs);
    let timer: NodeJS.Timeout | undefined;
    const isGone = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => void this.ask({ size: 0, track_total_hits: false }).catch((error) => reject(outOfOrder(error as Error))),
        this.options.timeoutMs,
      );
    });
    try {
      const { aggregations } = await Promise.race([answer, isGone]);
      return aggregations as Answer;
    } finally {
      clearTimeout(timer);
      answer.catch(() => {}); // nobody waits for it where the engine is gone
    }
  }
}

/** An engine to which a small question is slow does not answer at all. */
function outOfOrder(error: Error): Error {
  return error instanceof SlowSearch
    ? new SearchUnavailable('The search engine cannot answer; try again.', 1, { cause: error.cause })
    : error;
}

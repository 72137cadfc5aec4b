import type { Criteria } from '@gable/domain/criteria';
import {
  BeyondEngine,
  COUNT_BUDGET_MS,
  SearchUnavailable,
  TOTAL_CAP,
  type PageQuery,
  type PageResult,
  type PropertySearch,
  type CursorQuery,
  type CursorResult,
  type Total,
} from '../property-search.js';
import { wholeAnswer, type Found, type SearchAnswer } from './answers.js';
import { bounded } from './bounded.js';
import type { OpenSearchClient } from './client.js';
import { compileToOpenSearch } from './compile-to-opensearch.js';
import { asSearchError } from './failures.js';
import { MAX_CLAUSES, MAX_DEPTH } from './limits.js';
import { OF_THIS_VERSION } from './mapping.js';
import type { Query } from './query-parts.js';
import { afterPosition, sortOf } from './sort-orders.js';

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

/**
 * `PropertySearch` on OpenSearch. It keeps no context open on the server: a page goes on behind the sort key and uuid
 * of its last item. What is not an answer of all shards is none.
 *
 * @throws SearchUnavailable where the engine fails, BeyondEngine where it does not answer this question
 */
export class OpenSearchSearch implements PropertySearch {
  constructor(
    private readonly client: OpenSearchClient,
    private readonly options: OpenSearchSearchOptions,
  ) {}

  async findPage({ criteria, sort, offset, limit }: PageQuery): Promise<PageResult> {
    const counted = Math.max(TOTAL_CAP, offset + limit) + 1;
    const { positions, total } = await this.ask({
      query: matching(criteria),
      sort: sortOf(sort),
      from: offset,
      size: limit,
      track_total_hits: counted,
    });
    return {
      ids: positions.map(({ id }) => id),
      ...capped(total),
      hasMore: total > offset + limit,
      backend: 'opensearch',
    };
  }

  async findAfter({ criteria, sort, limit, after, seenUntil, counted }: CursorQuery): Promise<CursorResult> {
    const { filters, ...order } = afterPosition(sort, after);
    const bound = { range: { createdAt: { lte: seenUntil } } };
    const found = await this.ask({
      query: matching(criteria, [bound, ...filters]),
      ...order,
      size: limit + 1,
      track_total_hits: counted === null && TOTAL_CAP + 1,
    });
    return {
      hits: found.positions.slice(0, limit),
      ...(counted ?? (await this.countOn(matching(criteria, [bound]), found.total))),
      hasMore: found.positions.length > limit,
      backend: 'opensearch',
    };
  }

  async count(criteria: Criteria): Promise<Total> {
    const query = matching(criteria);
    return this.countOn(query, (await this.ask({ query, size: 0, track_total_hits: TOTAL_CAP + 1 })).total);
  }

  now(): Promise<number> {
    return this.options.now();
  }

  /** Asks the smallest question that needs the index and all of its shards. @throws SearchUnavailable */
  async probe(): Promise<void> {
    await this.ask({ query: { match_all: {} }, sort: [{ id: 'asc' }], size: 1, track_total_hits: false });
  }

  /** Counts to the end what was found to be more than the cap. The engine is well: a count that fails took too long. */
  private async countOn(query: Query, found: number): Promise<Total> {
    if (found <= TOTAL_CAP) return capped(found);
    const { countBudgetMs = COUNT_BUDGET_MS, timeoutMs } = this.options;
    try {
      const body = { query, size: 0, track_total_hits: true };
      const { total } = await this.ask(body, Math.min(countBudgetMs, timeoutMs));
      return { total, totalIsExact: true };
    } catch (error) {
      if (error instanceof SearchUnavailable) return capped(found);
      throw error;
    }
  }

  private async ask(body: Record<string, unknown>, timeoutMs = this.options.timeoutMs): Promise<Found> {
    const { alias } = this.options;
    try {
      const asked = this.client.search({
        index: alias,
        allow_partial_search_results: false,
        body: { ...body, _source: false, timeout: `${timeoutMs}ms` },
      });
      return wholeAnswer((await bounded(asked, timeoutMs)).body as SearchAnswer);
    } catch (error) {
      throw asSearchError(error);
    }
  }
}

/** What is said of a number that was counted a little beyond the cap. */
function capped(total: number): Total {
  return { total: Math.min(total, TOTAL_CAP), totalIsExact: total <= TOTAL_CAP };
}

/** A filter alone: nothing is scored. */
function matching(criteria: Criteria, more: readonly Query[] = []): Query {
  const { query, clauses, depth } = compileToOpenSearch(criteria);
  if (clauses > MAX_CLAUSES)
    throw new BeyondEngine(`${clauses} clauses are more than OpenSearch is asked for (${MAX_CLAUSES})`);
  if (depth > MAX_DEPTH)
    throw new BeyondEngine(`${depth} levels are deeper than OpenSearch is asked for (${MAX_DEPTH})`);
  return { bool: { filter: [query, ...more, OF_THIS_VERSION] } };
}

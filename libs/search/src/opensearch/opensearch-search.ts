import type { Criteria } from '@gable/domain/criteria';
import { checkCursorQuery, checkPageQuery } from '../check-query.js';
import {
  COUNT_BUDGET_MS,
  SearchUnavailable,
  TOTAL_CAP,
  type PageQuery,
  type PageResult,
  type PropertySearch,
  type Sort,
  type CursorQuery,
  type CursorResult,
} from '../property-search.js';
import type { Total } from '../total.js';
import type { FacetCounts } from '../property-facets.js';
import type { PropertyMap } from '../property-map.js';
import { wholeAnswer, type Found } from './answers.js';
import { AskedIndex, type OpenSearchSearchOptions } from './asked-index.js';
import type { OpenSearchClient } from './client.js';
import { matching } from './matching.js';
import { OpenSearchFacets } from './opensearch-facets.js';
import { OpenSearchMap } from './opensearch-map.js';
import type { Query } from './query-parts.js';
import { afterPosition, sortOf } from './sort-orders.js';

export type { OpenSearchSearchOptions } from './asked-index.js';

/**
 * `PropertySearch` on OpenSearch. It keeps no context open on the server: a page goes on behind the sort key and uuid
 * of its last item. What is not an answer of all shards is none.
 *
 * @throws SearchUnavailable where the engine fails, BeyondEngine where it does not answer this question
 */
export class OpenSearchSearch implements PropertySearch {
  readonly map: PropertyMap;
  readonly facets: FacetCounts;
  private readonly index: AskedIndex;

  constructor(
    client: OpenSearchClient,
    private readonly options: OpenSearchSearchOptions,
  ) {
    this.index = new AskedIndex(client, options);
    this.map = new OpenSearchMap(this.index, (query, found) => this.countOn(query, found));
    this.facets = new OpenSearchFacets(this.index);
  }

  async findPage(query: PageQuery): Promise<PageResult> {
    checkPageQuery(query);
    const { criteria, sort, offset, limit } = query;
    const counted = Math.max(TOTAL_CAP, offset + limit) + 1;
    const page = { from: offset, size: limit, track_total_hits: counted };
    const { positions, total } = await this.ask({ query: matching(criteria), sort: sortOf(sort), ...page }, sort);
    return {
      ids: positions.map(({ id }) => id),
      ...capped(total),
      hasMore: total > offset + limit,
      backend: 'opensearch',
    };
  }

  async findAfter(query: CursorQuery): Promise<CursorResult> {
    checkCursorQuery(query);
    const { criteria, sort, limit, after, seenUntil, counted } = query;
    const { filters, ...order } = afterPosition(sort, after);
    const bound = { range: { createdAt: { lte: seenUntil } } };
    const page = { size: limit + 1, track_total_hits: counted === null && TOTAL_CAP + 1 };
    const found = await this.ask({ query: matching(criteria, [bound, ...filters]), ...order, ...page }, sort);
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
      const { total } = await this.ask(body, undefined, Math.min(countBudgetMs, timeoutMs));
      return { total, totalIsExact: true };
    } catch (error) {
      if (error instanceof SearchUnavailable) return capped(found);
      throw error;
    }
  }

  private async ask(body: Record<string, unknown>, sort?: Sort, timeoutMs?: number): Promise<Found> {
    return wholeAnswer(await this.index.ask(body, timeoutMs), sort);
  }
}

/** What is said of a number that was counted a little beyond the cap. */
function capped(total: number): Total {
  return { total: Math.min(total, TOTAL_CAP), totalIsExact: total <= TOTAL_CAP };
}

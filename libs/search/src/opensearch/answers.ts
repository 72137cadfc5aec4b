import { SearchUnavailable, SlowSearch, type SearchPosition, type Sort } from '../property-search.js';
import { positionOf } from './sort-orders.js';

/** What `_search` answers, as far as it is read. */
export interface SearchAnswer {
  readonly timed_out: boolean;
  readonly _shards: { readonly total: number; readonly successful: number; readonly failed: number };
  readonly hits: {
    readonly total?: { readonly value: number };
    readonly hits: readonly { readonly sort: readonly unknown[] }[];
  };
  readonly aggregations?: unknown;
}

export interface Found {
  readonly positions: SearchPosition[];
  /** 0 where it was not asked for. */
  readonly total: number;
}

/**
 * Reads an answer of all shards. A part of one would look like a short page: it counts as none. @throws
 * SearchUnavailable
 */
export function wholeAnswer(answer: SearchAnswer, sort?: Sort): Found {
  const { hits } = refusePart(answer);
  return { positions: hits.hits.map((hit) => positionOf(hit.sort, sort)), total: hits.total?.value ?? 0 };
}

/** The answer, where it is one of all shards. @throws SearchUnavailable */
export function refusePart(answer: SearchAnswer): SearchAnswer {
  const { timed_out: timedOut, _shards: shards } = answer;
  if (timedOut) throw new SlowSearch();
  if (shards.failed > 0 || shards.successful < shards.total)
    throw new SearchUnavailable('A part of the search engine does not answer; try again.', 1);
  return answer;
}

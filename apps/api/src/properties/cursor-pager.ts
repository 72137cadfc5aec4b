import { SAAS_CURSOR_LIMIT } from '@gable/domain';
import {
  hashFilters,
  openCursor,
  sealCursor,
  type CursorOwner,
  type CursorState,
  type PropertySearch,
  type SearchBackend,
} from '@gable/search';
import type { Caller } from '../access/caller.js';
import { invalid } from '../http/problem.js';
import type { CursorPaging, SearchQuestion } from './read-search.js';

/** One page of a search by cursor; `cursor` is null behind the last. */
export interface CursorPage {
  ids: string[];
  total: number;
  cursor: string | null;
  pitId: string;
  /** Null where nothing was left to ask for. */
  backend: SearchBackend | null;
}

/**
 * Cursor mode: goes on from where a signed token says, bounded by the time of the first request. Nothing is kept
 * between requests.
 */
export class CursorPager {
  private readonly secret: Uint8Array;

  constructor(
    private readonly engine: PropertySearch,
    secret: string,
  ) {
    this.secret = Buffer.from(secret);
  }

  async next(caller: Caller, { criteria, sort }: SearchQuestion, { cursor, size }: CursorPaging): Promise<CursorPage> {
    const owner: CursorOwner = { accountId: caller.accountId, filters: hashFilters(criteria, sort) };
    const state = cursor === null ? null : this.open(cursor, owner);
    const served = state?.served ?? 0;
    const visible = caller.role === 'ROLE_SAAS_USER' ? SAAS_CURSOR_LIMIT : Infinity;
    const limit = Math.min(size, visible - served);
    const seenUntil = state?.seenUntil ?? (await this.engine.now());
    if (limit <= 0) return { ids: [], total: state!.total, cursor: null, pitId: pitIdOf(seenUntil), backend: null };
    const { hits, total, hasMore, backend } = await this.engine.findAfter({
      criteria,
      sort,
      limit,
      after: state?.position ?? null,
      seenUntil,
      total: state?.total ?? null,
    });
    const position = hits.at(-1);
    const goesOn = hasMore && position !== undefined && served + hits.length < visible;
    return {
      ids: hits.map(({ id }) => id),
      total,
      cursor: goesOn
        ? sealCursor({ position, seenUntil, total, served: served + hits.length }, owner, this.secret)
        : null,
      pitId: pitIdOf(seenUntil),
      backend,
    };
  }

  private open(cursor: string, owner: CursorOwner): CursorState {
    const state = openCursor(tokenIn(cursor), owner, this.secret);
    if (state === null) {
      throw invalid([
        {
          propertyPath: 'cursor',
          message:
            'is not a cursor of this search; send the one of the previous answer with the same filters and sort, ' +
            'or leave it out to begin anew',
        },
      ]);
    }
    return state;
  }
}

/** The token itself, or the last entry of a stringified searchAfter; anything else is no token either. */
function tokenIn(cursor: string): string {
  if (!cursor.startsWith('[')) return cursor;
  try {
    const token: unknown = (JSON.parse(cursor) as unknown[]).at(-1);
    return typeof token === 'string' ? token : '';
  } catch {
    return '';
  }
}

/** Names the bound of the paging; says nothing a caller could use. */
function pitIdOf(seenUntil: number): string {
  return Buffer.from(`until ${seenUntil}`).toString('base64url');
}

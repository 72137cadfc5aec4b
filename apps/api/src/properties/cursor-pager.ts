import { SAAS_CURSOR_LIMIT } from '@gable/domain';
import { StaleReads } from '@gable/persistence';
import { ringOf, type KeyRing } from '@gable/runtime';
import {
  hashFilters,
  openCursor,
  sealCursor,
  type CheapLooks,
  type CursorOwner,
  type CursorState,
  type PropertySearch,
  type SearchBackend,
  type Total,
} from '@gable/search';
import type { Caller } from '../access/caller.js';
import { invalid } from '../http/problem.js';
import type { CursorPaging, SearchQuestion } from './read-search.js';

type SearchTerms = Pick<SearchQuestion, 'criteria' | 'sort'>;

/** One page of a search by cursor; behind the last one, `cursor` leads to an empty page. */
export interface CursorPage extends Total {
  ids: string[];
  cursor: string;
  hasNextPage: boolean;
  pitId: string;
  /** Null where nothing was left to ask for. */
  backend: SearchBackend | null;
  /** Of the properties, where the engine read them. */
  revisions?: ReadonlyMap<string, number> | undefined;
}

/**
 * Cursor mode: goes on from where a signed token says, bounded by the time of the first request. Nothing is kept
 * between requests.
 */
export class CursorPager {
  private readonly secrets: KeyRing;

  constructor(
    private readonly engine: PropertySearch,
    secrets: KeyRing | string,
  ) {
    this.secrets = ringOf(secrets);
  }

  /** The next page; null where the finder has none. */
  async next(
    finder: Pick<CheapLooks, 'findAfter'>,
    caller: Caller,
    { criteria, sort }: SearchTerms,
    { cursor, size }: CursorPaging,
  ): Promise<CursorPage | null> {
    const owner = ownerOf(caller, { criteria, sort });
    const state = cursor === null ? null : this.open(cursor, owner);
    const served = state?.served ?? 0;
    const visible = caller.role === 'ROLE_SAAS_USER' ? SAAS_CURSOR_LIMIT : Infinity;
    const limit = Math.min(size, visible - served);
    if (state) StaleReads.current()?.mustHaveSeen(state.seenUntil);
    const seenUntil = state?.seenUntil ?? (await this.engine.now());
    const pitId = pitIdOf(seenUntil);
    const counted = state && { total: state.total, totalIsExact: state.totalIsExact };
    if (state && (state.position === null || limit <= 0)) {
      const same = this.seal({ ...state, position: null }, owner);
      return { ids: [], ...counted!, cursor: same, hasNextPage: false, pitId, backend: null };
    }
    const found = await finder.findAfter({
      criteria,
      sort,
      limit,
      after: state?.position ?? null,
      seenUntil,
      counted,
    });
    if (found === null) return null;
    const { hits, total, totalIsExact, hasMore, backend, revisions } = found;
    const position = hits.at(-1);
    const servedNow = served + hits.length;
    const hasNextPage = hasMore && position !== undefined && servedNow < visible;
    const next = { position: hasNextPage ? position : null, seenUntil, total, totalIsExact, served: servedNow };
    const ids = hits.map(({ id }) => id);
    return { ids, total, totalIsExact, cursor: this.seal(next, owner), hasNextPage, pitId, backend, revisions };
  }

  /** A cursor behind the last result: what follows is an empty page, whatever arrives meanwhile. */
  async end(caller: Caller, question: SearchTerms, total: Total): Promise<string> {
    const state = { ...total, position: null, seenUntil: await this.engine.now(), served: 0 };
    return this.seal(state, ownerOf(caller, question));
  }

  private seal(state: CursorState, owner: CursorOwner): string {
    return sealCursor(state, owner, Buffer.from(this.secrets.active.secret));
  }

  private open(cursor: string, owner: CursorOwner): CursorState {
    const token = tokenIn(cursor);
    const state = this.secrets.first(({ secret }) => openCursor(token, owner, Buffer.from(secret)));
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

function ownerOf({ accountId }: Caller, { criteria, sort }: SearchTerms): CursorOwner {
  return { accountId, filters: hashFilters(criteria, sort) };
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

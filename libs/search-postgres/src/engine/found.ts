import { TOTAL_CAP, type CursorResult, type PageResult, type SearchPosition, type Total } from '@gable/search';
import type { GatheredRow } from './statements.js';

/** What a look, a scan or a sort found, before it is a page. */
export interface Found {
  readonly hits: readonly SearchPosition[];
  readonly revisions?: ReadonlyMap<string, number>;
  readonly total: number;
  /** Whether the hits are what was asked for; if not, only the total says something: at least so many. */
  readonly complete: boolean;
}

export function gathered(rows: readonly GatheredRow[]): { hits: SearchPosition[]; total: number } {
  return { hits: rows.flatMap(({ id, key }) => (id === null ? [] : [{ id, key }])), total: rows[0]!.properties };
}

/** `isCounted`: the total of what was found is the true one. */
export function page({ hits, total, revisions }: Found, limit: number, isCounted = true): PageResult {
  return {
    ids: hits.slice(0, limit).map(({ id }) => id),
    total: Math.min(total, TOTAL_CAP),
    totalIsExact: isCounted && total <= TOTAL_CAP,
    hasMore: hits.length > limit,
    backend: 'postgres',
    ...(revisions && { revisions }),
  };
}

/** What is said of a count that was cut off after so many. */
export function atLeast(found: number): Total {
  return { total: Math.min(found, TOTAL_CAP), totalIsExact: false };
}

/** The number that costs are reckoned with; null where nobody knows it. */
export function known({ total, totalIsExact }: Total): number | null {
  return totalIsExact ? total : null;
}

export function cursorResult({ hits, revisions }: Found, { total, totalIsExact }: Total, limit: number): CursorResult {
  return {
    hits: hits.slice(0, limit),
    total,
    totalIsExact,
    hasMore: hits.length > limit,
    backend: 'postgres',
    ...(revisions && { revisions }),
  };
}

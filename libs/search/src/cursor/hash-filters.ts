import { formatCriteria, type Criteria } from '@gable/domain/criteria';
import { createHash } from 'node:crypto';
import type { Sort } from '../property-search.js';

/**
 * Names a search: equal for equal criteria and sort, however the caller spelled them, whatever the page size. 22
 * characters of base64url, the first 128 bits of a SHA-256.
 */
export function hashFilters(criteria: Criteria, sort: Sort): string {
  const text = JSON.stringify(canonical({ criteria: formatCriteria(criteria), sort: orderOf(sort) }));
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');
}

function orderOf(sort: Sort): object {
  const { field, direction } = sort;
  return sort.field === 'DISTANCE' ? { field, direction, center: sort.center } : { field, direction };
}

/** Keys in one order; lists of plain values too, for they are sets. Lists of nodes keep theirs. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value))
    return value.every((entry) => typeof entry !== 'object') ? [...new Set(value)].sort() : value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}

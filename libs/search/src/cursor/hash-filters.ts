import { formatCriteria, type Criteria } from '@gable/domain/criteria';
import { hash } from 'node:crypto';
import type { Sort } from '../property-search.js';

/**
 * Names a search: equal for equal criteria and sort, however the caller spelled them, whatever the page size. 22
 * characters of base64url, the first 128 bits of a SHA-256.
 */
export function hashFilters(criteria: Criteria, sort: Sort): string {
  const text = JSON.stringify(canonical({ criteria: formatCriteria(criteria), sort: orderOf(sort) }));
  return Buffer.from(hash('sha256', text).slice(0, 32), 'hex').toString('base64url');
}

function orderOf(sort: Sort): object {
  const { field, direction } = sort;
  return sort.field === 'DISTANCE' ? { field, direction, center: sort.center } : { field, direction };
}

/** Keys in one order; lists of plain values too, for they are sets. Lists of nodes keep theirs. */
function canonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.every((entry) => typeof entry !== 'object') ? [...new Set(value)].sort() : value.map(canonical);
  const members = value as Record<string, unknown>;
  const ordered: Record<string, unknown> = {};
  for (const key of Object.keys(members).sort()) ordered[key] = canonical(members[key]);
  return ordered;
}

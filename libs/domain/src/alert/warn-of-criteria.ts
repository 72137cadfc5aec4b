import type { Criteria, StoredCriteria } from '../criteria/criteria.js';
import { parseCriteria } from '../criteria/parsing/parse-criteria.js';
import type { CriteriaLimits } from '../criteria/parsing/parsing-context.js';

/**
 * What to say of `criteria`, any JSON value, in the body of a classic alert, where they are not read; null where they
 * are one of `equivalents`, the trees that its filters mean now and meant before: then a body from GET comes back.
 */
export function warnOfClassicCriteria(
  criteria: unknown,
  equivalents: readonly (Criteria | StoredCriteria)[],
  limits?: CriteriaLimits,
): string | null {
  if (criteria === undefined || criteria === null) return null;
  const parsed = parseCriteria(criteria, { mode: 'advanced', path: 'criteria', limits });
  const given = parsed.ok ? JSON.stringify(parsed.value) : null;
  if (equivalents.some((tree) => JSON.stringify(tree) === given)) return null;
  return 'is read-only in classic mode and has no effect; give classic filters or searchMode "advanced"';
}

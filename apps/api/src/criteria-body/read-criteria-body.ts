import { parseCriteria, type Criteria, type Parsed } from '@gable/domain/criteria';
import type { CriteriaPlaces } from '../criteria/criteria-places.js';
import { MAX_VIOLATIONS } from '../http/problem.js';
import { unknownKey } from '../http/read-request.js';

const MISSING = { propertyPath: 'criteria', message: 'is missing; {} is met by every listing' };

/** Reads a body that holds a criteria tree and nothing else. */
export async function readCriteriaBody(
  places: CriteriaPlaces,
  accountId: string,
  body: { readonly criteria?: unknown },
): Promise<Parsed<Criteria>> {
  const { criteria, ...others } = body;
  const unknown = Object.keys(others)
    .slice(0, MAX_VIOLATIONS)
    .map((key) => unknownKey(key, ['criteria'], ''));
  const read =
    criteria === undefined || criteria === null
      ? { ok: false as const, violations: [MISSING] }
      : await places.consult(accountId, criteria, (known) =>
          parseCriteria(criteria, { places: known, limits: places.limits }),
        );
  return unknown.length === 0 ? read : { ok: false, violations: [...unknown, ...(read.ok ? [] : read.violations)] };
}

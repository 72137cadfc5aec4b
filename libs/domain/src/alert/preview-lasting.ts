import type { ConditionKind, Criteria } from '../criteria/criteria.js';
import { criteriaNode } from '../criteria/criteria-node.js';

/**
 * The part of criteria that asks for what a home is and where it stands, which an advert hardly ever changes; prices, sizes and features are left
 * out. Every listing that meets the criteria meets this part.
 */
export function lastingPart({ conditions, operator, children }: Criteria): Criteria {
  const own = conditions.filter(({ kind }) => LASTING[kind]);
  const parts = children.map(lastingPart);
  // An alternative that asks for nothing lets everything through, and so the alternatives together do.
  const kept = operator === 'OR' && parts.some(asksNothing) ? [] : parts.filter((part) => !asksNothing(part));
  return criteriaNode(own, operator, kept);
}

/** True where every listing meets it by its very form. */
export function asksNothing({ conditions, children }: Criteria): boolean {
  return conditions.length === 0 && children.length === 0;
}

const LASTING: { readonly [K in ConditionKind]: boolean } = {
  transactionType: true,
  propertyType: true,
  division: true,
  circle: true,
  shape: true,
  range: false,
  flag: false,
};

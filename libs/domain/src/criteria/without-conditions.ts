import type { Condition, Criteria } from './criteria.js';

/**
 * The criteria without some of the conditions that every listing has to meet: those of the root, and of children that
 * must hold beside it. Alternatives keep theirs. Whatever met the criteria meets the rest.
 */
export function withoutConditions(criteria: Criteria, isLeftOut: (condition: Condition) => boolean): Criteria {
  const { operator, children } = criteria;
  return {
    conditions: criteria.conditions.filter((condition) => !isLeftOut(condition)),
    operator,
    children:
      operator === 'OR' && children.length > 1
        ? children
        : children.map((child) => withoutConditions(child, isLeftOut)),
  };
}

/** The criteria with one more condition that must hold. */
export function withCondition(criteria: Criteria, condition: Condition): Criteria {
  return { conditions: [condition], operator: 'AND', children: [criteria] };
}

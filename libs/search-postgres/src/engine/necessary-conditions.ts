import type { Condition, Criteria } from '@gable/domain/criteria';

/** The conditions that hold for the whole tree: every listing that meets the criteria meets each of them. */
export function necessaryConditions({ conditions, operator, children }: Criteria): readonly Condition[] {
  return operator === 'AND' || children.length === 1
    ? [...conditions, ...children.flatMap(necessaryConditions)]
    : conditions;
}

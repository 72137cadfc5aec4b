import type { Condition, Criteria } from '@gable/domain/criteria';

/** The criteria without conditions of a kind at their root: what others answer of them. Children stay as they are. */
export function withoutKind(criteria: Criteria, without: Condition['kind']): Criteria {
  return { ...criteria, conditions: criteria.conditions.filter(({ kind }) => kind !== without) };
}

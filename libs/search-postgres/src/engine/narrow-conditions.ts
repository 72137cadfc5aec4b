import type { Condition } from '@gable/domain/criteria';

/** Kinds of conditions that leave few listings whatever words are asked for beside them. */
const LEAVE_FEW: readonly Condition['kind'][] = ['circle', 'box', 'shape'];

/** Whether a condition leaves so few listings that their texts are soon read: cities too. */
export function isNarrow(
  condition: Condition,
  levels: { readonly areInCities: (divisionIds: readonly number[]) => boolean },
): boolean {
  if (condition.kind === 'division') return condition.included !== null && levels.areInCities(condition.included);
  return LEAVE_FEW.includes(condition.kind);
}

import type { Condition, Criteria } from '@gable/domain/criteria';

/** Larger trees are not multiplied out. */
const MOST_CONJUNCTIONS = 64;

type Conjunction = readonly Condition[];

/**
 * The tree multiplied out: a listing meets it when it meets all conditions of one of the lists. Null where there would
 * be too many.
 */
export function conjunctionsOf({ conditions, operator, children }: Criteria): readonly Conjunction[] | null {
  const nested: (readonly Conjunction[])[] = [];
  for (const child of children) {
    const lists = conjunctionsOf(child);
    if (lists === null) return null;
    nested.push(lists);
  }
  let lists: readonly Conjunction[] = [conditions];
  for (const factor of operator === 'OR' && nested.length > 0 ? [nested.flat()] : nested) {
    if (lists.length * factor.length > MOST_CONJUNCTIONS) return null;
    lists = lists.flatMap((list) => factor.map((more) => [...list, ...more]));
  }
  return lists;
}

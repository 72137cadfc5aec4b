import type { ConditionVerdict, NodeVerdict, StatedValue } from './explain-match.js';

/** A condition whose verdict changed between two states of a listing. */
export interface ChangedCondition {
  /** Places of children, from 0, from the root to the node it stands in; empty at the root. */
  readonly node: readonly number[];
  /** Where the alert form has it, as in `ConditionVerdict`. */
  readonly path: string;
  readonly asked: string;
  /** Whether it holds now; before it was the other way. */
  readonly holds: boolean;
  readonly before: StatedValue;
  readonly after: StatedValue;
}

/**
 * The conditions that one of two verdicts on the same criteria has holding and the other has not, in the order of the
 * tree.
 */
export function compareVerdicts(before: NodeVerdict, after: NodeVerdict): ChangedCondition[] {
  return changesIn(before, after, []);
}

function changesIn(before: NodeVerdict, after: NodeVerdict, node: readonly number[]): ChangedCondition[] {
  const own = before.conditions.flatMap((was, place) => changeOf(was, after.conditions[place]!, node));
  return [
    ...own,
    ...before.children.flatMap((child, place) => changesIn(child, after.children[place]!, [...node, place])),
  ];
}

function changeOf(was: ConditionVerdict, is: ConditionVerdict, node: readonly number[]): ChangedCondition[] {
  if (was.holds === is.holds) return [];
  return [{ node, path: is.path, asked: is.asked, holds: is.holds, before: was.stated, after: is.stated }];
}

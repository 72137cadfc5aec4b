import type { Listing } from '../../listing/listing.js';
import type { Condition, Criteria, Operator } from '../../criteria/criteria.js';
import { criteriaNode } from '../../criteria/criteria-node.js';
import { matchCriteria } from '../../criteria/match-criteria.js';
import { someCondition } from './conditions.js';
import type { Dice } from './dice.js';

/**
 * A tree of one of several nasty forms. With `leaning` the choices lean towards meeting it: without, nearly every larger tree would be missed
 * and a wrong evaluator would look right.
 */
export function someTree(dice: Dice, leaning: Listing | null): Criteria {
  const form = dice.next();
  if (form < 0.05) return chain(dice, leaning);
  if (form < 0.1) return wide(dice, leaning);
  return bush(dice, leaning, dice.whole(1, 5));
}

/** A bush of up to `levels` levels; nodes may have no conditions, no children, one child, or neither. */
function bush(dice: Dice, leaning: Listing | null, levels: number): Criteria {
  const conditions = someConditions(dice, leaning, dice.pick([0, 1, 1, 2, 3]));
  if (levels === 1 || dice.chance(0.25)) return criteriaNode(conditions);
  const operator = someOperator(dice);
  const children = Array.from({ length: dice.pick([1, 2, 2, 3, 4]) }, (_, place) =>
    bush(dice, leansHere(dice, leaning, operator, place), levels - 1),
  );
  return criteriaNode(conditions, operator, children);
}

/** Single children, nearly as deep as a tree may be: a condition of the same slot can add two levels of its own. */
function chain(dice: Dice, leaning: Listing | null): Criteria {
  let tree = criteriaNode(someConditions(dice, leaning, 1));
  for (let level = dice.whole(10, 28); level > 0; level -= 1)
    tree = criteriaNode(dice.chance(0.15) ? someConditions(dice, leaning, 1) : [], someOperator(dice), [tree]);
  return tree;
}

/** Many children under one operator. An AND of many random conditions meets nothing, so it leans, or it is an OR. */
function wide(dice: Dice, leaning: Listing | null): Criteria {
  const operator: Operator = leaning !== null && dice.chance(0.5) ? 'AND' : 'OR';
  const children = Array.from({ length: dice.whole(20, 60) }, (_, place) =>
    criteriaNode(someConditions(dice, leansHere(dice, leaning, operator, place), dice.whole(1, 3))),
  );
  return criteriaNode([], operator, children);
}

/** All children of an AND have to lean; one child of an OR is enough, the rest may be anything. */
function leansHere(dice: Dice, leaning: Listing | null, operator: Operator, place: number): Listing | null {
  return operator === 'AND' || place === 0 || dice.chance(0.2) ? leaning : null;
}

function someConditions(dice: Dice, leaning: Listing | null, count: number): Condition[] {
  return Array.from({ length: count }, () => {
    let condition = someCondition(dice);
    for (let tries = 6; leaning !== null && tries > 0 && !matchCriteria(criteriaNode([condition]), leaning); tries -= 1)
      condition = someCondition(dice);
    return condition;
  });
}

function someOperator(dice: Dice): Operator {
  return dice.chance(0.5) ? 'AND' : 'OR';
}

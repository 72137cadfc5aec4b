import type { KnownListing } from '../../listing/past.js';
import type { Condition, Criteria, Operator } from '../../criteria/criteria.js';
import { criteriaNode } from '../../criteria/criteria-node.js';
import { matchCriteria } from '../../criteria/match-criteria.js';
import { someCondition } from './conditions.js';
import type { SeededRandom } from './seeded-random.js';

/**
 * A tree of one of several nasty forms. With `leaning` the choices lean towards meeting it: without, nearly every
 * larger tree would be missed and a wrong evaluator would look right.
 */
export function someTree(random: SeededRandom, leaning: KnownListing | null): Criteria {
  const form = random.next();
  if (form < 0.05) return chain(random, leaning);
  if (form < 0.1) return wide(random, leaning);
  return bush(random, leaning, random.whole(1, 5));
}

/** A bush of up to `levels` levels; nodes may have no conditions, no children, one child, or neither. */
function bush(random: SeededRandom, leaning: KnownListing | null, levels: number): Criteria {
  const conditions = someConditions(random, leaning, random.pick([0, 1, 1, 2, 3]));
  if (levels === 1 || random.chance(0.25)) return criteriaNode(conditions);
  const operator = someOperator(random);
  const children = Array.from({ length: random.pick([1, 2, 2, 3, 4]) }, (_, place) =>
    bush(random, leansHere(random, leaning, operator, place), levels - 1),
  );
  return criteriaNode(conditions, operator, children);
}

/** Single children, nearly as deep as a tree may be: a condition of the same slot can add two levels of its own. */
function chain(random: SeededRandom, leaning: KnownListing | null): Criteria {
  let tree = criteriaNode(someConditions(random, leaning, 1));
  for (let level = random.whole(10, 28); level > 0; level -= 1)
    tree = criteriaNode(random.chance(0.15) ? someConditions(random, leaning, 1) : [], someOperator(random), [tree]);
  return tree;
}

/** Many children under one operator. An AND of many random conditions meets nothing, so it leans, or it is an OR. */
function wide(random: SeededRandom, leaning: KnownListing | null): Criteria {
  const operator: Operator = leaning !== null && random.chance(0.5) ? 'AND' : 'OR';
  const children = Array.from({ length: random.whole(20, 60) }, (_, place) =>
    criteriaNode(someConditions(random, leansHere(random, leaning, operator, place), random.whole(1, 3))),
  );
  return criteriaNode([], operator, children);
}

/** All children of an AND have to lean; one child of an OR is enough, the rest may be anything. */
function leansHere(
  random: SeededRandom,
  leaning: KnownListing | null,
  operator: Operator,
  place: number,
): KnownListing | null {
  return operator === 'AND' || place === 0 || random.chance(0.2) ? leaning : null;
}

function someConditions(random: SeededRandom, leaning: KnownListing | null, count: number): Condition[] {
  return Array.from({ length: count }, () => {
    let condition = someCondition(random);
    for (let tries = 6; leaning !== null && tries > 0 && !matchCriteria(criteriaNode([condition]), leaning); tries -= 1)
      condition = someCondition(random);
    return condition;
  });
}

function someOperator(random: SeededRandom): Operator {
  return random.chance(0.5) ? 'AND' : 'OR';
}

import {
  at,
  filledMember,
  isJsonObject,
  type JsonObject,
  member,
  readList,
  refuseUnknownKeys,
  show,
} from '../../parsing/json.js';
import { ANY_LISTING, criteriaNode } from '../criteria-node.js';
import type { Criteria, Operator } from '../criteria.js';
import { MEANT_IN_A_NODE, NODE_KEYS } from './known-names.js';
import type { ParsingContext } from './parsing-context.js';
import { readFields } from './read-fields.js';
import { readLists } from './read-lists.js';
import { readLocation } from './read-location.js';
import { readPropertyType, readTransactionType } from './read-types.js';
import { readWords } from './read-words.js';

/** Reads a node of the advanced tree and its children. Depth was measured before, so recursion is safe. */
export function readNode(given: unknown, path: string, context: ParsingContext): Criteria {
  const { violations } = context;
  if (violations.isFull) return ANY_LISTING;
  if (!isJsonObject(given)) {
    violations.add(path, `expects an object, got ${show(given)}`);
    return ANY_LISTING;
  }
  refuseUnknownKeys(given, NODE_KEYS, path, violations, MEANT_IN_A_NODE);
  const types = [
    readTransactionType(member(given, 'transactionType'), at(path, 'transactionType'), context),
    readPropertyType(member(given, 'propertyType'), at(path, 'propertyType'), context),
  ].filter((condition) => condition !== undefined);
  const fields = [...readFields(given, path, violations), ...readLists(given, path, context)];
  const location = readLocation(member(given, 'location'), at(path, 'location'), context);
  const words = readWords(member(given, 'text'), at(path, 'text'), context);
  const children = readChildren(given, path, context);
  const operator = readOperator(given, path, context);
  const own = [...types, ...fields, ...location.conditions, ...(words === undefined ? [] : [words])];
  return criteriaNode(own, operator, children, location.also);
}

function readChildren(node: JsonObject, path: string, context: ParsingContext): readonly Criteria[] {
  const children = filledMember(node, 'children');
  const branches = filledMember(node, 'branches');
  if (children !== undefined && branches !== undefined)
    context.violations.add(at(path, 'branches'), 'says the same as children; give only one of them');
  const key = children === undefined ? 'branches' : 'children';
  // The bound on nodes was checked for the whole tree; this list has none of its own.
  const list = readList(children ?? branches, at(path, key), Infinity, context.violations) ?? [];
  return list.map((child, place) => readNode(child, `${at(path, key)}[${place}]`, context));
}

/** Without children it joins nothing, and is still one of the two words. */
function readOperator(node: JsonObject, path: string, { violations }: ParsingContext): Operator | undefined {
  const operator = member(node, 'operator');
  if (operator === undefined || operator === 'AND' || operator === 'OR') return operator;
  return violations.add(at(path, 'operator'), `expects AND or OR, got ${show(operator)}`);
}

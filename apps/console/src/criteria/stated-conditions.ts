import { CONDITION_NAMES, CONDITIONS, fieldOf, type ConditionName } from './conditions.js';
import { childrenOf, isMembers, valueAt, withValue, type CriteriaNode } from './node-path.js';

/** Members of `location` that are a condition of their own. */
const PARTS_OF_LOCATION: Partial<Record<ConditionName, readonly string[]>> = {
  places: ['includedDivisionIds', 'excludedDivisionIds', 'included', 'excluded'],
  circle: ['centerPoint', 'radiusMeters'],
  shapes: ['includedGeoShapeIds', 'excludedGeoShapeIds'],
};

/** What a condition says in a node: undefined where the node does not have it. */
export function statedIn(node: CriteriaNode, name: ConditionName): Readonly<Record<string, unknown>> | undefined {
  const value = valueAt<unknown>(node, fieldOf(name).path);
  if (!isMembers(value)) return undefined;
  const parts = PARTS_OF_LOCATION[name];
  const own =
    parts === undefined
      ? value
      : Object.fromEntries(parts.filter((part) => value[part] != null).map((part) => [part, value[part]]));
  return Object.keys(own).length === 0 ? undefined : own;
}

/** The node with a condition that says something else; undefined takes it away. */
export function stating(node: CriteriaNode, name: ConditionName, value: object | undefined): CriteriaNode {
  const parts = PARTS_OF_LOCATION[name];
  if (parts === undefined) return withValue(node, fieldOf(name).path, value);
  const { path } = CONDITIONS[name];
  const members = (value ?? {}) as Readonly<Record<string, unknown>>;
  return parts.reduce((changed, part) => withValue(changed, [...path, part], members[part]), node);
}

/** The conditions of a node itself, in the order of the table. */
export function conditionsOf(node: CriteriaNode): ConditionName[] {
  return CONDITION_NAMES.filter((name) => statedIn(node, name) !== undefined);
}

/** Conditions of a whole tree. */
export function countConditions(node: CriteriaNode): number {
  return conditionsOf(node).length + childrenOf(node).reduce((sum, child) => sum + countConditions(child), 0);
}

/** Two trees that must both hold. Where they speak of different things they are one node, which reads better. */
export function both(one: CriteriaNode, other: CriteriaNode): CriteriaNode {
  const collides = conditionsOf(other).some((name) => statedIn(one, name) !== undefined);
  if (collides || childrenOf(other).length > 0) return { operator: 'AND', children: [one, other] };
  return conditionsOf(other).reduce((node, name) => stating(node, name, statedIn(other, name)), one);
}

import {
  FLAG_FIELDS,
  LIST_FIELDS,
  RANGE_FIELDS,
  type Condition,
  type ConditionKind,
  type Criteria,
  type Operator,
  type ShapeReference,
  type StoredCriteria,
} from './criteria.js';

/** Order of conditions in a node. One order for every spelling, so that equal criteria give equal trees. */
const KIND_ORDER: { readonly [K in ConditionKind]: number } = {
  transactionType: 0,
  propertyType: 1,
  range: 2,
  flag: 3,
  list: 4,
  division: 5,
  circle: 6,
  box: 7,
  shape: 8,
  words: 9,
};
const FIELD_ORDER: ReadonlyMap<string, number> = new Map(
  [...RANGE_FIELDS, ...FLAG_FIELDS, ...LIST_FIELDS].map((field, place) => [field, place]),
);

/**
 * Builds a node of the canonical tree: conditions in one order, at most one per slot (a kind, or a field of a range,
 * flag or list), frozen. What does not fit into the node itself, a second condition of a slot or the nodes in `also`,
 * becomes further children that must hold as well.
 */
export function criteriaNode(
  conditions: readonly Condition[],
  operator?: Operator,
  children?: readonly Criteria[],
  also?: readonly Criteria[],
): Criteria;
export function criteriaNode(
  conditions: readonly Condition<ShapeReference>[],
  operator?: Operator,
  children?: readonly StoredCriteria[],
): StoredCriteria;
export function criteriaNode(
  conditions: readonly Condition<ShapeReference>[],
  operator: Operator = 'AND',
  children: readonly StoredCriteria[] = [],
  also: readonly StoredCriteria[] = [],
): StoredCriteria {
  const own = new Map<number, Condition<ShapeReference>>();
  const extra: StoredCriteria[] = [];
  for (const condition of conditions) {
    const slot = orderOf(condition); // no two kinds or fields have the same
    if (own.has(slot)) extra.push(criteriaNode([condition]));
    else own.set(slot, condition);
  }
  extra.push(...also);
  const sorted = [...own.keys()].sort((a, b) => a - b).map((slot) => own.get(slot)!);
  if (extra.length === 0) return freezeNode(sorted, children.length === 0 ? 'AND' : operator, children);
  if (children.length === 0) return freezeNode(sorted, 'AND', extra);
  if (operator === 'AND') return freezeNode(sorted, 'AND', [...extra, ...children]);
  return freezeNode(sorted, 'AND', [...extra, freezeNode([], 'OR', children)]);
}

/** The node that every listing meets. */
export const ANY_LISTING: Criteria = freezeNode<never, never>([], 'AND', []);

/** Whether conditions stand as `criteriaNode` puts them: in their order, one per slot. What was stored does. */
export function isInOrder(conditions: readonly Condition<ShapeReference>[]): boolean {
  for (let place = 1; place < conditions.length; place += 1) {
    if (orderOf(conditions[place - 1]!) >= orderOf(conditions[place]!)) return false;
  }
  return true;
}

function orderOf(condition: Condition<ShapeReference>): number {
  return KIND_ORDER[condition.kind] * FIELD_ORDER.size + fieldPlace(condition);
}

function fieldPlace(condition: Condition<ShapeReference>): number {
  return 'field' in condition ? (FIELD_ORDER.get(condition.field) ?? 0) : 0;
}

function freezeNode<C extends Condition<ShapeReference>, Node extends StoredCriteria>(
  conditions: readonly C[],
  operator: Operator,
  children: readonly Node[],
): { readonly conditions: readonly C[]; readonly operator: Operator; readonly children: readonly Node[] } {
  return Object.freeze({ conditions: deepFreeze([...conditions]), operator, children: Object.freeze([...children]) });
}

/**
 * Freezes plain data to its leaves. What is frozen already is taken to be frozen to its leaves, which keeps a
 * geometry's second use cheap.
 */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  // Without a list of the values: a drawn area has thousands of positions.
  if (Array.isArray(value)) for (let place = 0; place < value.length; place += 1) deepFreeze<unknown>(value[place]);
  else for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}

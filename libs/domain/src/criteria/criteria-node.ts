import { FLAG_FIELDS, RANGE_FIELDS, type Condition, type Criteria, type Operator } from './criteria.js';

/** Order of conditions in a node. One order for every spelling, so that equal wishes give equal trees. */
const SLOTS: ReadonlyMap<string, number> = new Map(
  ['transactionType', 'propertyType', ...RANGE_FIELDS.map((field) => `range ${field}`), ...FLAG_FIELDS.map((field) => `flag ${field}`), 'division', 'circle', 'shape'].map(
    (slot, place) => [slot, place],
  ),
);

/**
 * Builds a node of the canonical tree: conditions in one order, at most one per slot (a kind, or a field of a range or flag), frozen. What does
 * not fit into the node itself, a second condition of a slot or the nodes in `also`, becomes further children that must hold as well.
 */
export function criteriaNode(
  conditions: readonly Condition[], operator: Operator = 'AND', children: readonly Criteria[] = [], also: readonly Criteria[] = [],
): Criteria {
  const own = new Map<string, Condition>();
  const extra: Criteria[] = [];
  for (const condition of conditions) {
    const slot = slotOf(condition);
    if (own.has(slot)) extra.push(criteriaNode([condition]));
    else own.set(slot, condition);
  }
  extra.push(...also);
  const sorted = [...own].sort(([a], [b]) => placeOf(a) - placeOf(b)).map(([, condition]) => condition);
  if (extra.length === 0) return freezeNode(sorted, children.length === 0 ? 'AND' : operator, children);
  if (children.length === 0) return freezeNode(sorted, 'AND', extra);
  if (operator === 'AND') return freezeNode(sorted, 'AND', [...extra, ...children]);
  return freezeNode(sorted, 'AND', [...extra, freezeNode([], 'OR', children)]);
}

/** The node that every listing meets. */
export const ANY_LISTING: Criteria = freezeNode([], 'AND', []);

/** The place of a condition within its node. */
export function slotOf(condition: Condition): string {
  return condition.kind === 'range' || condition.kind === 'flag' ? `${condition.kind} ${condition.field}` : condition.kind;
}

function placeOf(slot: string): number {
  return SLOTS.get(slot) ?? SLOTS.size;
}

function freezeNode(conditions: readonly Condition[], operator: Operator, children: readonly Criteria[]): Criteria {
  return Object.freeze({ conditions: deepFreeze([...conditions]), operator, children: Object.freeze([...children]) });
}

/** Freezes plain data to its leaves. What is frozen already is taken to be frozen to its leaves, which keeps a geometry's second use cheap. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}

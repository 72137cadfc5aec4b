import type { Schema } from '../client/api.js';

/** A node of the criteria tree, as the interface reads and writes it. */
export type CriteriaNode = Schema<'Criteria'>;

/** The members on the way to a condition, such as `['unit', 'terrace']`. */
export type ConditionPath = readonly string[];

type Members = Readonly<Record<string, unknown>>;

/** The groups of a node. An address may hold anything: what is no list of nodes has none. */
export function childrenOf({ children, branches }: CriteriaNode): CriteriaNode[] {
  return [children, branches].flatMap((nodes: unknown) => (Array.isArray(nodes) ? nodes.filter(isMembers) : []));
}

/** A member that is to be a list; empty where it is none. */
export function listAt<Item>(members: Members, name: string): readonly Item[] {
  const list = members[name];
  return Array.isArray(list) ? (list as Item[]) : [];
}

/** A member that is to be a number, as a field for numbers takes it; empty where it is none. */
export function numberAt(members: Members, name: string): number | '' {
  const number = members[name];
  return typeof number === 'number' ? number : '';
}

/** The value at a path; undefined where there is none. */
export function valueAt<Value>(node: CriteriaNode, path: ConditionPath): Value | undefined {
  let value: unknown = node;
  for (const name of path) value = isMembers(value) ? value[name] : undefined;
  return (value ?? undefined) as Value | undefined;
}

/** The node with another value at a path; undefined takes it away, and what is empty then goes with it. */
export function withValue(node: CriteriaNode, path: ConditionPath, value: unknown): CriteriaNode {
  return set(isMembers(node) ? node : {}, path, value) ?? {};
}

function set(members: Members, [name, ...rest]: ConditionPath, value: unknown): Members | undefined {
  const inner = members[name!];
  const next = rest.length === 0 ? tidy(value) : set(isMembers(inner) ? inner : {}, rest, value);
  const { [name!]: _, ...others } = members;
  const result = next === undefined ? others : { ...members, [name!]: next };
  return Object.keys(result).length === 0 ? undefined : result;
}

/** Without members and lists that say nothing; undefined where nothing is left. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (!isMembers(value)) return value ?? undefined;
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const kept = tidy(member);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

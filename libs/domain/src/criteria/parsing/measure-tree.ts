import { at, isJsonObject, member } from '../../parsing/json.js';
import type { ViolationList } from '../../parsing/violations.js';
import type { Criteria } from '../criteria.js';
import { CHILDREN_KEYS } from './known-names.js';
import { type CriteriaLimits, DEFAULT_CRITERIA_LIMITS } from './parsing-context.js';
import { sourceNameOf } from './read-lists.js';
import { shapeIdOf } from './read-location.js';

/**
 * Checks depth and number of nodes without recursion, so that whatever reads the tree afterwards may recurse. Answers
 * whether the tree is within the limits. It goes level by level and ends at the first limit it meets.
 */
export function measureTree(
  root: unknown,
  rootPath: string,
  { maxDepth, maxNodes }: CriteriaLimits,
  violations: ViolationList,
): boolean {
  let nodes = 1;
  let level = [{ node: root, path: rootPath }];
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const { node, path } of level) {
      if (depth > maxDepth) {
        violations.add(path, `is nested too deep; at most ${maxDepth} levels are allowed, the root is level 1`);
        return false;
      }
      for (const [key, list] of childLists(node)) {
        nodes += list.length;
        if (nodes > maxNodes) {
          violations.add(rootPath, `has too many nodes; at most ${maxNodes} are allowed`);
          return false;
        }
        list.forEach((child: unknown, place) => next.push({ node: child, path: `${at(path, key)}[${place}]` }));
      }
    }
    level = next;
  }
  return true;
}

/** Whether a canonical tree is within the limits; parsing may add nodes to the caller's own. */
export function isWithin(criteria: Criteria, { maxDepth, maxNodes }: CriteriaLimits): boolean {
  let nodes = 0;
  let depth = 0;
  for (let level: readonly Criteria[] = [criteria]; level.length > 0; level = level.flatMap((node) => node.children)) {
    nodes += level.length;
    depth += 1;
    if (depth > maxDepth || nodes > maxNodes) return false;
  }
  return true;
}

/** The lists of children a node of the caller's tree carries, in either spelling. */
export function childLists(node: unknown): [key: string, list: readonly unknown[]][] {
  if (!isJsonObject(node)) return [];
  return CHILDREN_KEYS.flatMap((key): [string, readonly unknown[]][] => {
    const list = Object.hasOwn(node, key) ? node[key] : undefined;
    return Array.isArray(list) ? [[key, list]] : [];
  });
}

/**
 * The ids of all stored shapes that a caller's advanced criteria name, in lower case, and how often each is named: what
 * to load before parsing. Reads any value without recursion and stops at the limits; what it leaves out, parsing
 * refuses.
 */
export function referencedShapes(
  input: unknown,
  limits: CriteriaLimits = DEFAULT_CRITERIA_LIMITS,
): ReadonlyMap<string, number> {
  return named(input, limits, 'location', ['includedGeoShapeIds', 'excludedGeoShapeIds'], shapeIdOf);
}

/** All sources that they name: domains and ids, in lower case, each once. */
export function referencedSources(input: unknown, limits: CriteriaLimits = DEFAULT_CRITERIA_LIMITS): readonly string[] {
  return [...named(input, limits, 'source', ['included', 'excluded'], sourceNameOf).keys()];
}

/** What the nodes of a caller's tree list under these keys of one of their objects, and how often. */
function named(
  input: unknown,
  limits: CriteriaLimits,
  object: string,
  keys: readonly string[],
  read: (entry: unknown) => string | undefined,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const nodes: unknown[] = [input];
  for (let place = 0; place < nodes.length && place < limits.maxNodes; place += 1) {
    const node = nodes[place];
    const holder = isJsonObject(node) ? member(node, object) : undefined;
    for (const key of keys) {
      const list = isJsonObject(holder) ? member(holder, key) : undefined;
      if (!Array.isArray(list)) continue;
      for (const entry of list.slice(0, limits.maxSetSize)) {
        const name = read(entry);
        if (name !== undefined) found.set(name, (found.get(name) ?? 0) + 1);
      }
    }
    for (const [, list] of childLists(node)) nodes.push(...list.slice(0, limits.maxNodes));
  }
  return found;
}

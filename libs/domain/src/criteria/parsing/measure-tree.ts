import type { CriteriaLimits } from '../limits.js';
import type { Criteria } from '../criteria.js';
import { at, isJsonObject } from './json.js';
import type { Problems } from './problems.js';

/** The two spellings of a node's children. */
export const CHILDREN_KEYS = ['children', 'branches'] as const;

/**
 * Checks depth and number of nodes without recursion, so that whatever reads the tree afterwards may recurse. Answers whether the tree
 * is within the limits. The walk goes level by level and ends at the first limit it meets.
 */
export function measureTree(
  root: unknown,
  rootPath: string,
  { maxDepth, maxNodes }: CriteriaLimits,
  problems: Problems,
): boolean {
  let nodes = 1;
  let level = [{ node: root, path: rootPath }];
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const { node, path } of level) {
      if (depth > maxDepth) {
        problems.add(path, `is nested too deep; at most ${maxDepth} levels are allowed, the root is level 1`);
        return false;
      }
      for (const [key, list] of childLists(node)) {
        nodes += list.length;
        if (nodes > maxNodes) {
          problems.add(rootPath, `has too many nodes; at most ${maxNodes} are allowed`);
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

/** Whether a parsed JSON value nests more than `levels` deep (a scalar is 0 levels, `[]` and `{}` are 1). Needs no recursion, so it is safe on anything. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let depth = 0;
  for (let level: unknown[] = [value]; ; depth += 1) {
    const containers = level.filter((inner) => typeof inner === 'object' && inner !== null);
    if (containers.length === 0) return false;
    if (depth >= levels) return true;
    level = containers.flatMap((container): unknown[] => Object.values(container));
  }
}

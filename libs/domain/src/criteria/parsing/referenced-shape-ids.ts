import { DEFAULT_CRITERIA_LIMITS, type CriteriaLimits } from '../limits.js';
import { isJsonObject, member } from './json.js';
import { childLists } from './measure-tree.js';
import { shapeIdOf } from './read-shapes.js';

/**
 * The ids of all stored shapes that a caller's advanced criteria name, in lower case, each once: what to load before parsing. Reads any value
 * without recursion and stops at the limits; what it leaves out, parsing refuses.
 */
export function referencedShapeIds(
  input: unknown,
  limits: CriteriaLimits = DEFAULT_CRITERIA_LIMITS,
): readonly string[] {
  const ids = new Set<string>();
  const nodes: unknown[] = [input];
  for (let place = 0; place < nodes.length && place < limits.maxNodes; place += 1) {
    const node = nodes[place];
    const location = isJsonObject(node) ? member(node, 'location') : undefined;
    for (const key of ['includedGeoShapeIds', 'excludedGeoShapeIds']) {
      const list = isJsonObject(location) ? member(location, key) : undefined;
      if (!Array.isArray(list)) continue;
      for (const entry of list.slice(0, limits.maxSetSize)) {
        const id = shapeIdOf(entry);
        if (id !== undefined) ids.add(id);
      }
    }
    for (const [, list] of childLists(node)) nodes.push(...list.slice(0, limits.maxNodes));
  }
  return [...ids];
}

import { FLAG_FIELDS, RANGE_FIELDS, type Condition, type RangeCondition, type RangeField } from '../criteria.js';
import { FIELD_GROUPS, FLAG_FIELD_TABLE, RANGE_FIELD_TABLE, type FieldPath } from '../fields.js';
import { at, isJsonObject, member, readObject, refuseUnknownKeys, type JsonObject } from './json.js';
import { GROUP_KEYS, MEANT_IN_A_NODE } from './known-names.js';
import type { Problems } from './problems.js';
import { readFlag } from './read-flag.js';
import { RANGE_KEYS, readBounds, readRange } from './read-range.js';

/** Reads every range and flag of a node, from each of the places the field tables name. */
export function readFields(node: JsonObject, path: string, problems: Problems): Condition[] {
  const groups = new Map<string, JsonObject>();
  for (const name of FIELD_GROUPS) {
    const group = readObject(member(node, name), at(path, name), `{"${[...GROUP_KEYS[name]][0]}": {…}}`, problems);
    if (group === undefined) continue;
    refuseUnknownKeys(group, GROUP_KEYS[name], at(path, name), problems, MEANT_IN_A_NODE);
    groups.set(name, group);
  }
  const ranges = RANGE_FIELDS.map((field) => readRangeField(field, node, groups, path, problems));
  const flags = FLAG_FIELDS.map((field) => {
    const { key, value } = look(FLAG_FIELD_TABLE[field].paths[0], node, groups);
    return readFlag(field, value, at2(path, key), problems);
  });
  return [...ranges, ...flags].filter((condition) => condition !== undefined);
}

function readRangeField(field: RangeField, node: JsonObject, groups: ReadonlyMap<string, JsonObject>, path: string, problems: Problems): RangeCondition | undefined {
  let first: string | undefined;
  let found: RangeCondition | undefined;
  for (const fieldPath of RANGE_FIELD_TABLE[field].paths) {
    const { key, value } = look(fieldPath, node, groups);
    const sharesObject = fieldPath.length === 1 && groups.has(fieldPath[0]);
    const place = at2(path, key);
    const range = sharesObject && isJsonObject(value) ? readBounds(field, value, place, problems) : readRange(field, value, place, problems);
    if (!isStated(value)) continue;
    if (first !== undefined) problems.add(sharesObject ? at(place, statedKey(value)) : place, `says the same as ${first}; give only one of them`);
    first ??= key.join('.');
    found ??= range;
  }
  return found;
}

/** Where a field is given in this node. A group of the wrong type was refused before and holds nothing. */
function look(fieldPath: FieldPath, node: JsonObject, groups: ReadonlyMap<string, JsonObject>): { key: FieldPath; value: unknown } {
  const [head, inner] = fieldPath;
  if (inner !== undefined) {
    const group = groups.get(head);
    return { key: fieldPath, value: group && member(group, inner) };
  }
  const isGroup = FIELD_GROUPS.some((name) => name === head);
  return { key: fieldPath, value: isGroup ? groups.get(head) : member(node, head) };
}

/** Whether an object says something of a range. An empty one in a second place is no second spelling. */
function isStated(value: unknown): value is JsonObject {
  return isJsonObject(value) && [...RANGE_KEYS].some((key) => member(value, key) !== undefined);
}

function statedKey(value: JsonObject): string {
  return [...RANGE_KEYS].find((key) => member(value, key) !== undefined) as string;
}

function at2(path: string, keys: readonly string[]): string {
  return keys.reduce(at, path);
}

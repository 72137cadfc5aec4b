import { FLAG_FIELDS, RANGE_FIELDS, type Condition, type RangeCondition, type RangeField } from '../criteria.js';
import { FIELD_GROUPS, FLAG_FIELD_TABLE, RANGE_FIELD_TABLE, type FieldPath } from '../fields.js';
import { at, isJsonObject, member, readObject, refuseUnknownKeys, type JsonObject } from './json.js';
import { GROUP_KEYS, MEANT_IN_A_NODE } from './known-names.js';
import type { Problems } from './problems.js';
import { readFlag } from './read-flag.js';
import { RANGE_KEYS, readBounds, readRange } from './read-range.js';

/** Reads every range and flag of a node, from each of the places the field tables name. */
export function readFields(node: JsonObject, path: string, problems: Problems): Condition[] {
  const groups = readGroups(node, path, problems);
  const conditions: (Condition | undefined)[] = [];
  for (const field of RANGE_FIELDS) conditions.push(readRangeField(field, node, groups, path, problems));
  for (const field of FLAG_FIELDS) {
    for (const fieldPath of FLAG_FIELD_TABLE[field].paths) {
      const value = look(fieldPath, node, groups);
      if (value !== undefined) conditions.push(readFlag(field, value, fieldPath.reduce(at, path), problems));
    }
  }
  return conditions.filter((condition) => condition !== undefined);
}

function readGroups(node: JsonObject, path: string, problems: Problems): ReadonlyMap<string, JsonObject> {
  const groups = new Map<string, JsonObject>();
  for (const name of FIELD_GROUPS) {
    const value = member(node, name);
    if (value === undefined) continue;
    const group = readObject(value, at(path, name), `{"${[...GROUP_KEYS[name]][0]}": {…}}`, problems);
    if (group === undefined) continue;
    refuseUnknownKeys(group, GROUP_KEYS[name], at(path, name), problems, MEANT_IN_A_NODE);
    groups.set(name, group);
  }
  return groups;
}

function readRangeField(
  field: RangeField,
  node: JsonObject,
  groups: ReadonlyMap<string, JsonObject>,
  path: string,
  problems: Problems,
): RangeCondition | undefined {
  let first: string | undefined;
  let found: RangeCondition | undefined;
  for (const fieldPath of RANGE_FIELD_TABLE[field].paths) {
    const value = look(fieldPath, node, groups);
    if (value === undefined) continue;
    const place = fieldPath.reduce(at, path);
    // A group that is itself a range holds other fields too; its keys were checked as a group's.
    const isGroup = fieldPath.length === 1 && groups.has(fieldPath[0]);
    const range =
      isGroup && isJsonObject(value)
        ? readBounds(field, value, place, problems)
        : readRange(field, value, place, problems);
    const stated = statedKey(value);
    if (stated === undefined) continue;
    if (first !== undefined)
      problems.add(isGroup ? at(place, stated) : place, `says the same as ${first}; give only one of them`);
    first ??= fieldPath.join('.');
    found ??= range;
  }
  return found;
}

/** What is given at a field's path in this node. A group of the wrong type was refused before and holds nothing. */
function look([head, inner]: FieldPath, node: JsonObject, groups: ReadonlyMap<string, JsonObject>): unknown {
  const group = groups.get(head);
  if (inner !== undefined) return group && member(group, inner);
  return group ?? (FIELD_GROUPS.some((name) => name === head) ? undefined : member(node, head));
}

/** The first key that says something of a range; an empty object in a second place is no second spelling. */
function statedKey(value: unknown): string | undefined {
  return isJsonObject(value) ? [...RANGE_KEYS].find((key) => member(value, key) !== undefined) : undefined;
}

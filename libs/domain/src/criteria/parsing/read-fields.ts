import {
  at,
  isJsonObject,
  type JsonObject,
  member,
  readBoolean,
  readObject,
  refuseUnknownKeys,
  show,
} from '../../parsing/json.js';
import { MOMENT_FORMS, parseMoment } from '../../listing/parse-moment.js';
import type { ViolationList } from '../../parsing/violations.js';
import {
  type Condition,
  FLAG_FIELDS,
  type FlagCondition,
  type FlagField,
  MOMENT_FIELDS,
  RANGE_FIELDS,
  type RangeCondition,
  type RangeField,
} from '../criteria.js';
import { FIELD_GROUPS, type FieldPath, FLAG_FIELD_TABLE, RANGE_FIELD_TABLE } from '../fields.js';
import { GROUP_KEYS, MEANT_IN_A_NODE, RANGE_KEYS } from './known-names.js';

/** Reads every range and flag of a node, from each of the places the field tables name. */
export function readFields(node: JsonObject, path: string, violations: ViolationList): Condition[] {
  const groups = readGroups(node, path, violations);
  const conditions: (Condition | undefined)[] = [];
  for (const field of RANGE_FIELDS) conditions.push(...readRangeField(field, node, groups, path, violations));
  for (const field of FLAG_FIELDS) {
    for (const fieldPath of FLAG_FIELD_TABLE[field].paths) {
      const value = look(fieldPath, node, groups);
      if (value !== undefined) conditions.push(readFlag(field, value, fieldPath.reduce(at, path), violations));
    }
  }
  return conditions.filter((condition) => condition !== undefined);
}

function readGroups(node: JsonObject, path: string, violations: ViolationList): ReadonlyMap<string, JsonObject> {
  const groups = new Map<string, JsonObject>();
  for (const name of FIELD_GROUPS) {
    const value = member(node, name);
    if (value === undefined) continue;
    const group = readObject(value, at(path, name), `{"${[...GROUP_KEYS[name]][0]}": {…}}`, violations);
    if (group === undefined) continue;
    refuseUnknownKeys(group, GROUP_KEYS[name], at(path, name), violations, MEANT_IN_A_NODE);
    groups.set(name, group);
  }
  return groups;
}

/** A range at each place of its field; all hold. Only a group read as a range says the same as its own member. */
function readRangeField(
  field: RangeField,
  node: JsonObject,
  groups: ReadonlyMap<string, JsonObject>,
  path: string,
  violations: ViolationList,
): RangeCondition[] {
  let first: string | undefined;
  const found: (RangeCondition | undefined)[] = [];
  for (const fieldPath of RANGE_FIELD_TABLE[field].paths) {
    const value = look(fieldPath, node, groups);
    if (value === undefined) continue;
    const place = fieldPath.reduce(at, path);
    // A group that is itself a range holds other fields too; its keys were checked as a group's.
    const group = fieldPath.length === 1 && groups.has(fieldPath[0]) && isJsonObject(value) ? value : undefined;
    found.push(group ? readBounds(field, group, place, violations) : readRange(field, value, place, violations));
    const stated = statedKey(value);
    if (stated === undefined) continue;
    if (first !== undefined && group)
      violations.add(at(place, stated), `says the same as ${first}; give only one of them`);
    first ??= fieldPath.join('.');
  }
  return found.filter((range) => range !== undefined);
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

/** Reads a range whose keys are all its own. No bound is no condition. */
export function readRange(
  field: RangeField,
  value: unknown,
  path: string,
  violations: ViolationList,
  elsewhere?: ReadonlyMap<string, string>,
): RangeCondition | undefined {
  const example = MOMENT_FIELDS.has(field) ? '{"min": "2026-03-01"}' : '{"min": 1, "max": 2}';
  const object = readObject(value, path, example, violations);
  if (object === undefined) return undefined;
  refuseUnknownKeys(object, RANGE_KEYS, path, violations, elsewhere);
  return readBounds(field, object, path, violations);
}

/** Reads the bounds of a range from an object that may hold other things as well. */
export function readBounds(
  field: RangeField,
  object: JsonObject,
  path: string,
  violations: ViolationList,
): RangeCondition | undefined {
  const mixed =
    ['min', 'max'].some((key) => member(object, key) !== undefined) &&
    ['gte', 'lte'].find((key) => member(object, key) !== undefined);
  if (mixed)
    violations.add(at(path, mixed), 'is another spelling of min and max; use either min and max or gte and lte');
  const [lower, upper] =
    member(object, 'gte') === undefined && member(object, 'lte') === undefined ? ['min', 'max'] : ['gte', 'lte'];
  const read = MOMENT_FIELDS.has(field) ? readMomentBound : readBound;
  const min = read(member(object, lower), at(path, lower), violations, 'from');
  const max = read(member(object, upper), at(path, upper), violations, 'to');
  const allowNull = readBoolean(member(object, 'allowNull'), at(path, 'allowNull'), violations) ?? false;
  if (min === undefined && max === undefined) return undefined;
  if (min !== undefined && max !== undefined && min > max)
    return violations.add(
      at(path, lower),
      `must not be above ${upper}, got ${shown(member(object, lower))} and ${shown(member(object, upper))}`,
    );
  return { kind: 'range', field, min: min ?? null, max: max ?? null, allowNull };
}

/** Any finite number bounds any field, whole numbers too: `rooms` of at least 2.5 are 3 or more. */
function readBound(value: unknown, path: string, violations: ViolationList): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number') return violations.add(path, `expects a number, got ${show(value)}`);
  if (!Number.isFinite(value)) return violations.add(path, `expects a finite number, got ${show(value)}`);
  return value === 0 ? 0 : value; // -0 is 0
}

/** As other dates of the interface: an instant, or a bare date for the whole UTC day. In epoch milliseconds. */
function readMomentBound(
  value: unknown,
  path: string,
  violations: ViolationList,
  side: 'from' | 'to',
): number | undefined {
  if (value === undefined) return undefined;
  const moment = typeof value === 'string' ? parseMoment(value) : undefined;
  // Listings state milliseconds: the last microsecond of a day is beyond its last millisecond.
  if (moment !== undefined) return Math.floor(Date.parse(moment[side]));
  return violations.add(path, `expects ${MOMENT_FORMS}, got ${show(value)}`);
}

const shown = (bound: unknown): string => (typeof bound === 'string' ? bound : String(bound));

const FLAG_KEYS: ReadonlySet<string> = new Set(['value', 'allowNull']);

/** Reads a flag `{value, allowNull}`. No value is no condition. */
export function readFlag(
  field: FlagField,
  given: unknown,
  path: string,
  violations: ViolationList,
): FlagCondition | undefined {
  const object = readObject(given, path, '{"value": true}', violations);
  if (object === undefined) return undefined;
  refuseUnknownKeys(object, FLAG_KEYS, path, violations);
  const value = readBoolean(member(object, 'value'), at(path, 'value'), violations);
  const allowNull = readBoolean(member(object, 'allowNull'), at(path, 'allowNull'), violations) ?? false;
  return value === undefined ? undefined : { kind: 'flag', field, value, allowNull };
}

import { shorten } from './shorten.js';
import { explainUnknownKey } from './suggest.js';
import type { ViolationList } from './violations.js';

/**
 * An object of unknown content. Read it only through `member`: inherited names such as `constructor` are not the
 * caller's.
 */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether the value is an object in the sense of JSON: no list, and no Map or Date, which would say nothing. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && isPlain(value);
}

/** Also of another realm, whose `Object.prototype` is another one: what inherits from nothing further. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** An own member; null counts as absent. */
export function member(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? (object[key] ?? undefined) : undefined;
}

/** An own member that says something: an empty list, as serializers fill it in, counts as absent too. */
export function filledMember(object: JsonObject, key: string): unknown {
  const value = member(object, key);
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

/**
 * Path of a member; the root of classic filters has the empty path. A key of the caller's own making has to be
 * shortened before.
 */
export function at(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** The object at a path; undefined when absent or, with a violation, when it is something else. */
export function readObject(
  value: unknown,
  path: string,
  example: string,
  violations: ViolationList,
): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (isJsonObject(value)) return value;
  return violations.add(path, `expects an object such as ${example}, got ${show(value)}`);
}

/** Refuses every key that is not known here: a filter is never silently ignored. */
export function refuseUnknownKeys(
  object: JsonObject,
  known: ReadonlySet<string>,
  path: string,
  violations: ViolationList,
  elsewhere?: ReadonlyMap<string, string>,
): void {
  for (const key of Object.keys(object)) {
    if (violations.isFull) return;
    if (!known.has(key)) violations.add(at(path, shorten(key)), explainUnknownKey(key, known, elsewhere));
  }
}

/** A list with at least one and at most `max` entries; undefined when absent or, with a violation, when it is not. */
export function readList(
  value: unknown,
  path: string,
  max: number,
  violations: ViolationList,
): readonly unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return violations.add(path, `expects a list, got ${show(value)}`);
  if (value.length === 0) return violations.add(path, 'expects at least one entry; leave it out where anything goes');
  if (value.length > max) return violations.add(path, `has ${value.length} entries; at most ${max} are allowed`);
  return value as readonly unknown[];
}

/** true or false; undefined when absent or, with a violation, when it is something else. */
export function readBoolean(value: unknown, path: string, violations: ViolationList): boolean | undefined {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined;
  return violations.add(path, `expects true or false, got ${show(value)}`);
}

/** A caller's value as a message may repeat it: short, one line, well-formed. */
export function show(value: unknown): string {
  if (typeof value === 'string') return `"${shorten(value)}"`;
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return isPlain(value) ? 'an object' : `${classOf(value)}, which is no plain object`;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return shorten(String(value));
  return `a ${typeof value}`;
}

function classOf(value: object): string {
  const { constructor } = value as { constructor?: unknown };
  const name = typeof constructor === 'function' ? constructor.name : '';
  return name === '' ? 'an object of a class' : `an object of the class ${shorten(name)}`;
}

import type { Problems } from './problems.js';
import { shorten, show } from './show.js';
import { explainUnknownKey } from './suggest.js';

/** An object of unknown content. Read it only through `member`: inherited names such as `constructor` are not the caller's. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether the value is an object in the sense of JSON. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member; null counts as absent. */
export function member(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? (object[key] ?? undefined) : undefined;
}

/** Path of a member; the root of classic filters has the empty path. A key of the caller's own making has to be shortened before. */
export function at(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** The object at a path; undefined when absent or, with a violation, when it is something else. */
export function readObject(value: unknown, path: string, example: string, problems: Problems): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (isJsonObject(value)) return value;
  return problems.add(path, `expects an object such as ${example}, got ${show(value)}`);
}

/** Refuses every key that is not known here: a filter is never silently ignored. */
export function refuseUnknownKeys(
  object: JsonObject,
  known: ReadonlySet<string>,
  path: string,
  problems: Problems,
  elsewhere?: ReadonlyMap<string, string>,
): void {
  for (const key of Object.keys(object)) {
    if (problems.full) return;
    if (!known.has(key)) problems.add(at(path, shorten(key)), explainUnknownKey(key, known, elsewhere));
  }
}

/** A list with at least one and at most `max` entries; undefined when absent or, with a violation, when it is not. */
export function readList(
  value: unknown,
  path: string,
  max: number,
  problems: Problems,
): readonly unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return problems.add(path, `expects a list, got ${show(value)}`);
  if (value.length === 0) return problems.add(path, 'expects at least one entry; leave it out where anything goes');
  if (value.length > max) return problems.add(path, `has ${value.length} entries; at most ${max} are allowed`);
  return value as readonly unknown[];
}

/** true or false; undefined when absent or, with a violation, when it is something else. */
export function readBoolean(value: unknown, path: string, problems: Problems): boolean | undefined {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined;
  return problems.add(path, `expects true or false, got ${show(value)}`);
}

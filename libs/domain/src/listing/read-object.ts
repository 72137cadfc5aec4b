import { complain, kindOf, type Notes, type Reader } from './feed-readers.js';
import { unknownName } from './unknown-name.js';

/** One reader per member of T: a new member does not compile until it has one. */
export type ReadersOf<T> = { readonly [K in keyof Required<T>]: Reader<NonNullable<T[K]>> };

/**
 * Makes the reader of an object whose members `readers` knows. Null members are absent ones, unknown ones are noted
 * by their dotted name, and an object in which nothing is stated is the same as none. `prefix` is the dotted path of
 * the object with its dot, '' for the line itself.
 */
export function objectOf<T extends object>(
  prefix: string,
  readers: ReadersOf<T>,
  readElsewhere: readonly string[] = [],
): Reader<T> {
  // A Map, not an object: a member named "constructor" or "__proto__" is then unknown like any other.
  const members = new Map<string, { path: string; read: Reader<unknown> | null }>();
  for (const [name, read] of Object.entries<Reader<unknown>>(readers)) members.set(name, { path: prefix + name, read });
  for (const name of readElsewhere) members.set(name, { path: prefix + name, read: null });

  return (value, path, notes: Notes) => {
    if (!isObject(value)) return complain(notes, path, `expects an object, got ${kindOf(value)}`);
    const found: Record<string, unknown> = {};
    let stated = false;
    for (const name of Object.keys(value)) {
      const member = members.get(name);
      if (member === undefined) {
        notes.unknownFields.push(prefix + unknownName(name));
        continue;
      }
      const raw = value[name];
      if (member.read === null || raw === null || raw === undefined) continue;
      const read = member.read(raw, member.path, notes);
      if (read === undefined) continue;
      found[name] = read;
      stated = true;
    }
    return stated ? (found as T) : undefined;
  };
}

/** Whether a JSON value is an object and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

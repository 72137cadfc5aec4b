import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { nearestName, type Parsed, type Violation } from '@gable/domain/criteria';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { isReadByService } from '../criteria/is-criteria.js';
import { invalid, MAX_VIOLATIONS } from './problem.js';

/** Reads query parameters (or a flat body) into the class declared for them; refuses what the class does not know. */
export class ReadRequest implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (!metatype || (type !== 'query' && type !== 'body') || isReadByService(metatype)) return value;
    if (namesOf(metatype).length === 0) return value;
    const read = readInto(metatype as new () => object, (value ?? {}) as Record<string, unknown>);
    if (!read.ok) throw invalid(read.violations);
    return read.value;
  }
}

/**
 * Makes an instance of a class with class-validator decorators from plain values. null stands for absent. Keys are
 * compared with the class's own list: class-validator's whitelist lets names through that every object inherits, such
 * as "constructor".
 */
export function readInto<T extends object>(
  type: new () => T,
  plain: Readonly<Record<string, unknown>>,
  path = '',
): Parsed<T> {
  const names = namesOf(type);
  const violations: Violation[] = [];
  const instance = new type();
  for (const [key, value] of Object.entries(plain)) {
    if (names.includes(key)) {
      if (value !== null && value !== undefined) Object.assign(instance, { [key]: value });
    } else if (violations.length < MAX_VIOLATIONS) {
      violations.push(unknownKey(key, names, path));
    }
  }
  violations.push(...validateSync(instance, { stopAtFirstError: true }).flatMap((error) => violationsOf(error, path)));
  return violations.length > 0 ? { ok: false, violations } : { ok: true, value: instance };
}

/**
 * The same where callers say the same again and again: what was right once is read from memory, which takes less than
 * validating it anew.
 */
export function readRepeated<T extends object>(
  type: new () => T,
  plain: Readonly<Record<string, unknown>>,
  path = '',
): Parsed<Readonly<T>> {
  const text = JSON.stringify(plain);
  const known = RIGHT.get(type)?.get(text) as Parsed<T> | undefined;
  if (known !== undefined) return known;
  const read = readInto(type, plain, path);
  if (read.ok && text.length <= LONGEST_REPEATED) keepRight(type, text, Object.freeze(read.value));
  return read;
}

const RIGHT = new WeakMap<object, Map<string, Parsed<object>>>();
const MOST_REPEATED = 1_000;
const LONGEST_REPEATED = 200;

function keepRight(type: object, text: string, value: object): void {
  const texts = RIGHT.get(type) ?? new Map<string, Parsed<object>>();
  RIGHT.set(type, texts.set(text, { ok: true, value }));
  if (texts.size > MOST_REPEATED) texts.delete(texts.keys().next().value!); // the oldest
}

export function unknownKey(key: string, names: readonly string[], path: string): Violation {
  const nearest = nearestName(key, names);
  const hint = nearest
    ? `did you mean "${nearest}"?`
    : names.length > 0
      ? `known here: ${names.join(', ')}`
      : 'nothing is known here';
  return { propertyPath: joinPath(path, shortKey(key)), message: `is unknown; ${hint}` };
}

/** Names of a class's decorated members; looked up once, since class-validator goes through all classes for it. */
export function namesOf(type: abstract new (...values: never[]) => unknown): readonly string[] {
  const known = NAMES.get(type);
  if (known !== undefined) return known;
  const metadata = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const names = [...new Set(metadata.map(({ propertyName }) => propertyName))];
  NAMES.set(type, names);
  return names;
}

const NAMES = new WeakMap<object, readonly string[]>();

function violationsOf({ property, constraints }: ValidationError, path: string): Violation[] {
  return Object.values(constraints ?? {}).map((message) => ({ propertyPath: joinPath(path, property), message }));
}

/** What a caller made up may be long or unprintable. */
function shortKey(key: string): string {
  return key.slice(0, 40).replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '') + (key.length > 40 ? '…' : '');
}

function joinPath(path: string, key: string): string {
  return path ? `${path}.${key}` : key;
}

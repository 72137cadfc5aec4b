import { isUtf8 } from 'node:buffer';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { invalid, Problem } from './problem.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads the bytes of a body as one JSON object. The parser of the server hands the bytes through unread, so that this
 * happens behind the key guard: a stranger's body costs nothing.
 */
export class JsonBody implements PipeTransform {
  transform(value: unknown, { type }: ArgumentMetadata): unknown {
    return type === 'body' ? readJsonObject(value) : value;
  }
}

export function readJsonObject(bytes: unknown): JsonObject {
  if (!(bytes instanceof Buffer) || bytes.length === 0)
    throw new Problem('malformed-request', 'A JSON object is expected as the body.');
  const value = parse(bytes);
  checkNesting(value);
  if (!isJsonObject(value)) throw invalid([{ propertyPath: '', message: 'expects a JSON object as the body' }]);
  return value;
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Problem('malformed-request', 'The body is not UTF-8.');
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Problem('malformed-request', `The body is not JSON: ${(error as Error).message.slice(0, 200)}`, {
      cause: error,
    });
  }
}

/** Goes no deeper than it allows: what comes later may recurse without a bound, and must never see a bomb. */
function checkNesting(value: unknown, depth = 0, path = ''): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_JSON_DEPTH)
    throw invalid([{ propertyPath: path, message: `is nested deeper than ${MAX_JSON_DEPTH} levels` }]);
  if (Array.isArray(value)) {
    for (const entry of value) checkNesting(entry, depth + 1, path);
    return;
  }
  if (Object.hasOwn(value, '__proto__'))
    throw new Problem('malformed-request', 'The body may not have a key "__proto__".');
  const object = value as JsonObject;
  for (const key of Object.keys(object)) checkNesting(object[key], depth + 1, depth === 0 ? key : path);
}

/**
 * Far beyond what the limits of a criteria tree (checked with their own message) can need, far below what overflows a
 * stack.
 */
const MAX_JSON_DEPTH = 256;

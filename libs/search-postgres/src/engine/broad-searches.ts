import type { CompiledSql } from './compile-to-sql.js';

/** Searches that are remembered. Long ones, such as drawn areas, are not. */
const MOST = 1_000;
const LONGEST_TEXT = 2_000;
const LONGEST_LIST = 50;

/**
 * Remembers criteria that met more than a narrow look takes, so that their next pages, and the next to ask for the
 * same, do without one. What is remembered may have become narrow since: then the answer takes as long as for others.
 */
export class BroadSearches {
  private readonly keys = new Set<string>();

  has(found: CompiledSql): boolean {
    const key = keyOf(found);
    return key !== null && this.keys.has(key);
  }

  add(found: CompiledSql): void {
    const key = keyOf(found);
    if (key === null) return;
    this.keys.add(key);
    if (this.keys.size > MOST) this.keys.delete(this.keys.values().next().value!); // the oldest
  }
}

function keyOf({ text, parameters }: CompiledSql): string | null {
  if (text.length > LONGEST_TEXT) return null;
  if (parameters.some(isLong)) return null;
  return `${text} ${JSON.stringify(parameters)}`;
}

/** A drawn area is bytes: as text they would be many times as long. */
function isLong(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > LONGEST_LIST;
  return (typeof value === 'string' || Buffer.isBuffer(value)) && value.length > LONGEST_TEXT;
}

import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';

const NAMES = new Map<string, string>();

/**
 * Marks a statement that runs again and again with the same text: each connection reads it once, and plans it once for
 * all values where that plan is as good. For constants of the code, and for few others: a connection keeps what it has
 * read.
 */
export function prepared(text: string): string {
  NAMES.set(text, `gable_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`);
  return text;
}

/** The statement as the driver takes it, under its name where it is marked. */
export function namedQuery(text: string, parameters: readonly unknown[]): QueryConfig {
  const name = NAMES.get(text);
  const values = parameters as unknown[];
  return name === undefined ? { text, values } : { name, text, values };
}

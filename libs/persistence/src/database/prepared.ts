import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';

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

/** The rows of a statement, sent under its name where it is marked. */
export async function rowsFrom<Row extends object>(
  client: PoolClient,
  text: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const values = parameters as unknown[];
  const name = NAMES.get(text);
  if (name === undefined) return (await client.query<Row>(text, values)).rows;
  await renewPlans(client);
  return (await client.query<Row>({ name, text, values })).rows;
}

/** Connections whose statements were planned, and since when their plans hold. */
const PLANNED_SINCE = new WeakMap<PoolClient, number>();
const PLANS_HOLD_MS = 15_000;

/**
 * A plan made for a table that was all but empty reads it whole, until the server has looked at the table again: a
 * minute in which a feed may write a million rows. So no plan gets old.
 */
async function renewPlans(client: PoolClient): Promise<void> {
  const now = performance.now();
  const since = PLANNED_SINCE.get(client);
  if (since !== undefined && now - since < PLANS_HOLD_MS) return;
  PLANNED_SINCE.set(client, now);
  if (since !== undefined) await client.query('discard plans');
}

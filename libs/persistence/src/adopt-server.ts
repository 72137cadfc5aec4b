import {
  DELETE_ORIGIN,
  INSERT_ORIGIN,
  RESTAMP,
  SELECT_ORIGIN,
  SELECT_SERVER,
} from './statements/transaction-origin.js';
/** Runs one statement of a transaction. */
type RunStatement = (text: string, parameters?: readonly unknown[]) => Promise<unknown>;

/**
 * Makes a database that was restored from another server this server's own: transaction ids, by which queues and alerts
 * are compared, are counted by each server for itself. Changes that still wait are matched by every alert that is
 * there.
 */
export async function adoptServer(run: RunStatement): Promise<void> {
  const [here] = (await run(SELECT_SERVER)) as { id: string }[];
  const origins = (await run(SELECT_ORIGIN)) as { id: string }[];
  if (origins.length > 0 && origins[0]!.id === here!.id) return;
  if (origins.length > 0) for (const statement of RESTAMP) await run(statement);
  await run(DELETE_ORIGIN);
  await run(INSERT_ORIGIN, [here!.id]);
}

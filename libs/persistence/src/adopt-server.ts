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
  const { here, origin } = await readOrigin(run);
  if (origin === here) return;
  if (origin !== null) for (const statement of RESTAMP) await run(statement);
  await run(DELETE_ORIGIN);
  await run(INSERT_ORIGIN, [here]);
}

/** Whether the database is this server's own already. */
export async function isAdopted(run: RunStatement): Promise<boolean> {
  const { here, origin } = await readOrigin(run);
  return origin === here;
}

async function readOrigin(run: RunStatement): Promise<{ here: string; origin: string | null }> {
  const [here] = (await run(SELECT_SERVER)) as { id: string }[];
  const [origin] = (await run(SELECT_ORIGIN)) as { id: string }[];
  return { here: here!.id, origin: origin?.id ?? null };
}

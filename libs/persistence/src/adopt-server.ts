/** Runs one statement of a transaction. */
type RunStatement = (text: string, parameters?: readonly unknown[]) => Promise<unknown>;

/**
 * Makes a database that was dumped from one server and restored on another this server's own. Queues and alerts are
 * compared by transaction ids, which each server counts for itself: left as they are, changes would wait behind the
 * fence, and alerts take every new change for one from before they were made. Changes that still wait are walked by
 * every alert that is there.
 */
export async function adoptServer(run: RunStatement): Promise<void> {
  const [here] = (await run('select system_identifier::text as id from pg_control_system()')) as { id: string }[];
  const origins = (await run('select system_identifier as id from transaction_origin')) as { id: string }[];
  if (origins.length > 0 && origins[0]!.id === here!.id) return;
  if (origins.length > 0) for (const statement of RESTAMP) await run(statement);
  await run('delete from transaction_origin');
  await run('insert into transaction_origin values ($1)', [here!.id]);
}

// 3 is the first ordinary transaction id: a snapshot that has seen nothing.
const RESTAMP = [
  'update listing_change set xid = pg_current_xact_id()',
  `update alert set xid = pg_current_xact_id(), active_since = '3:3:'`,
  'update market_rollup_month set fence = pg_current_xact_id()',
];

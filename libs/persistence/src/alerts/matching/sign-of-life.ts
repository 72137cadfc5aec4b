import type { PoolClient } from 'pg';
import type { Database } from '../../database/database.js';
import { LOCKS } from '../../database/advisory-locks.js';
import { REGISTER_WORKER } from '../statements/shards.js';

/** A connection that nobody else uses, and with it the registration of one worker. */
export interface SignOfLife {
  readonly workerId: number;
  /** False once the connection is lost: others take this worker for dead. */
  isHeld(): boolean;
  /** Ends the registration in order. */
  end(): Promise<void>;
}

/**
 * Registers a worker: a row, and a lock of its session on the row's number. A killed process loses it with its
 * connection, at once.
 */
export async function giveSignOfLife(database: Database): Promise<SignOfLife> {
  const { client, giveBack } = await database.takeSession();
  let held = true;
  const lose = () => {
    held = false;
  };
  client.on('error', lose).on('end', lose);
  const workerId = await register(client).catch((error: unknown) => {
    giveBack();
    throw error;
  });
  return {
    workerId,
    isHeld: () => held,
    async end() {
      // fails where the connection is lost by now, and the lock with it
      if (held) await client.query('select pg_advisory_unlock($1, $2)', [LOCKS.workerLife, workerId]).catch(() => {});
      held = false;
      client.off('end', lose);
      giveBack();
      client.off('error', lose); // the pool listens now
    },
  };
}

/** The lock is held before the row is to be seen: a row without its lock is that of a dead worker. */
async function register(client: PoolClient): Promise<number> {
  await client.query('begin');
  const { rows } = await client.query<{ id: number }>(REGISTER_WORKER);
  await client.query('select pg_advisory_lock($1, $2)', [LOCKS.workerLife, rows[0]!.id]);
  await client.query('commit');
  return rows[0]!.id;
}

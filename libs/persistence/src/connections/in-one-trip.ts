import type pg from 'pg';

/**
 * Sends the statements that `ask` begins one behind the other, without waiting for answers in between, and waits for
 * all of them. Each is a statement of its own: one that fails does not keep those behind it from being run.
 */
export async function inOneTrip(
  client: pg.PoolClient,
  ask: () => readonly Promise<pg.QueryResult>[],
): Promise<PromiseSettledResult<pg.QueryResult>[]> {
  const connection = client as pg.PoolClient & { pipeline: boolean }; // pg's own switch, which its types leave out
  connection.pipeline = true;
  try {
    return await Promise.allSettled(ask());
  } finally {
    connection.pipeline = false; // a COPY, later, takes the connection for itself
  }
}

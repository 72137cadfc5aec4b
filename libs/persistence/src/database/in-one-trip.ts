import type pg from 'pg';

/**
 * Sends the statements that `ask` begins one behind the other, without waiting for answers in between, and waits for
 * all of them. Each is a statement of its own: one that fails does not keep those behind it from being run.
 */
export async function inOneTrip<T extends readonly unknown[]>(
  client: pg.PoolClient,
  ask: () => readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<{ [K in keyof T]: PromiseSettledResult<T[K]> }> {
  const connection = client as pg.PoolClient & { pipeline: boolean }; // pg's own switch, which its types leave out
  connection.pipeline = true;
  try {
    return (await Promise.allSettled(ask())) as { [K in keyof T]: PromiseSettledResult<T[K]> };
  } finally {
    connection.pipeline = false; // a COPY, later, takes the connection for itself
  }
}

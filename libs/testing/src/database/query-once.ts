/**
 * Runs one statement on a connection of its own and answers its rows; for specs that look at a server, not at a store.
 */
export async function queryOnce(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

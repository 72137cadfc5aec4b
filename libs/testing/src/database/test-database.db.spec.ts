import pg from 'pg';
import { createTestDatabase } from './test-database.js';

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('createTestDatabase', () => {
  it('gives every caller a database of its own', async () => {
    const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await run(first.url, 'create table only_here (id int)');
    await expect(run(second.url, 'select * from only_here')).rejects.toThrow('does not exist');
    await Promise.all([first.drop(), second.drop()]);
  });

  it('drops the database even while a connection is open', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    await database.drop();
    await expect(run(database.url, 'select 1')).rejects.toThrow('does not exist');
  });

  it('sorts and folds text the same on every system', async () => {
    const database = await createTestDatabase();
    const rows = await run(database.url, `select lower('ÉCOLE') as folded, 'Z' < 'a' as by_code_point, datlocprovider::text as provider from pg_database where datname = current_database()`);
    expect(rows).toEqual([{ folded: 'école', by_code_point: true, provider: 'b' }]);
    await database.drop();
  });
});

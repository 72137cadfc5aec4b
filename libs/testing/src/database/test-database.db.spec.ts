import pg from 'pg';
import { queryOnce } from './query-once.js';
import { createTestDatabase } from './test-database.js';

describe('createTestDatabase', () => {
  it('gives every caller a database of its own', async () => {
    const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await queryOnce(first.url, 'create table only_here (id int)');
    await expect(queryOnce(second.url, 'select * from only_here')).rejects.toThrow('does not exist');
    await Promise.all([first.drop(), second.drop()]);
  });

  it('drops the database even while a connection is open', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    await database.drop();
    await expect(queryOnce(database.url, 'select 1')).rejects.toThrow('does not exist');
  });

  const itOfOurs = process.env.TEST_DATABASE_SERVER ? it.skip : it;
  itOfOurs('sorts and folds text the same on every system', async () => {
    const database = await createTestDatabase();
    const rows = await queryOnce(
      database.url,
      `select lower('ÉCOLE') as folded, 'Z' < 'a' as by_code_point, datlocprovider::text as provider from pg_database
        where datname = current_database()`,
    );
    expect(rows).toEqual([{ folded: 'école', by_code_point: true, provider: 'b' }]);
    await database.drop();
  });
});

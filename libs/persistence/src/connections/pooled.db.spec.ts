import {
  createTestDatabase,
  describePgBouncer,
  startPgBouncer,
  type PgBouncer,
  type TestDatabase,
} from '@gable/testing';
import type { Database } from '../database/database.js';
import { prepared } from '../database/prepared.js';
import { openDatabase } from '../open-database.js';

describePgBouncer('connections behind a pooler that hands them out per transaction', () => {
  let testDatabase: TestDatabase;
  let pooler: PgBouncer;
  const opened: Database[] = [];

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    pooler = await startPgBouncer(testDatabase.url, 1); // one server connection: whatever stays behind, the next meets
  }, 60_000);
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await pooler.stop();
    await testDatabase.drop();
  });

  async function open(statementTimeoutMs?: number, parallelWorkers?: number): Promise<Database> {
    const options = { poolSize: 3, applicationName: 'spec', directUrl: testDatabase.url };
    const database = await openDatabase(pooler.url, { ...options, statementTimeoutMs, parallelWorkers });
    opened.push(database);
    return database;
  }

  const SETTINGS = `select current_setting('statement_timeout') as "statementTimeout",
    current_setting('max_parallel_workers_per_gather') as workers,
    current_setting('idle_in_transaction_session_timeout') as idle`;

  it('gives statements and transactions of each pool its settings, and leaves none behind', async () => {
    const [bounded, free] = [await open(5_000, 0), await open()];
    const expected = { statementTimeout: '5s', workers: '0', idle: '1min' };
    const [server] = await free.query(SETTINGS);
    expect(server).toMatchObject({ statementTimeout: '0', workers: '2' });
    expect(await bounded.query(SETTINGS)).toEqual([expected]);
    expect(await bounded.manager.query(SETTINGS)).toEqual([expected]);
    expect(await bounded.transaction((transaction) => transaction.query(SETTINGS))).toEqual([expected]);
    expect(await bounded.queryWithin(70_000, SETTINGS)).toEqual([{ ...expected, statementTimeout: '70s' }]);
    expect(await free.query(SETTINGS)).toEqual([server]);
    expect(await free.transaction((transaction) => transaction.query(SETTINGS))).toEqual([{ ...server, idle: '1min' }]);
  });

  it('cuts a statement that takes too long, and answers the next', async () => {
    const database = await open(50);
    await expect(database.query('select pg_sleep(3600)')).rejects.toMatchObject({ code: '57014' });
    await expect(database.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect(await database.queryWithin(50, 'select pg_sleep(3600)')).toBeNull();
  });

  it('stores what a statement of its own writes, or nothing of it', async () => {
    const database = await open(5_000);
    await database.query('create table note (n int check (n > 0))');
    await database.query('insert into note values (1)');
    await expect(database.query('insert into note values (0)')).rejects.toMatchObject({ code: '23514' });
    await expect(
      database.transaction(async (transaction) => {
        await transaction.query('insert into note values (2)');
        throw new Error('changed its mind');
      }),
    ).rejects.toThrow('changed its mind');
    expect(await database.query('select n from note')).toEqual([{ n: 1 }]);
  });

  it('sends statements that are prepared elsewhere without a name', async () => {
    const PREPARED = prepared('select $1::int + 1 as next');
    const databases = [await open(5_000), await open()];
    for (let round = 0; round < 3; round += 1)
      for (const database of databases) expect(await database.query(PREPARED, [round])).toEqual([{ next: round + 1 }]);
    expect(await databases[1]!.query(`select from pg_prepared_statements`)).toEqual([]);
  });

  it('holds locks and temporary tables at the server itself', async () => {
    const [one, other] = [await open(5_000), await open(5_000)];
    const worked = one.withLock(7, async () => {
      expect(await other.withLock(7, () => Promise.resolve('also'))).toBeUndefined();
      for (let round = 0; round < 5; round += 1) await one.query('select 1'); // the pooler's connection is free
      return 'alone';
    });
    expect(await worked).toBe('alone');
    expect(await other.withLock(7, () => Promise.resolve('then'))).toBe('then');
    const session = await one.openSession();
    await session.query('create temporary table kept (n int)');
    await other.query('select 1');
    expect(await session.query('select from kept')).toEqual([]);
    session.close();
  });
});

import { readAddresses } from '@gable/runtime';
import { PostgresPair } from '@gable/testing';
import { isTransient } from '../database/is-transient.js';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';

let pair: PostgresPair;
const opened: Database[] = [];

beforeAll(async () => {
  pair = await PostgresPair.begin(() => Promise.resolve(), { synchronous: true });
  await pair.primary.query('create table note (text text)');
}, 60_000);
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await pair.close();
});

async function open(url: string): Promise<Database> {
  const database = await openDatabase(url, { poolSize: 2, applicationName: 'spec' });
  opened.push(database);
  return database;
}

const processIdOf = async (database: Database): Promise<number> =>
  (await database.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]!.pid;
const addresses = () => readAddresses(pair.bothUrl)!.hosts.map(({ port }) => port);

it('connects to the server of an address that takes writes, wherever it stands in it', async () => {
  const database = await open(pair.bothUrl);
  const [row] = await database.query<{ port: number }>(`select inet_server_port() as port`);
  expect(row!.port).toBe(addresses()[1]);
});

it('gives up connections to a server that takes no writes any more', async () => {
  const database = await open(pair.primary.url);
  const before = await processIdOf(database);
  await expect(database.query(`begin read only; insert into note values ('no')`)).rejects.toThrow('read-only');
  expect(await processIdOf(database)).not.toBe(before);

  const next = await processIdOf(database);
  await pair.primary.query('alter system set default_transaction_read_only = on');
  try {
    await pair.primary.query('select pg_reload_conf()');
    // told with a statement, it ends with that or right behind it
    let now = next;
    while (now === next) now = await processIdOf(database).catch(() => next);
  } finally {
    await pair.primary.query('alter system reset default_transaction_read_only');
    await pair.primary.query('select pg_reload_conf()');
  }
});

it('takes a commit for unknown whose wait for the standby was cut off', async () => {
  const database = await open(pair.primary.url);
  await database.query(`insert into note values ('confirmed')`);
  await pair.standby.kill();
  const insert = `insert into note values ('not confirmed')`;
  const waiting = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
  for (const write of [
    () => database.query(insert),
    () => database.transaction((transaction) => transaction.query(insert)),
    () => database.manager.query(insert), // as TypeORM's stores do
  ]) {
    let outcome: unknown = 'none yet';
    void write().then(
      () => (outcome = 'acknowledged'),
      (reason: unknown) => (outcome = reason),
    );
    while (outcome === 'none yet') await pair.primary.query(waiting);
    expect(outcome).toMatchObject({ code: '08007', message: expect.stringContaining('has not confirmed it') });
    expect(isTransient(outcome)).toBe(true);
  }
  // They are committed at a server that may be lost.
  expect(await database.query(`select from note where text = 'not confirmed'`)).toHaveLength(3);
}, 60_000);

import net from 'node:net';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { isTransient } from '../database/is-transient.js';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';

let store: TestDatabase;
const opened: Database[] = [];
/** Lets connections through until it is told to forget them; then it tells neither end. */
const sockets = new Set<net.Socket>();
const firewall = net.createServer((client) => {
  const { hostname, port } = new URL(store.url);
  const server = net.connect(Number(port), hostname);
  let isForgotten = false;
  const tracked = { forget: () => (isForgotten = true) };
  flows.add(tracked);
  client.on('data', (chunk) => isForgotten || server.write(chunk));
  server.on('data', (chunk) => isForgotten || client.write(chunk));
  for (const [one, other] of [[client, server] as const, [server, client] as const]) {
    sockets.add(one);
    one.on('error', () => {});
    one.on('close', () => other.destroy());
  }
});
const flows = new Set<{ forget(): void }>();

beforeAll(async () => {
  store = await createTestDatabase();
  await new Promise<void>((resolve) => firewall.listen(0, '127.0.0.1', resolve));
});

async function open(statementTimeoutMs: number): Promise<Database> {
  const url = new URL(store.url);
  url.port = String((firewall.address() as net.AddressInfo).port);
  const database = await openDatabase(url.href, { poolSize: 1, applicationName: 'spec', statementTimeoutMs });
  opened.push(database);
  return database;
}

afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  for (const socket of sockets) socket.destroy();
  firewall.close();
  await store.drop();
});

it.each([
  { statementTimeoutMs: 500, of: 'whose statements end at a bound' },
  { statementTimeoutMs: 0, of: 'whose statements may take as long as they want' },
])(
  'gives up a connection $of once a firewall has forgotten it, and works on with another',
  async (options) => {
    const database = await open(options.statementTimeoutMs);
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    for (const flow of flows) flow.forget();
    const error = await database.query('select 1 as one').catch((each: unknown) => each);
    expect(isTransient(error)).toBe(true);
    expect(await database.query('select 2 as two')).toEqual([{ two: 2 }]);
  },
  30_000,
);

it('leaves a long statement alone, and a transaction that waits for a lock', async () => {
  const [database, other] = [await open(0), await open(0)];
  await database.query('create table held (a int)');
  const waited = database.transaction(async (transaction) => {
    await transaction.query('lock table held in access exclusive mode');
    const behind = other.query('select count(*)::int as count from held');
    await transaction.query('select pg_sleep(12)');
    return { behind };
  });
  expect(await (await waited).behind).toEqual([{ count: 0 }]);
}, 40_000);

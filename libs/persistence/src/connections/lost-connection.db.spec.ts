import net from 'node:net';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { isTransient } from '../database/is-transient.js';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';

let store: TestDatabase;
let database: Database;
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
  const url = new URL(store.url);
  url.port = String((firewall.address() as net.AddressInfo).port);
  database = await openDatabase(url.href, { poolSize: 1, applicationName: 'spec', statementTimeoutMs: 500 });
});
afterAll(async () => {
  await database.close();
  for (const socket of sockets) socket.destroy();
  firewall.close();
  await store.drop();
});

it('gives up a connection that a firewall has forgotten, and works on with another', async () => {
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  for (const flow of flows) flow.forget();
  const error = await database.query('select 1 as one').catch((each: unknown) => each);
  expect(isTransient(error)).toBe(true);
  expect(await database.query('select 2 as two')).toEqual([{ two: 2 }]);
}, 30_000);

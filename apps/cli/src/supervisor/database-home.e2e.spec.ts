import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '@gable/persistence';
import { createLogger, findRunningServer, readConfig } from '@gable/runtime';
import { DatabaseHome } from './database-home.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-database-home-'));
const home = path.join(folder, 'home');
const serverOf = () => findRunningServer(path.join(home, 'postgres/cluster/data'));
let stopping: AbortController;
let database: DatabaseHome;
let client: Database;

beforeAll(() => fs.chmodSync(folder, 0o711)); // as root the server runs as another user, who has to get in
beforeEach(async () => {
  database = await DatabaseHome.open(readConfig({ GABLE_HOME: home }), createLogger({ name: 'spec', level: 'silent' }));
  client = await openDatabase(database.url, { poolSize: 1 });
  stopping = new AbortController();
  database.watch(() => {}, stopping.signal);
});
afterEach(async () => {
  await client.close();
  await database.close(5_000);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'has a server again after %s, whoever was connected',
  async (signal) => {
    const { pid } = serverOf()!;
    process.kill(pid, signal);
    for (let now = serverOf(); now?.state !== 'ready' || now.pid === pid; now = serverOf()) await sleep(20);
    await (await openDatabase(database.url, { poolSize: 1 })).close();
  },
);

it('leaves a server to its clients that is asked to stop together with all else', async () => {
  stopping.abort();
  const { pid } = serverOf()!;
  process.kill(pid, 'SIGTERM');
  while (serverOf()?.state === 'ready') await sleep(20);
  await sleep(1_100); // it is looked after twice a second
  expect(serverOf()).toMatchObject({ pid, state: 'stopping' });
});

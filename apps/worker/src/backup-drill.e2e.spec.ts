import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { openDatabase, StatusStore, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { WorkerProcesses } from './testing/worker-processes.js';

const cli = path.resolve(__dirname, '../../..', 'apps/cli/dist/main.js');
const named = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

let world: WorkerProcesses;
let restored: TestDatabase;
let copy: Database;

beforeAll(async () => {
  [world, restored] = [await WorkerProcesses.begin(), await createTestDatabase()];
  copy = await openDatabase(restored.url, { poolSize: 3, applicationName: 'spec' });
});
afterAll(async () => {
  await world.close();
  await copy.close();
  await restored.drop();
});

function begin(url: string, ...command: string[]): ChildProcess {
  const env = { ...process.env, ...world.environment, DATABASE_URL: url };
  return spawn(process.execPath, [cli, ...command, '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function gable(url: string, ...command: string[]): Promise<{ code: number | null; answer: unknown }> {
  const child = begin(url, ...command);
  let output = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, answer: JSON.parse(output) };
}

/** Somebody waits for a table of this database. */
const WAITS = `
  select from pg_locks join pg_database on pg_database.oid = database
  where datname = current_database() and locktype = 'relation' and not granted`;

const count = async (database: Database, table: string) => (await database.query(`select from ${table}`)).length;
const idsOfEvents = async () =>
  (await copy.query<{ id: string }>(`select 'msg_' || id as id from alert_event`)).map(({ id }) => id).sort();

it('loses nothing up to the snapshot, and sends nothing until the resume and nothing twice', async () => {
  const { database, testDatabase } = world;
  const file = path.join(world.home, 'store.gable');
  const worker = await world.start();
  await world.alert();
  world.drop('1.ndjson', named('sent', 20));
  await world.until(async () => world.received.length === 20 && (await count(database, 'delivery')) === 0);
  expect(await gable(testDatabase.url, 'delivery', 'pause')).toMatchObject({ code: 0, answer: { underWay: 0 } });
  world.drop('2.ndjson', named('waits', 20));
  await world.until(async () => (await count(database, 'delivery')) === 20);

  // While a feed is read and matched.
  world.drop('3.ndjson', named('comes', 600));
  await world.until(async () => (await count(database, 'listing')) > 40);
  const backedUp = await gable(testDatabase.url, 'backup', file);
  expect(backedUp).toMatchObject({ code: 0, answer: { bytes: fs.statSync(file).size } });
  expect(fs.readdirSync(world.home).filter((name) => name.includes('partial'))).toEqual([]);
  await world.end(worker, 'SIGKILL');

  // The first restore is killed.
  await copy.transaction(async (holding) => {
    await holding.query('lock table listing in share mode'); // it may be read, but not replaced
    const child = begin(restored.url, 'restore', file);
    const waits = async () => (await copy.query(WAITS)).length > 0;
    await world.until(waits);
    child.kill('SIGKILL');
    await once(child, 'close');
  });
  expect(await gable(restored.url, 'status')).toEqual({
    code: 1,
    answer: { error: expect.stringContaining('has not finished. Run gable restore again') },
  });
  const isGone = async () =>
    (await copy.query(`select from pg_stat_activity where application_name = 'gable restore'`)).length === 0;
  await world.until(isGone);
  expect(await gable(restored.url, 'restore', file)).toMatchObject({ code: 0, answer: { deliveryPaused: true } });

  // A worker that knows of nothing.
  const listings = await count(copy, 'listing');
  expect(listings).toBeGreaterThan(40);
  const other = await world.start({ DATABASE_URL: restored.url, FEEDS_DIR: path.join(world.home, 'other') });
  const isMatched = async () =>
    (await new StatusStore(copy).readPending()).changes === 0 && (await idsOfEvents()).length >= listings;
  await world.until(isMatched);
  expect(await idsOfEvents()).toHaveLength(listings); // each listing of the snapshot once
  expect(await count(copy, 'delivery')).toBe(listings - 20);
  expect(world.received).toHaveLength(20);
  expect((await gable(restored.url, 'delivery', 'resume')).answer).toEqual({ paused: false, wasPaused: true });
  await world.until(async () => (await count(copy, 'delivery')) === 0);
  expect(world.received.toSorted()).toEqual(await idsOfEvents());
  await world.end(other, 'SIGTERM');
}, 180_000);

import { spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openDatabase, type Database } from '@gable/persistence';
import { freePort } from '@gable/runtime';
import {
  createTestDatabase,
  endProcess,
  forkApp,
  ingestFeed,
  storeState,
  untilListening,
  type TestDatabase,
} from '@gable/testing';
import { generateDemo, readFrance } from '@gable/demo';
import { Readable } from 'node:stream';

const root = path.resolve(__dirname, '../../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-feeds-kill-'));
const SOURCE = { domain: 'agency.example', name: 'Agency' };
const HEADERS = { 'content-type': 'application/x-ndjson' };

let clean: TestDatabase;
let killed: TestDatabase;
let database: Database;
let feed: string;
let apiPort: number;
let key: string;
const children = new Set<ChildProcess>();

const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  ...{ DATABASE_URL: killed.url, GABLE_HOME: folder, FEEDS_DIR: path.join(folder, 'feeds') },
  ...{ LOG_LEVEL: 'silent', GABLE_TEST_HOME: '', PORT: String(apiPort), RATE_LIMIT_PER_MINUTE: '0', ...more },
});

/** A process of ours; gives it once it listens. */
async function start(app: 'api' | 'worker'): Promise<ChildProcess> {
  const entry = path.join(root, `apps/${app}/dist/main.js`);
  const child = forkApp(entry, environment());
  children.add(child);
  child.once('exit', () => children.delete(child));
  await untilListening(child);
  return child;
}

const ask = (method: string, address: string, more: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`http://127.0.0.1:${apiPort}${address}`, { method, ...more, headers: { 'x-api-key': key, ...more.headers } });

beforeAll(async () => {
  apiPort = await freePort();
  [clean, killed] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  database = await openDatabase(killed.url, { poolSize: 2 });
  const { lines } = generateDemo(readFrance(), { reference: new Date('2026-06-01T00:00:00Z'), listings: 1_000 });
  const own = lines.map((line, n) => ({ ...line, source: SOURCE, externalId: `${n} ${line.externalId}` }));
  feed = `${own.map((line) => JSON.stringify(line)).join('\n')}\nnot a feed line\n`;
  const of = ['--account', 'Provider', '--role', 'ROLE_FEED_PROVIDER', '--source', SOURCE.domain, '--name', 'spec'];
  const { stdout } = spawnSync(
    process.execPath,
    [path.join(root, 'apps/cli/dist/main.js'), 'keys', 'create', ...of, '--json'],
    { encoding: 'utf8', env: environment() },
  );
  key = (JSON.parse(stdout) as { apiKey: string }).apiKey;
}, 60_000);

afterAll(async () => {
  await Promise.all([...children].map((child) => endProcess(child, 'SIGKILL')));
  await database.close();
  await Promise.all([clean.drop(), killed.drop()]);
  fs.rmSync(folder, { recursive: true });
});

/** An upload of which some portions arrive, and no end. */
async function uploadWithoutEnd(portions: number): Promise<void> {
  const options = { method: 'POST', agent: false, headers: { 'x-api-key': key, ...HEADERS } };
  const request = http.request(`http://127.0.0.1:${apiPort}/feeds/${SOURCE.domain}`, options);
  request.on('error', () => {});
  for (let n = 0; n <= portions; n += 1) request.write(`${randomBytes(400_000).toString('hex')}\n`);
  const stored = async () =>
    database.query(
      `select 1 from feed_job where state = 'UPLOADING' and spooled_bytes >= $1 and touched_at > now() - interval '1 minute'`,
      [portions * 250_000],
    );
  while ((await stored()).length === 0) await sleep(20);
}

it('reads nothing of an upload that the API did not survive', async () => {
  for (const portions of [0, 1, 4]) {
    const api = await start('api');
    await uploadWithoutEnd(portions);
    await endProcess(api, 'SIGKILL');
    await database.query(`update feed_job set touched_at = now() - interval '2 minutes'`);
  }
  const worker = await start('worker');
  const api = await start('api');
  const address = `/feeds/${SOURCE.domain}`;
  const sent = await ask('POST', address, { headers: HEADERS, body: 'not a feed line either\n' });
  const { id } = (await sent.json()) as { id: string };
  const read = async () => ((await (await ask('GET', `${address}/jobs/${id}`)).json()) as { state: string }).state;
  while ((await read()) !== 'DONE') await sleep(50);
  const states = await database.query<{ state: string; attempt: number }>('select state, attempt from feed_job');
  expect(states.map(({ state, attempt }) => `${state} ${attempt}`).sort()).toEqual([
    'DONE 1',
    'UPLOADING 0',
    'UPLOADING 0',
    'UPLOADING 0',
  ]);
  expect(await database.query('select 1 from listing')).toEqual([]);
  await database.query(`update feed_job set touched_at = now() - interval '6 minutes'`);
  while ((await database.query('select 1 from feed_portion')).length > 0) await sleep(100);
  while ((await database.query('select 1 from feed_job')).length > 1) await sleep(100);
  await Promise.all([endProcess(worker, 'SIGKILL'), endProcess(api, 'SIGKILL')]);
}, 120_000);

it('ends in the state of one clean run, however often the worker is killed, and says so', async () => {
  const [reference, api] = [await openDatabase(clean.url, { poolSize: 3 }), await start('api')];
  await ingestFeed(reference, Readable.from([Buffer.from(feed)]), { rejectFile: path.join(folder, 'rejects') });
  const sent = await ask('POST', `/feeds/${SOURCE.domain}`, {
    headers: { ...HEADERS, 'content-encoding': 'gzip', 'idempotency-key': 'one' },
    body: gzipSync(feed),
  });
  expect(sent.status).toBe(202);
  const location = sent.headers.get('location')!;
  const job = async () => (await (await ask('GET', location)).json()) as Record<string, unknown>;
  await slowBatches();
  let kills = 0;
  let partial = 0;
  for (let stored = 0; (await job())['state'] !== 'DONE'; kills += 1) {
    const worker = await start('worker');
    const until = Date.now() + 250 * 2 ** kills;
    const isOver = async () =>
      (await countListings()) > stored || (Date.now() > until && stored === 0) || (await job())['state'] === 'DONE';
    while (!(await isOver())) await mayBeTriedAgain();
    await sleep(40 * kills); // somewhere in the batch after those that are stored
    await endProcess(worker, 'SIGKILL');
    const before = stored;
    stored = await countListings();
    if (stored > before && (await job())['state'] !== 'DONE') partial += 1;
  }
  expect([kills > 2, partial > 1]).toEqual([true, true]);
  const { attempts, read, rejected, changed, unchanged, firstRejects, rejects } = await job();
  const lines = feed.split('\n').length - 1;
  expect({ read, rejected, accepted: Number(changed) + Number(unchanged) }).toEqual({
    ...{ read: lines, rejected: 1, accepted: lines - 1 },
  });
  expect(attempts).toBeGreaterThan(1);
  expect(firstRejects).toMatchObject([{ line: lines }]);
  expect(JSON.parse(await (await ask('GET', rejects as string)).text())).toMatchObject({ text: 'not a feed line' });
  expect(await stateOf(database)).toEqual(await stateOf(reference));

  const worker = await start('worker');
  const again = await ask('POST', `/feeds/${SOURCE.domain}`, { headers: HEADERS, body: feed });
  const repeated = again.headers.get('location')!;
  const second = async () => (await (await ask('GET', repeated)).json()) as Record<string, unknown>;
  while ((await second())['state'] !== 'DONE') await sleep(50);
  expect(await second()).toMatchObject({ changed: 0, unchanged: lines - 1, attempts: 1 });
  await Promise.all([endProcess(worker, 'SIGKILL'), endProcess(api, 'SIGKILL'), reference.close()]);
}, 240_000);

/** A batch that stores listings takes a third of a second, so that there is time to end the worker inside of it. */
async function slowBatches(): Promise<void> {
  await database.query(
    `create function rest_a_while() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return null; end $$;
     create trigger rest_a_while after insert on listing for each statement execute function rest_a_while()`,
  );
}

/** What was found dead is tried again after a pause. */
async function mayBeTriedAgain(): Promise<void> {
  await database.query('update feed_job set not_before = null where not_before is not null');
  await sleep(20);
}

async function countListings(): Promise<number> {
  return (await database.query<{ count: number }>('select count(*)::int as count from listing'))[0]!.count;
}

/** What a feed makes of the store. Workers remove changes once they were matched, and batches are as large as the database is quick. */
async function stateOf(store: Database): Promise<object> {
  const { changes: _matched, ...state } = await storeState(store, { propertyRevisions: false });
  return state;
}

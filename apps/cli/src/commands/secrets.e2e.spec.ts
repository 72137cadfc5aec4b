import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '@gable/persistence';
import { freePort } from '@gable/runtime';
import { createTestDatabase, type TestDatabase } from '@gable/testing';

const root = path.resolve(__dirname, '../../../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-secrets-e2e-'));
const home = path.join(folder, 'home');
let testDatabase: TestDatabase;
let database: Database;
const running: ChildProcess[] = [];

jest.setTimeout(180_000);
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 2 });
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await database.close();
  await testDatabase.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(GABLE_|PORT$)/.test(name))),
  DATABASE_URL: testDatabase.url,
  GABLE_HOME: home,
  LOG_LEVEL: 'warn',
  ...more,
});

function gable<Answer>(...args: string[]): Answer {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [path.join(root, 'apps/cli/dist/main.js'), ...args, '--json'],
    { encoding: 'utf8', env: environment() },
  );
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as Answer;
}

/** Runs a process until it says where it listens, or ends; gives what it wrote. */
async function start(
  app: string,
  more: NodeJS.ProcessEnv = {},
): Promise<{ port?: number; code?: number; log: string }> {
  const [port, workerPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [path.join(root, `apps/${app}/dist/main.js`)], {
    env: environment({
      PORT: String(port),
      WORKER_PORT: String(workerPort),
      FEEDS_DIR: path.join(folder, 'feeds'),
      ...more,
    }),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  running.push(child);
  let log = '';
  child.stderr!.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, log }));
  const listening = once(child, 'message').then(() => ({ port, log }));
  return Promise.race([ended, listening]);
}

it('rotates under a running API: keys and sealed values stay good, and a killed rotation goes on', async () => {
  const { apiKey } = gable<{ apiKey: string }>(
    'keys',
    'create',
    '--account',
    'A',
    '--role',
    'ROLE_API_CLIENT',
    '--name',
    'k',
  );
  const { port, log } = await start('api');
  if (port === undefined) throw new Error(log);
  const ask = async (method: string, address: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const { body: alert } = await ask('POST', '/alerts', { name: 'Flats', criteria: {}, destinationWebhookUrl: null });
  await database.query(COPY_ALERTS, [alert.id]); // rows to seal, most of which do not open: they stay as they are

  const rotation = spawn(process.execPath, [path.join(root, 'apps/cli/dist/main.js'), 'secrets', 'rotate'], {
    env: environment(),
    stdio: 'ignore',
  });
  const begun = async () => (await database.query(`select 1 from secret_key where state = 'READ'`)).length > 0;
  while (!(await begun())) await sleep(5);
  rotation.kill('SIGKILL');
  await once(rotation, 'close');

  expect(await ask('GET', `/alerts/${String(alert.id)}`)).toMatchObject({
    status: 200,
    body: { signingKey: alert.signingKey },
  });
  const done = gable<{ sealed: number; remaining: number }>('secrets', 'rotate');
  expect(done.sealed).toBeGreaterThanOrEqual(1);
  const keys = gable<{ kind: string; state: string }[]>('secrets', 'list');
  expect(keys.filter(({ state }) => state === 'ACTIVE')).toHaveLength(3);
  expect(keys).toHaveLength(6); // the killed run and the next made one set of secrets
  expect(await ask('GET', `/alerts/${String(alert.id)}`)).toMatchObject({
    status: 200,
    body: { signingKey: alert.signingKey },
  });
  const { body: next } = await ask('POST', '/alerts', { name: 'Houses', criteria: {}, destinationWebhookUrl: null });
  const [ids] = await database.query<{ same: boolean }>(
    `select substring(signing_key for 5) = '\\x02' || decode((select key_id from secret_key
       where kind = 'signingKeyEncryptionKey' and state = 'ACTIVE'), 'hex') as same from alert where id = $1`,
    [next.id],
  );
  expect(ids).toEqual({ same: true }); // the running API seals with the new secret
  for (let tries = 0; tries < 1_000 && (await peppers()) !== 1; tries += 1) await sleep(50);
  expect(await peppers()).toBe(1); // and has put the key that was used under the new pepper
  const audit = gable<{ action: string; finishedAt: unknown }[]>('audit', 'list');
  expect(audit.filter(({ action }) => action !== 'keys create')).toMatchObject([
    { action: 'secrets rotate', finishedAt: expect.any(String) },
    { action: 'secrets rotate', finishedAt: null },
  ]);
});

const peppers = async () =>
  (
    await database.query(`select 1 from api_key where pepper_id =
      (select key_id from secret_key where kind = 'keyPepper' and state = 'ACTIVE')`)
  ).length;

it.each(['api', 'worker'])(
  'refuses to start the %s with the secrets of another home, and says what to do',
  async (app) => {
    const { code, log } = await start(app, { GABLE_HOME: path.join(folder, `other-${app}`) });
    expect(code).toBe(1);
    expect(log).toContain('The secrets of this process do not fit the database');
    expect(log).toContain('GABLE_SECRETS_FILE');
    const other = await start(app, {
      GABLE_HOME: path.join(folder, `third-${app}`),
      GABLE_SECRETS_FILE: path.join(home, 'secrets.json'),
    });
    expect(other.code).toBeUndefined();
  },
);

const COPY_ALERTS = `
  insert into alert (id, account_id, shard, name, active, search_mode, criteria, criteria_version, signing_key,
    active_since, xid, created_at, updated_at)
  select gen_random_uuid(), account_id, shard, name, false, search_mode, criteria, criteria_version, signing_key,
    active_since, xid, created_at, updated_at from alert, generate_series(1, 2000) where id = $1`;

import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@gable/runtime';
import { createTestDatabase, queryOnce, type TestDatabase } from '@gable/testing';

const root = path.resolve(__dirname, '../../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-schema-'));
fs.chmodSync(folder, 0o711); // PostgreSQL may run as another user
const home = path.join(folder, 'home');
const NEWEST = `(select name from gable_migration order by timestamp desc limit 1)`;
const children = new Set<ChildProcess>();
let database: TestDatabase;
let ports: Record<'api' | 'worker', number>;

const environment = (): NodeJS.ProcessEnv => ({
  ...{ ...process.env, DATABASE_URL: database.url, GABLE_HOME: home, LOG_LEVEL: 'warn', GABLE_TEST_HOME: '' },
  ...{ PORT: String(ports.api), WORKER_PORT: String(ports.worker), HOST: '127.0.0.1' },
});

function start(
  app: 'api' | 'worker',
  settings: NodeJS.ProcessEnv = {},
): { child: ChildProcess; log: () => string; ended: Promise<unknown[]> } {
  const entry = path.join(root, `apps/${app}/dist/main.js`);
  const child = fork(entry, [], { env: { ...environment(), ...settings }, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  children.add(child);
  let log = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const ended = once(child, 'close').finally(() => children.delete(child));
  return { child, log: () => log, ended };
}

async function readiness(app: 'api' | 'worker'): Promise<{ status: number; reasons: { reason: string }[] }> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${ports[app]}/health/ready`).catch(() => undefined);
    if (response === undefined) await sleep(50);
    else return { ...((await response.json()) as { reasons: { reason: string }[] }), status: response.status };
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  ports = { api: await freePort(), worker: await freePort() };
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.drop();
  fs.rmSync(folder, { recursive: true });
});

it('refuses a database of a newer release, and names both schemas', async () => {
  await queryOnce(
    database.url,
    `insert into gable_migration (timestamp, name) values (1764900009999, 'Future1764900009999')`,
  );
  for (const app of ['api', 'worker'] as const) {
    const { ended, log } = start(app);
    expect((await ended)[0]).toBe(1);
    expect(log()).toMatch(
      /The database has schema 9999 Future, of a newer release; this one knows schemas up to \d{4} /,
    );
  }
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.join(root, 'apps/cli/dist/main.js'), 'migrate', '--json'],
    { encoding: 'utf8', env: environment() },
  );
  expect([status, stdout]).toEqual([1, expect.stringContaining('schema 9999 Future')]);
  await queryOnce(database.url, `delete from gable_migration where name like 'Future%'`);
});

it('waits for a database of an older release to be migrated, says so, and goes on by itself', async () => {
  const [{ name }] = (await queryOnce(database.url, `select ${NEWEST} as name`)) as [{ name: string }];
  await queryOnce(database.url, `delete from gable_migration where name = '${name}'`);
  const processes = [start('api'), start('worker')];
  for (const app of ['api', 'worker'] as const) {
    const { status, reasons } = await readiness(app);
    expect([status, reasons[0]!.reason]).toEqual([
      503,
      expect.stringMatching(/^The database has schema \d{4} \w+; this release needs \d{4} \w+\. .*gable migrate$/),
    ]);
  }
  expect(processes.map(({ log }) => log().includes('waiting to begin'))).toEqual([true, true]);
  const [uuid, body] = ['00000000-0000-7000-8000-000000000001', '{}'];
  const asked = [fetch(`http://127.0.0.1:${ports.api}/properties/${uuid}`, { headers: { 'x-api-key': 'any' } })];
  asked.push(fetch(`http://127.0.0.1:${ports.api}/properties`, { method: 'POST', body }));
  for (const early of await Promise.all(asked)) {
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '5']);
    expect(early.headers.get('content-type')).toBe('application/problem+json');
    expect(await early.json()).toMatchObject({ type: 'urn:gable:problem:unavailable', status: 503 });
  }
  expect((await fetch(`http://127.0.0.1:${ports.worker}/properties`)).status).toBe(404); // nobody expects it there
  await queryOnce(
    database.url,
    `insert into gable_migration (timestamp, name) values (${/\d+$/.exec(name)![0]}, '${name}')`,
  );
  for (const app of ['api', 'worker'] as const) while ((await readiness(app)).status !== 200) await sleep(50);
  processes.forEach(({ child }) => child.kill('SIGTERM'));
  expect((await Promise.all(processes.map(({ ended }) => ended))).map(([code]) => code)).toEqual([0, 0]);
});

it('ends at a signal while it waits', async () => {
  await queryOnce(database.url, `delete from gable_migration where name = ${NEWEST}`);
  const { child, ended } = start('worker');
  expect((await readiness('worker')).status).toBe(503);
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
});

it('leaves the embedded PostgreSQL, too, which it started before it had to wait', async () => {
  const { child, log, ended } = start('api', { DATABASE_URL: '' });
  expect((await readiness('api')).status).toBe(503);
  expect(log()).toContain('The database has no schema yet');
  const mark = path.join(home, 'postgres/cluster/data/postmaster.pid');
  expect(fs.existsSync(mark)).toBe(true);
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  while (fs.existsSync(mark)) await sleep(20); // it was told to stop
});

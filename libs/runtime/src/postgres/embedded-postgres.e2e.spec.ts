import { queryOnce } from '@gable/testing';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { identifyProcess } from '../process/process-identity.js';
import { acquirePostgres, type EmbeddedPostgres } from './embedded-postgres.js';
import { findRunningServer, stopServer } from './running-server.js';
import { PostgresStartError } from './start-error.js';

const isRoot = process.getuid?.() === 0;
const folders: string[] = [];
const dataDirectories = new Set<string>();

function newHome(name = 'home'): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-runtime-'));
  fs.chmodSync(folder, 0o711);
  folders.push(folder);
  return path.join(folder, name);
}

let template: string;

/** A home whose cluster is made already: copying one is cheaper than initdb. */
function madeHome(): string {
  const home = newHome();
  expect(spawnSync('cp', ['-a', template, home]).status).toBe(0);
  return home;
}

async function acquire(home: string): Promise<EmbeddedPostgres> {
  const postgres = await acquirePostgres({ home, durable: false });
  dataDirectories.add(postgres.dataDirectory);
  return postgres;
}

async function ask(url: string, sql: string): Promise<unknown> {
  return Object.values((await queryOnce(url, sql))[0] ?? {})[0];
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    if (waited > 20_000) throw new Error('did not happen within 20 s');
    await sleep(20);
  }
}

/** A process of its own that holds the home's server, as another `gable` would. */
async function launchHolder(home: string): Promise<ChildProcess> {
  const entry = pathToFileURL(path.resolve(__dirname, '../../dist/postgres/embedded-postgres.js')).href;
  const script = `const { acquirePostgres } = await import(${JSON.stringify(entry)});
    const postgres = await acquirePostgres({ home: process.argv[1], durable: false });
    process.once('SIGTERM', () => postgres.release().then(() => process.exit(0)));
    process.once('SIGINT', () => process.exit(0));
    console.log('holding'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the holder ended with ${code}`)));
  });
  return child;
}

beforeAll(async () => {
  template = newHome();
  await (await acquire(template)).release();
}, 60_000);

afterAll(async () => {
  for (const dataDirectory of dataDirectories) {
    await stopServer(dataDirectory, 5_000);
    if (dataDirectory.startsWith('/var/lib/gable/'))
      fs.rmSync(path.dirname(dataDirectory), { recursive: true, force: true });
  }
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}, 60_000);

describe('acquirePostgres', () => {
  jest.setTimeout(60_000);

  it('makes a cluster in a path with blanks and accents, serves it, and stops it with the last user', async () => {
    const home = newHome('maison d’été');
    const first = await acquire(home);
    expect(first).toMatchObject({ created: true, adopted: false });
    const second = await acquire(home);
    expect(second).toMatchObject({ created: false, adopted: true, pid: first.pid, url: first.url });

    await first.release();
    expect(await ask(second.url, 'select current_database()')).toBe('gable');
    await second.release();
    await second.release();
    expect(identifyProcess(first.pid)).toBeUndefined();
  });

  it('keeps what was written from one start to the next, on the same port', async () => {
    const home = madeHome();
    const first = await acquire(home);
    await ask(first.url, 'create table kept as select 42 as answer');
    await first.release();
    const second = await acquire(home);
    expect(second.port).toBe(first.port);
    expect(await ask(second.url, 'select answer from kept')).toBe(42);
    await second.release();
  });

  it('lets nobody in without the password', async () => {
    const postgres = await acquire(madeHome());
    const stranger = Object.assign(new URL(postgres.url), { password: 'guess' }).href;
    await expect(ask(stranger, 'select 1')).rejects.toThrow('password authentication failed');
    await postgres.release();
  });

  it('adopts the server of a killed process, and counts that process no more', async () => {
    const home = madeHome();
    const holder = await launchHolder(home);
    const postgres = await acquire(home);
    holder.kill('SIGKILL');
    await until(() => holder.signalCode !== null);
    expect(postgres.adopted).toBe(true);
    expect(await ask(postgres.url, 'select 1')).toBe(1);
    await postgres.release();
    expect(findRunningServer(postgres.dataDirectory)).toBeUndefined();
  });

  it('leaves the server to another living process', async () => {
    const home = madeHome();
    const holder = await launchHolder(home);
    const postgres = await acquire(home);
    await postgres.release();
    expect(findRunningServer(postgres.dataDirectory)?.pid).toBe(postgres.pid);
    holder.kill('SIGTERM');
    await until(() => holder.exitCode !== null);
    expect(findRunningServer(postgres.dataDirectory)).toBeUndefined();
  });

  it('ends with the last process that ends without having left it', async () => {
    const home = madeHome();
    const [first, second] = [await launchHolder(home), await launchHolder(home)];
    const dataDirectory = path.join(home, 'postgres/cluster/data');
    dataDirectories.add(dataDirectory);
    first.kill('SIGINT');
    await until(() => first.exitCode !== null);
    await sleep(200); // a server that was told to stop shows it by then
    expect(findRunningServer(dataDirectory)?.state).toBe('ready');
    second.kill('SIGINT');
    await until(() => findRunningServer(dataDirectory) === undefined);
  });

  it('is left, and stopped with the last user, where the disk has no room for the lock', async () => {
    const postgres = await acquire(madeHome());
    jest.spyOn(fs, 'writeFileSync').mockImplementationOnce(() => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    });
    await postgres.release();
    expect(findRunningServer(postgres.dataDirectory)).toBeUndefined();
  });

  it('starts one server when several processes start at once', async () => {
    const home = madeHome();
    const holders = await Promise.all([launchHolder(home), launchHolder(home), launchHolder(home)]);
    const postgres = await acquire(home);
    expect(await ask(postgres.url, 'select 1')).toBe(1);
    for (const holder of holders) holder.kill('SIGTERM');
    await until(() => holders.every((holder) => holder.exitCode === 0));
    expect(postgres.isRunning()).toBe(true);
    await postgres.release();
  });

  it('recovers after the server was killed, and restarts under a living user on the same port', async () => {
    const postgres = await acquire(madeHome());
    await ask(postgres.url, 'create table kept as select 1 as one');
    await ask(postgres.url, 'checkpoint');
    process.kill(postgres.pid, 'SIGKILL');
    await until(() => !postgres.isRunning());
    expect(await postgres.restart()).toBe(postgres.url);
    expect(await ask(postgres.url, 'select one from kept')).toBe(1);
    expect(postgres.isRunning()).toBe(true);
    await postgres.release();
  });

  it('is not misled by a postmaster.pid whose number now belongs to somebody else', async () => {
    const home = madeHome();
    const first = await acquire(home);
    await first.release();
    const { uid, gid } = fs.statSync(first.dataDirectory);
    const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
    fs.writeFileSync(
      path.join(first.dataDirectory, 'postmaster.pid'),
      `${stranger.pid}\n${first.dataDirectory}\n1\n5432\n\n127.0.0.1\n\nready   \n`,
    );
    const second = await acquire(home);
    stranger.kill();
    expect(second.adopted).toBe(false);
    expect(await ask(second.url, 'select 1')).toBe(1);
    await second.release();
  });

  it('starts over where a first start was killed half-way', async () => {
    const home = madeHome();
    const first = await acquire(home);
    await first.release();
    const unfinished = path.join(path.dirname(first.dataDirectory), 'data.unfinished');
    fs.renameSync(first.dataDirectory, unfinished);
    const second = await acquire(home);
    expect(second.created).toBe(true);
    expect(fs.existsSync(unfinished)).toBe(false);
    await second.release();
  });

  it('gives the role a new password when the secrets were lost', async () => {
    const home = madeHome();
    const first = await acquire(home);
    await ask(first.url, 'create table kept as select 1 as one');
    await first.release();
    fs.rmSync(path.join(home, 'secrets.json'));
    const second = await acquire(home);
    expect(second.url).not.toBe(first.url);
    expect(await ask(second.url, 'select one from kept')).toBe(1);
    await second.release();
  });

  it('serves two homes beside each other', async () => {
    const [one, two] = await Promise.all([acquire(madeHome()), acquire(madeHome())]);
    expect(one.port).not.toBe(two.port);
    await ask(one.url, 'create table only_here (id int)');
    await expect(ask(two.url, 'select * from only_here')).rejects.toThrow('does not exist');
    await Promise.all([one.release(), two.release()]);
  });

  it('says so when the files are of another version', async () => {
    const home = madeHome();
    const first = await acquire(home);
    await first.release();
    fs.writeFileSync(path.join(first.dataDirectory, 'PG_VERSION'), '16\n');
    const refusal = await acquire(home).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PostgresStartError);
    expect((refusal as Error).message).toMatch(/made by PostgreSQL 16, this Gable brings 18.*gable upgrade-database/s);
  });

  it('says what the server said when it cannot start', async () => {
    const home = madeHome();
    const first = await acquire(home);
    await first.release();
    fs.rmSync(path.join(first.dataDirectory, 'global', 'pg_control'));
    await expect(acquire(home)).rejects.toThrow(/did not start.*pg_control/s);
  });

  it('waits for the disk as promised: commits are synchronous unless a test asks otherwise', async () => {
    const home = madeHome();
    const postgres = await acquirePostgres({ home });
    dataDirectories.add(postgres.dataDirectory);
    expect(
      await ask(
        postgres.url,
        `select string_agg(setting, ' ' order by name) from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`,
      ),
    ).toBe('on on on');
    await postgres.release();
  });

  (isRoot ? describe : describe.skip)('as root', () => {
    it('keeps the files outside a home that the server’s user cannot enter, and says so', async () => {
      const home = newHome();
      fs.chmodSync(path.dirname(home), 0o700);
      const postgres = await acquire(home);
      expect(postgres.dataDirectory).toMatch(/^\/var\/lib\/gable\/[0-9a-f]{16}\/data$/);
      expect(postgres.notes.join(' ')).toContain(`The database files are in ${path.dirname(postgres.dataDirectory)}`);
      await ask(postgres.url, 'create table kept as select 1 as one');
      await postgres.release();
      const again = await acquire(home);
      expect(await ask(again.url, 'select one from kept')).toBe(1);
      await again.release();
    });

    it('does not bring back the files of a home that was removed', async () => {
      const home = newHome();
      fs.chmodSync(path.dirname(home), 0o700);
      const first = await acquire(home);
      await ask(first.url, 'create table gone as select 1 as one');
      fs.rmSync(home, { recursive: true });
      const second = await acquire(home);
      const setAside = fs
        .readdirSync('/var/lib/gable')
        .filter((name) => name.startsWith(`${path.basename(path.dirname(first.dataDirectory))}.home-removed`));
      expect(setAside).toHaveLength(1);
      for (const name of setAside) fs.rmSync(path.join('/var/lib/gable', name), { recursive: true });
      await expect(ask(second.url, 'select one from gone')).rejects.toThrow('does not exist');
      await second.release();
    });
  });
});

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '@gable/persistence';
import { freePort } from '@gable/runtime';
import { createTestDatabase, type TestDatabase } from '@gable/testing';

const apps = path.resolve(__dirname, '../..');
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-settings-'));
let one: TestDatabase;
let other: TestDatabase;
let port: string;

beforeAll(async () => {
  port = String(await freePort());
  [one, other] = [await createTestDatabase(), await createTestDatabase()];
});
afterAll(async () => {
  await Promise.all([one.drop(), other.drop()]);
  fs.rmSync(home, { recursive: true });
});

/** Runs a program until it ends; answers its code and all that it wrote. */
function run(app: string, settings: NodeJS.ProcessEnv, ...args: string[]): { code: number | null; said: string } {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(GABLE_|PORT$)/.test(name));
  const env = { ...Object.fromEntries(inherited), GABLE_HOME: home, DATABASE_URL: one.url, PORT: port, ...settings };
  const entry = path.join(apps, app, 'dist/main.js');
  const ended = spawnSync(process.execPath, [entry, ...args], { encoding: 'utf8', env, timeout: 60_000 });
  return { code: ended.status, said: ended.stdout + ended.stderr };
}

describe('DATABASE_DIRECT_URL that leads to another database than DATABASE_URL', () => {
  it.each([
    ['the API', 'api', []],
    ['the worker', 'worker', []],
    ['a command', 'cli', ['keys', 'create', '--account', 'Strays', '--role', 'ROLE_API_CLIENT', '--name', 'x']],
    ['a start', 'cli', ['up', '--no-demo']],
  ])('keeps %s from beginning', (_who, app, args) => {
    const { code, said } = run(app, { DATABASE_DIRECT_URL: other.url }, ...args);
    expect(said).toContain('DATABASE_DIRECT_URL: leads to another database than DATABASE_URL.');
    expect(code).toBe(2);
  });

  it('has written nothing there', async () => {
    const database = await openDatabase(other.url, { poolSize: 1 });
    expect(await database.query('select from account')).toEqual([]);
    await database.close();
  });
});

describe('a setting that leads nowhere', () => {
  const led = (change: (url: URL) => void): string => {
    const url = new URL(one.url);
    change(url);
    return url.href;
  };

  it.each([
    ['a wrong password', (url: URL) => (url.password = 'wrong'), 'DATABASE_URL: password authentication failed'],
    ['a missing database', (url: URL) => (url.pathname = '/nope'), 'DATABASE_URL: database '],
    ['an unknown host', (url: URL) => (url.hostname = 'nohost.invalid'), 'DATABASE_URL: no host nohost.invalid'],
  ])('is named by gable migrate, API and worker where it has %s', (_what, change, problem) => {
    const settings = { DATABASE_URL: led(change) };
    for (const [app, ...args] of [['cli', 'migrate'], ['api'], ['worker']] as const)
      expect(run(app, settings, ...args)).toEqual({ code: 1, said: expect.stringContaining(problem) });
  });

  it.each(['api', 'worker'])('is named by the %s where HOST is no address of this machine', (app) => {
    const { code, said } = run(app, { HOST: 'nohost.invalid' });
    expect(said).toContain('HOST: nohost.invalid is no address of this machine');
    expect(code).toBe(1);
  });
});

describe('a drop folder that cannot be made', () => {
  it.each(['.', 'done'])('is named by the worker, with its setting, where %s is a file', (name) => {
    const FEEDS_DIR = path.join(home, `feeds${name}`);
    const file = path.resolve(FEEDS_DIR, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, '');
    const { code, said } = run('worker', { FEEDS_DIR });
    expect(said).toContain(`"msg":"The folder ${file} cannot be used: it is not a folder. Look at FEEDS_DIR."`);
    expect(code).toBe(1);
  });
});

describe('secrets that are not there, where the database knows others', () => {
  it('are made by nobody', async () => {
    const used = await createTestDatabase();
    const [DATABASE_URL, key] = [
      used.url,
      ['keys', 'create', '--account', 'A', '--role', 'ROLE_API_CLIENT', '--name', 'x'],
    ];
    const GABLE_SECRETS_FILE = path.join(home, 'typo.json');
    expect(run('cli', { DATABASE_URL }, ...key).code).toBe(0);
    const ways = [
      ['cli', ...key],
      ['cli', 'secrets', 'rotate'],
      ['cli', 'up', '--no-demo'],
      ['api'],
      ['worker'],
    ] as const;
    for (const [app, ...args] of ways) {
      const { code, said } = run(app, { DATABASE_URL, GABLE_SECRETS_FILE }, ...args);
      expect([app, ...args, code]).toEqual([app, ...args, 1]);
      expect(said).toContain(`there is no ${GABLE_SECRETS_FILE}, and none is made`);
      expect(fs.existsSync(GABLE_SECRETS_FILE)).toBe(false);
    }
    await used.drop();
  });
});

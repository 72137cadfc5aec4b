import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquirePostgres, findRunningServer, freePort } from '@gable/runtime';

const apps = path.resolve(__dirname, '../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-early-'));
const template = path.join(folder, 'template');
const dataDirectories: string[] = [];

beforeAll(async () => {
  fs.chmodSync(folder, 0o711); // as root the server runs as another user, who has to get in
  await (await acquirePostgres({ home: template, durable: false })).release();
});
afterAll(() => {
  for (const dataDirectory of dataDirectories) {
    const left = findRunningServer(dataDirectory);
    if (left !== undefined) process.kill(left.pid, 'SIGQUIT');
  }
  fs.rmSync(folder, { recursive: true });
});

describe('a signal while the embedded PostgreSQL starts', () => {
  it.each([
    ['SIGTERM', 'the worker', 0, 'worker', []],
    ['SIGINT', 'the API', 0, 'api', []],
    ['SIGHUP', 'a command', 1, 'cli', ['status']],
    ['SIGTERM', 'a whole start', 0, 'cli', ['up', '--no-demo']],
  ] as const)('%s ends %s with code %i, and the server with it', async (signal, _who, expected, app, args) => {
    const home = path.join(folder, `${app}-${args.length}`);
    spawnSync('cp', ['-a', template, home]);
    const dataDirectory = path.join(home, 'postgres/cluster/data');
    dataDirectories.push(dataDirectory);
    const inherited = Object.entries(process.env).filter(([name]) => !/^(GABLE_|DATABASE_|PORT$)/.test(name));
    const child = spawn(process.execPath, [path.join(apps, app, 'dist/main.js'), ...args], {
      env: { ...Object.fromEntries(inherited), GABLE_HOME: home, PORT: String(await freePort()), LOG_LEVEL: 'silent' },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit') as Promise<[number | null]>;
    while (findRunningServer(dataDirectory) === undefined) await sleep(5);
    child.kill(signal);
    const [code] = await ended;
    while (findRunningServer(dataDirectory) !== undefined) await sleep(20);
    expect(code).toBe(expected);
  });
});

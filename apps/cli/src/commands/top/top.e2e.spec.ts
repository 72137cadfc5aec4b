import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LOCKS, openDatabase, type Database } from '@gable/persistence';
import { WorkerProcessStore } from '@gable/persistence/operation';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { runGable } from '../../testing/run-gable.js';

const main = path.resolve(__dirname, '../../../dist/main.js');
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-top-'));
let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 2, applicationName: 'gable spec' });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  fs.rmSync(home, { recursive: true });
});

it('gives scripts one document: who runs what, what waits, who holds which lock', async () => {
  const id = '01990000-0000-7000-8000-000000000001';
  await new WorkerProcessStore(database).note(id, { host: 'north', pid: 41, stages: ['ingest', 'matching'] });
  await database.withLock(LOCKS.upkeep, () => {
    const { code, answer } = runGable<Record<string, unknown>>(
      { url: testDatabase.url, home },
      ...['top', '--once', '--interval', '0.2'],
    );
    expect(code).toBe(0);
    expect(answer).toMatchObject({
      stages: [
        { stage: 'ingest', processes: 1, waiting: 0, lagSeconds: 0 },
        { stage: 'matching', processes: 1 },
        { stage: 'delivery', processes: 0 },
        { stage: 'upkeep', processes: 0, waiting: null },
      ],
      unattended: ['delivery', 'upkeep'],
      workers: [{ host: 'north', pid: 41 }],
      perSecond: { states: 0, events: 0, deliveries: 0 },
      locks: [{ lock: 'upkeep', applicationName: 'gable spec', isHeld: true }],
      blocked: [],
    });
    return Promise.resolve();
  });
});

it('takes the terminal, obeys its size, and leaves it as it was at Ctrl-C', async () => {
  // `script` gives it a terminal of its own, as a person has.
  const command = `stty rows 7 columns 30; exec ${process.execPath} ${main} top --interval 0.2`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    env: { ...process.env, DATABASE_URL: testDatabase.url, GABLE_HOME: home, GABLE_TEST_HOME: '', TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  const drawn = new Promise<void>((resolve) =>
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      if (shown.split('\u001b[J').length > 2) resolve();
    }),
  );
  const ended = once(child, 'exit') as Promise<[number | null]>;
  await drawn;
  child.stdin.write('\u0003');
  expect(await ended).toEqual([0, null]);
  expect(shown.startsWith('\u001b[?1049h\u001b[?25l')).toBe(true);
  expect(shown.trimEnd().endsWith('\u001b[?25h\u001b[?1049l')).toBe(true);
  const [frame] = shown.slice(shown.indexOf('\u001b[H') + 3).split('\u001b[J');
  const lines = frame!.replace(/\u001b\[[\d;]*[mK]/g, '').split('\r\n');
  expect(lines).toHaveLength(7);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(30);
});

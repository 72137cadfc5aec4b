import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { runGable } from './testing/run-gable.js';

const cli = path.resolve(__dirname, '..', 'dist/main.js');
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-interrupted-'));
const file = path.join(home, 'store.gable');

let store: TestDatabase;
let database: Database;

beforeAll(async () => {
  store = await createTestDatabase();
  database = await openDatabase(store.url, { poolSize: 2, applicationName: 'spec' });
  await database.query('create table of_somebody (a int)');
  expect(gable('accounts', 'create', 'Before').code).toBe(0);
  expect(gable('backup', file).code).toBe(0);
});
afterAll(async () => {
  await database.close();
  await store.drop();
  fs.rmSync(home, { recursive: true });
});

const gable = (...args: string[]) => runGable<Record<string, unknown>>({ url: store.url, home }, ...args);

const WAITS = `
  select from pg_locks join pg_database on pg_database.oid = database
  where datname = current_database() and locktype = 'relation' and not granted`;

/** Signals a restore once it waits for this table; answers how it ended. */
async function interrupted(signal: NodeJS.Signals, table: string, mode: string): Promise<unknown> {
  return database.transaction(async (holding) => {
    await holding.query(`lock table ${table} in ${mode} mode`);
    const env = { ...process.env, DATABASE_URL: store.url, GABLE_HOME: home, LOG_LEVEL: 'silent', GABLE_TEST_HOME: '' };
    const child = spawn(process.execPath, [cli, 'restore', '--replace', file, '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    while ((await database.query(WAITS)).length === 0) await sleep(20);
    child.kill(signal);
    const [code, by] = (await once(child, 'close')) as unknown[];
    return { code, by, answer: output === '' ? '' : (JSON.parse(output) as unknown) };
  });
}

it('says that a restore that is interrupted before its rows are there is run again or given up', async () => {
  expect(await interrupted('SIGTERM', 'listing', 'share')).toEqual({
    code: 1,
    by: null,
    answer: { error: expect.stringMatching(/^Interrupted\. .*Run gable restore again.*gable restore --cancel$/) },
  });
  expect(gable('status')).toMatchObject({ code: 1, answer: { error: expect.stringContaining('restore --cancel') } });
  expect(gable('restore', '--cancel')).toMatchObject({ code: 0, answer: { cancelled: true } });
  expect(gable('status').code).toBe(0);
  expect(await database.query(`select name from account where name = 'Before'`)).toHaveLength(1);
}, 120_000);

it('says that one that is interrupted after that is finished by gable migrate, and does not let it be given up', async () => {
  // Beside Gable's tables, so that only the statistics at the end wait for it.
  expect(await interrupted('SIGINT', 'of_somebody', 'share update exclusive')).toEqual({
    code: 1,
    by: null,
    answer: { error: expect.stringMatching(/^Interrupted\. .* only its end is missing: run gable migrate\.$/) },
  });
  const helps = { code: 1, answer: { error: expect.stringMatching(/run gable migrate\.$/) } };
  expect(gable('status')).toMatchObject(helps);
  expect(gable('restore', '--cancel')).toMatchObject(helps);
  expect(gable('migrate').code).toBe(0);
  expect(gable('status').code).toBe(0);
}, 120_000);

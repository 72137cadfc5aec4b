import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { runGable } from '../testing/run-gable.js';

const cli = path.resolve(__dirname, '../..', 'dist/main.js');
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-migrate-'));

let store: TestDatabase;
let database: Database;

beforeAll(async () => {
  store = await createTestDatabase();
  database = await openDatabase(store.url, { poolSize: 2, applicationName: 'spec' });
});
afterAll(async () => {
  await database.close();
  await store.drop();
  fs.rmSync(home, { recursive: true });
});

const WAITS = `
  select from pg_locks join pg_database on pg_database.oid = database
  where datname = current_database() and locktype = 'relation' and not granted`;

it.each(['SIGTERM', 'SIGINT'] as const)(
  'says at %s that it is interrupted, and that it is run again, and leaves no statement behind',
  async (signal) => {
    const ended = await database.transaction(async (holding) => {
      await holding.query('lock table gable_migration in access exclusive mode');
      const env = {
        ...process.env,
        DATABASE_URL: store.url,
        GABLE_HOME: home,
        LOG_LEVEL: 'silent',
        GABLE_TEST_HOME: '',
      };
      const child = spawn(process.execPath, [cli, 'migrate', '--json'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      while ((await database.query(WAITS)).length === 0) await sleep(20);
      child.kill(signal);
      const [code] = (await once(child, 'close')) as unknown[];
      while ((await database.query(WAITS)).length > 0) await sleep(20); // nobody waits for the answer any more
      return { code, output };
    });
    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.output)).toEqual({
      error: 'Interrupted. Applied migrations stay; run gable migrate again.',
    });
    expect(runGable({ url: store.url, home }, 'migrate')).toMatchObject({ code: 0, answer: { applied: [] } });
  },
  60_000,
);

it('says of a role without rights that it is the wrong one', async () => {
  const role = `reader_${process.pid}`;
  await database.query(`create role ${role} login password 'reads'`);
  try {
    const url = new URL(store.url);
    [url.username, url.password] = [role, 'reads'];
    expect(runGable({ url: url.href, home }, 'accounts', 'create', 'Acme')).toMatchObject({
      code: 1,
      answer: {
        error:
          'The role of DATABASE_URL may not do this (permission denied for table gable_migration). ' +
          'Use the role that created the schema.',
      },
    });
  } finally {
    await database.query(`drop role ${role}`);
  }
});

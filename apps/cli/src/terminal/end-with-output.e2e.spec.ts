import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@gable/testing';

const cli = path.resolve(__dirname, '../..', 'dist/main.js');
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-output-'));

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(async () => {
  await store.drop();
  fs.rmSync(home, { recursive: true });
});

function start(stdout: 'pipe' | number, ...args: string[]) {
  const env = { ...process.env, DATABASE_URL: store.url, GABLE_HOME: home, LOG_LEVEL: 'silent', GABLE_TEST_HOME: '' };
  const child = spawn(process.execPath, [cli, ...args], { env, stdio: ['ignore', stdout, 'pipe'] });
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { child, said: () => said };
}

it('ends in order, and without a word, once nobody reads any more', async () => {
  const { child, said } = start('pipe', 'top', '--json', '--interval', '1');
  await once(child.stdout!, 'data');
  child.stdout!.destroy();
  const [code] = (await once(child, 'close')) as unknown[];
  expect({ code, said: said() }).toEqual({ code: 1, said: '' });
}, 30_000);

it('says that standard output cannot be written', async () => {
  const full = fs.openSync('/dev/full', 'w');
  try {
    const { child, said } = start(full, 'status');
    const [code] = (await once(child, 'close')) as unknown[];
    expect({ code, said: said() }).toEqual({ code: 1, said: 'Standard output cannot be written (ENOSPC).\n' });
  } finally {
    fs.closeSync(full);
  }
}, 30_000);

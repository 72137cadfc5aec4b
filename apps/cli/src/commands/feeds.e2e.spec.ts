import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AccountStore } from '@gable/persistence/accounts';
import { FeedReaderStore, FeedUploadStore } from '@gable/persistence/feeds';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '@gable/testing';

const root = path.resolve(__dirname, '../../../..');
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-feed-commands-'));
let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 2 });
}, 60_000);
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  fs.rmSync(home, { recursive: true });
});

function gable(...args: readonly string[]): { code: number | null; answer: unknown } {
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.join(root, 'apps/cli/dist/main.js'), ...args, '--json'],
    {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: testDatabase.url, GABLE_HOME: home, GABLE_TEST_HOME: '' },
    },
  );
  return { code: status, answer: stdout === '' ? undefined : JSON.parse(stdout) };
}

const create = (role: string, ...more: string[]) =>
  gable('keys', 'create', '--account', 'Provider', '--role', role, '--name', 'spec', ...more);

async function givenUp(): Promise<string> {
  const { id: accountId } = await new AccountStore(database).ensure('Provider', new Date());
  const [uploads, reader] = [new FeedUploadStore(database), new FeedReaderStore(database)];
  const owner = { accountId, domain: 'agency.example' };
  const id = (await uploads.begin(owner, 100))!;
  await uploads.addPortion(id, 0, Buffer.from('x'));
  const sizes = { receivedBytes: 1, unpackedBytes: 1, portions: 1 };
  await uploads.receive(owner, id, { idempotencyKey: null, contentHash: Buffer.alloc(32), ...sizes });
  await reader.giveUp((await reader.begin(id))!, 'it could not be read');
  return id;
}

it('binds a feed key to its sources, and no other key', () => {
  const sources = ['--source', 'Agency.example', '--source', 'other.example', '--source', 'agency.example'];
  const made = create('ROLE_FEED_PROVIDER', ...sources);
  expect(made).toMatchObject({
    code: 0,
    answer: { role: 'ROLE_FEED_PROVIDER', sources: ['agency.example', 'other.example'] },
  });
  expect(gable('keys', 'list').answer).toMatchObject([{ sources: ['agency.example', 'other.example'] }]);
  for (const refused of [
    create('ROLE_FEED_PROVIDER'),
    create('ROLE_API_CLIENT', '--source', 'agency.example'),
    create('ROLE_FEED_PROVIDER', '--source', 'no host/name'),
  ])
    expect(refused).toMatchObject({ code: 2, answer: { error: expect.any(String) as unknown } });
  expect(gable('keys', 'list').answer).toHaveLength(1);
}, 60_000);

it('shows what was given up, and has it read again or dropped', async () => {
  const id = await givenUp();
  expect(gable('feeds', 'list').answer).toMatchObject([
    { id, account: 'Provider', domain: 'agency.example', state: 'FAILED', reason: 'it could not be read', attempts: 1 },
  ]);
  expect(gable('feeds', 'list', '--state', 'DONE').answer).toEqual([]);
  expect(gable('feeds', 'retry', id)).toEqual({ code: 0, answer: { id, retried: true } });
  expect(gable('feeds', 'retry', id).code).toBe(1);
  expect(gable('feeds', 'list').answer).toMatchObject([{ state: 'WAITING', reason: null }]);
  const other = await givenUp();
  expect(gable('feeds', 'drop', other)).toEqual({ code: 0, answer: { id: other, dropped: true } });
  expect(gable('feeds', 'retry', other).code).toBe(1);
  expect(gable('feeds', 'drop', 'nonsense').code).toBe(1);
  const refused = await givenUp();
  expect(gable('feeds', 'retry', refused, '--force', '--by', 'Ada').code).toBe(0);
  expect(await database.query('select force from feed_job where id = $1', [refused])).toEqual([{ force: true }]);
  const audit = gable('audit', 'list').answer as { action: string }[];
  expect(audit.filter(({ action }) => action.startsWith('feeds'))).toMatchObject([
    { actor: 'Ada', action: 'feeds retry', subject: { id: refused, force: true } },
    { action: 'feeds retry', subject: { id, force: false } },
  ]);
}, 60_000);

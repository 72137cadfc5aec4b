import { ApiKeyStore } from '@gable/persistence/accounts';
import { openDatabase, type Database } from '@gable/persistence';
import { hashApiKey, parseApiKey } from '@gable/runtime';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readyDemoKeys } from './demo-keys.js';

const pepper = 'a pepper for the demo keys';
let testDatabase: TestDatabase;
let database: Database;
let home: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url);
}, 60_000);
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-demo-keys-'));
});
afterEach(() => fs.rmSync(home, { recursive: true }));

describe('readyDemoKeys', () => {
  it('makes a valid key per role and keeps them for nobody else to read', async () => {
    const keys = await readyDemoKeys(database, home, pepper);
    const file = path.join(home, 'demo-keys.json');
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(keys);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    for (const [role, apiKey] of Object.entries(keys)) {
      const stored = await new ApiKeyStore(database).findByKeyId(parseApiKey(apiKey!)!.keyId);
      expect(stored).toMatchObject({ role, accountName: 'demo', secretHash: hashApiKey(apiKey!, pepper) });
    }
    expect(Object.keys(keys)).toEqual(['ROLE_API_CLIENT', 'ROLE_SAAS_USER']);
  });

  it('shows the same keys at every start', async () => {
    expect(await readyDemoKeys(database, home, pepper)).toEqual(await readyDemoKeys(database, home, pepper));
  });

  it('shows the same keys where several starts of one home are at it at once', async () => {
    const starts = await Promise.all([1, 2, 3].map(() => readyDemoKeys(database, home, pepper)));
    expect(new Set(starts.map((keys) => JSON.stringify(keys))).size).toBe(1);
    expect(starts[0]).toEqual(JSON.parse(fs.readFileSync(path.join(home, 'demo-keys.json'), 'utf8')));
  });

  it('does not replace a key that somebody revoked, at this start or a later one', async () => {
    const before = await readyDemoKeys(database, home, pepper);
    const store = new ApiKeyStore(database);
    const stored = await store.findByKeyId(parseApiKey(before.ROLE_SAAS_USER!)!.keyId);
    await store.revoke(stored!.apiKeyUuid, new Date());
    for (let start = 0; start < 2; start += 1)
      expect(await readyDemoKeys(database, home, pepper)).toEqual({ ...before, ROLE_SAAS_USER: null });
  });

  it.each([
    ['a damaged file', '{'],
    ['another shape', '[1]'],
    ['null', 'null'],
  ])('makes new ones where it finds %s', async (_what, text) => {
    fs.writeFileSync(path.join(home, 'demo-keys.json'), text);
    const keys = await readyDemoKeys(database, home, pepper);
    expect(parseApiKey(keys.ROLE_API_CLIENT!)).toBeDefined();
  });

  it('makes new ones under another pepper', async () => {
    const before = await readyDemoKeys(database, home, pepper);
    expect((await readyDemoKeys(database, home, 'another pepper')).ROLE_API_CLIENT).not.toBe(before.ROLE_API_CLIENT);
  });
});

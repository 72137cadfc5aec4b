import { quotasWith } from '@gable/domain';
import { createTestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { AccountStore } from './account-store.js';
import { ApiKeyStore, apiKeyStatus } from './api-key-store.js';
import { QuotaStore } from './quota-store.js';

const NOW = new Date('2026-03-01T10:00:00.000Z');
const UNTIL = new Date('2026-03-02T10:00:00.000Z');
const QUOTAS = quotasWith({ keys: 1 });
const SECRET = { secretHash: Buffer.alloc(32), pepperId: 'pepper' };

let database: Database;
let drop: () => Promise<void>;
let keys: ApiKeyStore;
let accountId: string;
let old: string;

beforeAll(async () => {
  const test = await createTestDatabase();
  [database, drop] = [await openDatabase(test.url, { poolSize: 4 }), () => test.drop()];
  keys = new ApiKeyStore(database, QUOTAS);
});
afterAll(async () => {
  await database.close();
  await drop();
});
let accounts = 0;
beforeEach(async () => {
  ({ id: accountId } = await new AccountStore(database).ensure(`Account ${(accounts += 1)}`, NOW));
  const key = { ...SECRET, accountId, keyId: `old ${accounts}`, role: 'ROLE_FEED_PROVIDER' as const, name: 'nightly' };
  old = await keys.create({ ...key, sources: ['a.example'] }, NOW);
});

const replace = (id = old) => keys.replace(id, { ...SECRET, keyId: `new ${accounts}` }, NOW, UNTIL);
const statuses = async (at: Date) => (await keys.list(accountId)).map((key) => apiKeyStatus(key, at));
const used = async () => (await new QuotaStore(database, QUOTAS).read(accountId)).keys.used;

it('gives the new key what the old one had, and leaves the old one good for a while', async () => {
  expect(await replace()).toMatchObject({ role: 'ROLE_FEED_PROVIDER', sources: ['a.example'], name: 'nightly' });
  expect(await statuses(NOW)).toEqual(['ACTIVE', 'ACTIVE']);
  expect(await statuses(UNTIL)).toEqual(['REVOKED', 'ACTIVE']);
});

it('ends the new key when the old one would have ended, unless it is told another end', async () => {
  const [soon, end, later] = [1, 48, 96].map((hours) => new Date(NOW.getTime() + hours * 3_600_000)) as [
    Date,
    Date,
    Date,
  ];
  const replaced = async (expiresAt: Date, own?: Date) => {
    const keyId = `ends ${(accounts += 1)}`;
    const key = { ...SECRET, accountId, keyId, role: 'ROLE_API_CLIENT' as const, name: 'a contract', expiresAt };
    const uuid = await new ApiKeyStore(database).create(key, NOW);
    return keys.replace(uuid, { ...SECRET, keyId: `${keyId} anew`, expiresAt: own }, NOW, UNTIL);
  };
  expect(await replaced(end)).toMatchObject({ expiresAt: end, replacedUntil: UNTIL });
  expect(await replaced(soon, later)).toMatchObject({ expiresAt: later, replacedUntil: soon });
  expect((await keys.list(accountId)).map(({ expiresAt }) => expiresAt)).toEqual([null, end, end, soon, later]);
});

it('needs no room beside what the old one took, and revoking the old one at once gives none back', async () => {
  await replace();
  expect(await used()).toBe(1);
  expect(await keys.revoke(old, NOW)).toBe(true);
  expect(await statuses(NOW)).toEqual(['REVOKED', 'ACTIVE']);
  expect(await used()).toBe(1);
});

it('replaces a key once, and none that was revoked or has expired', async () => {
  const [first, second] = await Promise.all([
    keys.replace(old, { ...SECRET, keyId: `one ${accounts}` }, NOW, UNTIL),
    keys.replace(old, { ...SECRET, keyId: `two ${accounts}` }, NOW, UNTIL),
  ]);
  expect([first, second].filter((made) => made !== null)).toHaveLength(1);
  const { apiKeyUuid } = (first ?? second)!;
  await keys.revoke(apiKeyUuid, NOW);
  expect(await replace(apiKeyUuid)).toBeNull();
  const key = { ...SECRET, accountId, keyId: `expired ${accounts}`, role: 'ROLE_API_CLIENT' as const, name: 'short' };
  expect(await replace(await keys.create({ ...key, expiresAt: NOW }, NOW))).toBeNull();
});

it('lists accounts by name with what they have, and keeps the date of one that is blocked twice', async () => {
  const store = new AccountStore(database);
  await store.block(accountId, NOW);
  await store.block(accountId, UNTIL);
  const found = () => store.list().then((all) => all.find(({ id }) => id === accountId));
  expect(await found()).toMatchObject({ name: `Account ${accounts}`, blockedAt: NOW, keys: 1, alerts: 0 });
  await store.unblock(accountId, UNTIL);
  expect(await found()).toMatchObject({ blockedAt: null });
  expect(await store.create(`Account ${accounts}`, NOW)).toBeNull();
});

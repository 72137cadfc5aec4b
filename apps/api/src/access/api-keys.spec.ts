import { crc32 } from 'node:zlib';
import { generateApiKey, hashApiKey } from '@gable/runtime';
import type { StoredApiKey } from '@gable/persistence/accounts';
import { Problem } from '../http/problem.js';
import { ApiKeys } from './api-keys.js';

const PEPPER = 'pepper';

/** A key of that id with another secret, and the check sum that belongs to it. */
function anotherWithId(keyId: string): string {
  const body = `gbl_live_${keyId}_${'0'.repeat(32)}`;
  const digits = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
  const check = Array.from({ length: 6 }, (_, n) => digits[Math.floor(crc32(body) / 62 ** (5 - n)) % 62]);
  return body + check.join('');
}

function setUp() {
  const clock = { now: 1_000_000 };
  const stored = new Map<string, StoredApiKey>();
  const lookUps: string[] = [];
  const find = async (keyId: string) => {
    lookUps.push(keyId);
    return stored.get(keyId) ?? null;
  };
  const apiKeys = new ApiKeys({ find }, PEPPER, { renewHash: () => Promise.resolve() }, () => clock.now);
  const issue = (changes: Partial<StoredApiKey> = {}) => {
    const { apiKey, keyId } = generateApiKey();
    stored.set(keyId, {
      apiKeyUuid: `uuid of ${keyId}`,
      keyId,
      accountId: 'account',
      accountName: 'Account',
      name: 'key',
      role: 'ROLE_API_CLIENT',
      scopes: [],
      plan: null,
      requestsPerMinute: { key: null, account: null, plan: null },
      sources: [],
      secretHash: hashApiKey(apiKey, PEPPER),
      createdAt: new Date(0),
      expiresAt: null,
      revokedAt: null,
      accountBlockedAt: null,
      ...changes,
    });
    return { apiKey, keyId };
  };
  const outcome = (key: string | undefined, address = '192.0.2.1') =>
    apiKeys.admit(key, address).then(
      (caller) => caller.apiKeyUuid,
      (error: unknown) => (error instanceof Problem ? error.kind : error),
    );
  return { clock, stored, lookUps, issue, outcome };
}

it('looks a key up once in five seconds, however often it is shown', async () => {
  const { clock, lookUps, issue, outcome } = setUp();
  const { apiKey, keyId } = issue();
  expect(await Promise.all([outcome(apiKey), outcome(apiKey), outcome(apiKey)])).toEqual(
    Array(3).fill(`uuid of ${keyId}`),
  );
  clock.now += 4_999;
  await outcome(apiKey);
  expect(lookUps).toEqual([keyId]);
  clock.now += 2;
  await outcome(apiKey);
  expect(lookUps).toEqual([keyId, keyId]);
});

it('notices the very moment a remembered key expires', async () => {
  const { clock, issue, outcome } = setUp();
  const { apiKey, keyId } = issue({ expiresAt: new Date(clock.now + 100) });
  expect(await outcome(apiKey)).toBe(`uuid of ${keyId}`);
  clock.now += 100;
  expect(await outcome(apiKey)).toBe('unauthorized');
});

it('admits a key that was replaced until the moment it was given, which no memory of it outlasts', async () => {
  const { clock, issue, outcome } = setUp();
  const { apiKey, keyId } = issue({ revokedAt: new Date(clock.now + 100) });
  expect(await outcome(apiKey)).toBe(`uuid of ${keyId}`);
  clock.now += 100;
  expect(await outcome(apiKey)).toBe('unauthorized');
});

it('says nothing about a key to those who lack its secret', async () => {
  const { stored, issue, outcome } = setUp();
  const { keyId } = issue({ accountBlockedAt: new Date(0) });
  const stranger = generateApiKey();
  stored.set(stranger.keyId, stored.get(keyId)!);
  expect(await outcome(stranger.apiKey)).toBe('unauthorized');
});

it('knows a key that was right only as long as what it knows of the record, and no other secret by it', async () => {
  const { clock, stored, issue, outcome } = setUp();
  const { apiKey, keyId } = issue();
  expect(await outcome(apiKey)).toBe(`uuid of ${keyId}`);
  const other = anotherWithId(keyId);
  expect(await outcome(other)).toBe('unauthorized');
  stored.set(keyId, { ...stored.get(keyId)!, secretHash: hashApiKey(other, PEPPER) });
  expect(await Promise.all([outcome(apiKey), outcome(other)])).toEqual([`uuid of ${keyId}`, 'unauthorized']);
  clock.now += 5_000;
  expect(await Promise.all([outcome(apiKey), outcome(other)])).toEqual(['unauthorized', `uuid of ${keyId}`]);
});

it('does not ask the database about keys whose check sum is wrong', async () => {
  const { lookUps, outcome } = setUp();
  const { apiKey } = generateApiKey();
  expect(await outcome(`${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`)).toBe('unauthorized');
  expect(lookUps).toEqual([]);
});

it('asks once in five seconds about a wrong key that is shown again, and then sees whether it exists', async () => {
  const { clock, stored, lookUps, issue, outcome } = setUp();
  const { apiKey, keyId } = issue();
  const key = stored.get(keyId)!;
  stored.delete(keyId);
  for (let i = 0; i < 100; i += 1) expect(await outcome(apiKey)).toBe('unauthorized');
  expect(lookUps).toEqual([keyId]);
  stored.set(keyId, key);
  clock.now += 5_000;
  expect(await outcome(apiKey)).toBe(`uuid of ${keyId}`);
});

it('asks once in five seconds about a known key with wrong secrets', async () => {
  const { stored, lookUps, outcome } = setUp();
  const { apiKey, keyId } = generateApiKey();
  stored.set(keyId, { secretHash: hashApiKey(generateApiKey().apiKey, PEPPER) } as StoredApiKey);
  for (let i = 0; i < 100; i += 1) expect(await outcome(apiKey)).toBe('unauthorized');
  expect(lookUps).toEqual([keyId]);
});

it('remembers the keys of customers however many guesses come', async () => {
  const { lookUps, issue, outcome } = setUp();
  const { apiKey, keyId } = issue();
  await outcome(apiKey);
  for (let i = 0; i < 10_500; i += 1) expect(await outcome(generateApiKey().apiKey)).toBe('unauthorized');
  expect(await outcome(apiKey)).toBe(`uuid of ${keyId}`);
  expect(lookUps.filter((id) => id === keyId)).toHaveLength(1);
});

it('asks again after a failure of the database', async () => {
  const { stored, issue, outcome } = setUp();
  const { apiKey, keyId } = issue();
  jest.spyOn(stored, 'get').mockImplementationOnce(() => {
    throw new Error('gone');
  });
  expect(await outcome(apiKey)).toEqual(new Error('gone'));
  expect(await outcome(apiKey)).toBe(`uuid of ${keyId}`);
});

import { generateApiKey, hashApiKey } from '@gable/runtime';
import type { StoredApiKey } from '@gable/persistence/accounts';
import { Problem } from '../http/problem.js';
import { ApiKeys } from './api-keys.js';
import { FailedKeys } from './failed-keys.js';

const PEPPER = 'pepper';

function setUp() {
  const clock = { now: 1_000_000 };
  const stored = new Map<string, StoredApiKey>();
  const lookUps: string[] = [];
  const findByKeyId = (keyId: string) => {
    lookUps.push(keyId);
    return Promise.resolve(stored.get(keyId) ?? null);
  };
  const now = () => clock.now;
  const apiKeys = new ApiKeys({ findByKeyId }, PEPPER, new FailedKeys(3, now), now);
  const issue = (changes: Partial<StoredApiKey> = {}) => {
    const { apiKey, keyId } = generateApiKey();
    stored.set(keyId, {
      apiKeyUuid: `uuid of ${keyId}`,
      accountId: 'account',
      accountName: 'Account',
      name: 'key',
      role: 'ROLE_API_CLIENT',
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

it('says nothing about a key to those who lack its secret', async () => {
  const { stored, issue, outcome } = setUp();
  const { keyId } = issue({ accountBlockedAt: new Date(0) });
  const stranger = generateApiKey();
  stored.set(stranger.keyId, stored.get(keyId)!);
  expect(await outcome(stranger.apiKey)).toBe('unauthorized');
});

it('does not ask the database about keys whose check sum is wrong', async () => {
  const { lookUps, outcome } = setUp();
  const { apiKey } = generateApiKey();
  expect(await outcome(`${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`)).toBe('unauthorized');
  expect(lookUps).toEqual([]);
});

it('stops looking up keys for an address that showed too many unknown ones, but not for keys it knows, nor for others', async () => {
  const { clock, lookUps, issue, outcome } = setUp();
  const known = issue();
  await outcome(known.apiKey);
  for (let i = 0; i < 3; i++) expect(await outcome(generateApiKey().apiKey)).toBe('unauthorized');
  expect(await outcome(generateApiKey().apiKey)).toBe('too-many-requests');
  expect(lookUps).toHaveLength(4);
  expect(await outcome(known.apiKey)).toBe(`uuid of ${known.keyId}`);
  expect(await outcome(generateApiKey().apiKey, '192.0.2.2')).toBe('unauthorized');
  clock.now += 20_000; // what was remembered of the known key is stale by now: it is looked up, not refused
  expect(await outcome(generateApiKey().apiKey)).toBe('too-many-requests');
  expect(await outcome(known.apiKey)).toBe(`uuid of ${known.keyId}`);
  clock.now += 60_000;
  expect(await outcome(generateApiKey().apiKey)).toBe('unauthorized');
});

it('looks no more of them up when they all come at once', async () => {
  const { lookUps, issue, outcome } = setUp();
  const good = issue();
  expect(await outcome(good.apiKey)).toBe(`uuid of ${good.keyId}`);
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(generateApiKey().apiKey)));
  expect(outcomes.sort()).toEqual([
    ...Array<string>(47).fill('too-many-requests'),
    ...Array<string>(3).fill('unauthorized'),
  ]);
  expect(lookUps).toHaveLength(4);
});

it('does not count good keys, nor failures of the database, as unknown ones', async () => {
  const { lookUps, stored, issue, outcome } = setUp();
  for (let i = 0; i < 10; i += 1) {
    const { apiKey, keyId } = issue();
    expect(await outcome(apiKey)).toBe(`uuid of ${keyId}`);
  }
  jest.spyOn(stored, 'get').mockImplementation(() => {
    throw new Error('gone');
  });
  for (let i = 0; i < 10; i += 1) expect(await outcome(generateApiKey().apiKey)).toEqual(new Error('gone'));
  jest.mocked(stored.get).mockRestore();
  for (let i = 0; i < 3; i += 1) expect(await outcome(generateApiKey().apiKey)).toBe('unauthorized');
  expect(await outcome(generateApiKey().apiKey)).toBe('too-many-requests');
  expect(lookUps).toHaveLength(23);
});

it('asks the database once in five seconds about a known key with wrong secrets', async () => {
  const { stored, lookUps, outcome } = setUp();
  const { apiKey, keyId } = generateApiKey();
  stored.set(keyId, { secretHash: hashApiKey(generateApiKey().apiKey, PEPPER) } as StoredApiKey);
  for (let i = 0; i < 100; i += 1) expect(await outcome(apiKey)).toBe('unauthorized');
  expect(lookUps).toEqual([keyId]);
});

it('asks again after a failure of the database', async () => {
  const now = () => 0;
  let fails = true;
  const { apiKey, keyId } = generateApiKey();
  const apiKeys = new ApiKeys(
    { findByKeyId: () => (fails ? Promise.reject(new Error('gone')) : Promise.resolve(null)) },
    PEPPER,
    new FailedKeys(3, now),
    now,
  );
  await expect(apiKeys.admit(apiKey, keyId)).rejects.toThrow('gone');
  fails = false;
  await expect(apiKeys.admit(apiKey, keyId)).rejects.toThrow('not valid');
});

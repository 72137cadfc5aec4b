import type { StoredApiKey } from '@gable/persistence/accounts';
import { generateApiKey, hashApiKey, isSameApiKey, KeyRing } from '@gable/runtime';
import { ApiKeys } from './api-keys.js';

const [OLD, NEW] = ['o', 'n'].map((letter) => letter.repeat(32)) as [string, string];

function setUp(peppers: KeyRing, hashedUnder: string) {
  const { apiKey } = generateApiKey();
  let stored = {
    apiKeyUuid: 'k',
    accountId: 'a',
    role: 'ROLE_API_CLIENT',
    requestsPerMinute: { key: null, account: null, plan: null },
    secretHash: hashApiKey(apiKey, hashedUnder),
  };
  const renewed: string[] = [];
  const store = {
    find: () => Promise.resolve(stored as unknown as StoredApiKey),
    renewHash: (_: unknown, next: { secretHash: Buffer; pepperId: string }) => {
      renewed.push(next.pepperId);
      stored = { ...stored, ...next };
      return Promise.resolve();
    },
  };
  return { apiKey, apiKeys: new ApiKeys(store, peppers, store), renewed, hash: () => stored.secretHash };
}

it('admits a key under an older pepper, and puts it under the present one when it is used', async () => {
  const peppers = new KeyRing([NEW, OLD]);
  const { apiKey, apiKeys, renewed, hash } = setUp(peppers, OLD);
  for (let times = 0; times < 3; times += 1)
    expect(await apiKeys.admit(apiKey, '::1')).toMatchObject({ accountId: 'a' });
  expect(renewed).toEqual([peppers.active.id]);
  expect(isSameApiKey(apiKey, NEW, hash())).toBe(true);
});

it('refuses a key whose pepper was dropped', async () => {
  const { apiKey, apiKeys, renewed } = setUp(new KeyRing([NEW]), OLD);
  await expect(apiKeys.admit(apiKey, '::1')).rejects.toThrow('not valid');
  expect(renewed).toEqual([]);
});

it('admits a key under a pepper that was added since this process began', async () => {
  let secrets = [OLD];
  let told = secrets;
  const learn = () => (told === secrets ? undefined : (told = secrets));
  const { apiKey, apiKeys } = setUp(new KeyRing(secrets, learn), NEW);
  await expect(apiKeys.admit(apiKey, '::1')).rejects.toThrow('not valid');
  secrets = [NEW, OLD];
  expect(await apiKeys.admit(apiKey, '::1')).toMatchObject({ accountId: 'a' });
});

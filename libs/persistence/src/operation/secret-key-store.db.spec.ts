import { fixedSecrets, makeSecret, Sealer, SECRET_KINDS, SecretRings, type SecretKind } from '@gable/runtime';
import { createTestDatabase, DeliveryFixture, type TestDatabase } from '@gable/testing';
import { AccountStore, ApiKeyStore } from '../accounts/index.js';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { SecretKeyStore } from './secret-key-store.js';

let testDatabase: TestDatabase;
let database: Database;
let store: SecretKeyStore;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 8 });
  store = new SecretKeyStore(database);
});
beforeEach(() => database.query('truncate secret_key, api_key, alert, account cascade'));
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const make = () =>
  Object.fromEntries(SECRET_KINDS.map((kind) => [kind, makeSecret(kind)])) as Record<SecretKind, string>;
const NONE = { keyPepper: [], cursorSecret: [], signingKeyEncryptionKey: [] };

it('writes down the secrets of the first process, and lets in those that have the same', async () => {
  const secrets = make();
  await store.admit(fixedSecrets(secrets));
  await store.admit(fixedSecrets(secrets));
  const keys = await store.list();
  expect(keys.map(({ kind, state }) => [kind, state])).toEqual([
    ['cursorSecret', 'ACTIVE'],
    ['keyPepper', 'ACTIVE'],
    ['signingKeyEncryptionKey', 'ACTIVE'],
  ]);
  const stored = JSON.stringify(
    await database.query('select encode(fingerprint, $1) as f, * from secret_key', ['escape']),
  );
  for (const secret of Object.values(secrets)) expect(stored).not.toContain(secret.slice(0, 12));
});

it.each(SECRET_KINDS)('refuses a process with another %s, and says what to do', async (kind) => {
  const secrets = make();
  await store.admit(fixedSecrets(secrets));
  const other = store.admit(fixedSecrets({ ...secrets, [kind]: makeSecret(kind) }));
  await expect(other).rejects.toThrow(new RegExp(`the ${kind} [0-9a-f]{8} is missing[^]*GABLE_SECRETS_FILE[^]*adopt`));
  await expect(other).rejects.toMatchObject({ code: 'SECRETS_REFUSED' });
});

it('lets one of several in that begin at once on an empty database', async () => {
  const begun = await Promise.allSettled(Array.from({ length: 8 }, () => store.admit(fixedSecrets(make()))));
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await store.list()).toHaveLength(3);
});

it('lets a process in that also reads with a secret nobody uses yet, and none that writes with it', async () => {
  const [secrets, next] = [make(), makeSecret('keyPepper')];
  await store.admit(fixedSecrets(secrets));
  await store.admit(new SecretRings({ ...secrets, alsoRead: { ...NONE, keyPepper: [next] } }));
  const early = new SecretRings({ ...secrets, keyPepper: next, alsoRead: { ...NONE, keyPepper: [secrets.keyPepper] } });
  await expect(store.admit(early)).rejects.toThrow(/is not in use yet; gable secrets rotate/);
});

it('refuses secrets that are younger than the API keys of a database without fingerprints', async () => {
  const { id: accountId } = await new AccountStore(database).ensure('Customer', new Date());
  const key = {
    accountId,
    keyId: '0123456789',
    secretHash: Buffer.alloc(32),
    role: 'ROLE_API_CLIENT' as const,
    name: 'k',
  };
  await new ApiKeyStore(database).create(key, new Date('2026-01-01T00:00:00Z'));
  const made = new SecretRings({ ...make(), alsoRead: NONE, madeAt: '2026-02-01T00:00:00.000Z' });
  await expect(store.admit(made)).rejects.toThrow(/API keys that are older than these secrets/);
  const secrets = make();
  await store.admit(fixedSecrets(secrets)); // a file of before does not say when it was made
  expect(await database.query('select pepper_id from api_key')).toEqual([
    { pepper_id: fixedSecrets(secrets).keyPepper.active.id },
  ]);
});

it('refuses secrets that open nothing of what is sealed; "adopt" goes on with them', async () => {
  const sealer = new Sealer(makeSecret('signingKeyEncryptionKey'));
  const fixture = new DeliveryFixture(database, sealer);
  await fixture.alert({ accountId: await fixture.account(), address: 'https://hook.example/a' });
  const other = fixedSecrets(make());
  await expect(store.admit(other)).rejects.toThrow(/no signingKeyEncryptionKey of this process opens/);
  await store.adopt(other);
  await store.admit(other);
});

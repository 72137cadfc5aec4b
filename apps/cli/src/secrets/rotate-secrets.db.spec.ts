import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AccountStore, ApiKeyStore } from '@gable/persistence/accounts';
import { LOCKS, openDatabase, type Database } from '@gable/persistence';
import { AuditStore, ResealStore, SecretKeyStore } from '@gable/persistence/operation';
import {
  generateApiKey,
  hashApiKey,
  isSameApiKey,
  makeSecret,
  openSecrets,
  readSecretsFile,
  SealBroken,
  Sealer,
  type SecretKind,
  type SecretRings,
} from '@gable/runtime';
import {
  createTestDatabase,
  DeliveryFixture,
  endLockHolder,
  FIXTURE_SIGNING_KEY,
  type TestDatabase,
} from '@gable/testing';
import { chooseKeys } from './choose-keys.js';
import { rotateSecrets } from './rotate-secrets.js';

const by = 'the spec';
let testDatabase: TestDatabase;
let database: Database;
let home: string;
let rings: SecretRings;
let accountId: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 4 });
});
beforeEach(async () => {
  await database.query('truncate secret_key, api_key, alert, audit_entry, account cascade');
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-rotate-'));
  rings = openSecrets({ home });
  await new SecretKeyStore(database).admit(rings);
  accountId = (await new AccountStore(database).ensure('Customer', new Date())).id;
});
afterEach(() => fs.rmSync(home, { recursive: true }));
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Alerts of one destination, each with its own sealed key. */
async function addAlerts(count: number): Promise<string[]> {
  const fixture = new DeliveryFixture(database, new Sealer(rings.signingKeyEncryptionKey));
  const made = [];
  for (let at = 0; at < count; at += 1)
    made.push(await fixture.alert({ accountId, address: 'https://hook.example/alerts' }));
  return made.map(({ id }) => id);
}

async function addKey(pepperId?: string): Promise<string> {
  const { apiKey, keyId } = generateApiKey();
  const secretHash = hashApiKey(apiKey, rings.keyPepper.active.secret);
  const key = { accountId, keyId, secretHash, pepperId, role: 'ROLE_API_CLIENT' as const, name: 'spec' };
  await new ApiKeyStore(database).create(key, new Date());
  return apiKey;
}

const place = (rowId: string) => ({ table: 'alert', column: 'signing_key', rowId });
const sealedKeys = async () =>
  new Map(
    (await database.query<{ id: string; sealed: Buffer }>('select id, signing_key as sealed from alert')).map((row) => [
      row.id,
      row.sealed,
    ]),
  );

async function expectAllOpen(sealer: Sealer): Promise<void> {
  for (const [id, sealed] of await sealedKeys()) expect(sealer.open(sealed, place(id))).toBe(FIXTURE_SIGNING_KEY);
}

const file = () => readSecretsFile(path.join(home, 'secrets.json'));

it('seals everything anew under new secrets, which a running process learns, and keeps the old ones', async () => {
  const [one, other] = (await addAlerts(5)) as [string, string];
  const apiKey = await addKey(rings.keyPepper.active.id);
  const before = file();
  const running = new Sealer(rings.signingKeyEncryptionKey); // a process that goes on with what it has
  expect(await rotateSecrets(database, { home }, { by })).toEqual({ sealed: 5, remaining: 1 });

  await expectAllOpen(running);
  const sealed = await sealedKeys();
  for (const value of sealed.values()) expect(value.subarray(0, 5)).toEqual(running.prefix);
  expect(() => running.open(sealed.get(one)!, place(other))).toThrow(SealBroken);
  const after = file();
  for (const kind of ['keyPepper', 'cursorSecret', 'signingKeyEncryptionKey'] as const) {
    expect(after[kind]).not.toBe(before[kind]);
    expect(after.alsoRead![kind]).toEqual([before[kind]]);
  }
  expect(after.postgresPassword).toBe(before.postgresPassword);
  expect(isSameApiKey(apiKey, rings.keyPepper, hashApiKey(apiKey, before.keyPepper))).toBe(true);
  await new SecretKeyStore(database).admit(openSecrets({ home }));
  const [entry] = await new AuditStore(database).list(1);
  expect(entry).toMatchObject({ actor: by, action: 'secrets rotate', outcome: { sealed: 5, remaining: 1 } });
  expect(JSON.stringify(entry)).not.toContain(after.keyPepper);
}, 30_000);

it('goes on where it was killed, wherever that was, and makes no second set of secrets', async () => {
  await addAlerts(1_100);
  const origin = { home };
  const store = new SecretKeyStore(database);
  chooseKeys(origin, await store.list(), false); // killed after the file
  const added = file().alsoRead!;
  await expectAllOpen(new Sealer(openSecrets(origin).signingKeyEncryptionKey));
  await store.activate(chooseKeys(origin, await store.list(), false)); // killed after the database
  await store.admit(openSecrets(origin));
  let killed = 0;
  const kill = (): void => {
    killed += 1;
    if (killed === 1) throw new Error('killed');
  };
  await expect(rotateSecrets(database, origin, { by, onProgress: kill })).rejects.toThrow('killed');
  const half = [...(await new ResealStore(database).countKeys()).values()];
  expect(half.sort((a, b) => a - b)).toEqual([500, 600]);
  await expectAllOpen(new Sealer(rings.signingKeyEncryptionKey)); // whoever runs meanwhile reads both
  await store.admit(openSecrets(origin));

  expect(await rotateSecrets(database, origin, { by })).toEqual({ sealed: 600, remaining: 0 });
  expect(file().signingKeyEncryptionKey).toBe(added.signingKeyEncryptionKey![0]);
  expect(file().keyPepper).toBe(added.keyPepper![0]);
  expect((await store.list()).map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
    'cursorSecret ACTIVE',
    'cursorSecret RETIRED',
    'keyPepper ACTIVE',
    'keyPepper RETIRED',
    'signingKeyEncryptionKey ACTIVE',
    'signingKeyEncryptionKey RETIRED',
  ]);
  await expectAllOpen(new Sealer(file().signingKeyEncryptionKey));
}, 60_000);

it('leaves a value alone that is written meanwhile, and one that does not open', async () => {
  const [written, broken] = (await addAlerts(3)) as [string, string];
  const sealer = new Sealer(makeSecret('signingKeyEncryptionKey'));
  const foreign = sealer.seal('whsec_lost', place(broken));
  await database.query('update alert set signing_key = $2 where id = $1', [broken, foreign]);
  const reseal = new ResealStore({
    query: async <Row extends object>(text: string, parameters?: readonly unknown[]) => {
      if (text.includes('update alert'))
        await database.query('update alert set signing_key = $2 where id = $1', [
          written,
          new Sealer(rings.signingKeyEncryptionKey).seal('whsec_newer', place(written)),
        ]);
      return database.query<Row>(text, parameters);
    },
  });
  const next = new Sealer(makeSecret('signingKeyEncryptionKey'));
  const both = { open: new Sealer(rings.signingKeyEncryptionKey), seal: next };
  const joined = {
    prefix: next.prefix,
    open: both.open.open.bind(both.open),
    seal: next.seal.bind(next),
  } as unknown as Sealer;
  const portions = [];
  for await (const portion of reseal.reseal(joined)) portions.push(portion);
  expect(portions).toEqual([1]);
  const sealed = await sealedKeys();
  expect(both.open.open(sealed.get(written)!, place(written))).toBe('whsec_newer');
  expect(sealed.get(broken)).toEqual(foreign);
});

it('forgets secrets eight days after nothing stood under them, from the file too', async () => {
  await addAlerts(2);
  await rotateSecrets(database, { home }, { by });
  const old = file().alsoRead!;
  await database.query(`update secret_key set since = since - interval '9 days' where state = 'RETIRED'`);
  await rotateSecrets(database, { home }, { by });
  const { alsoRead } = file();
  expect(alsoRead!.signingKeyEncryptionKey).toHaveLength(1);
  expect(alsoRead!.signingKeyEncryptionKey).not.toEqual(old.signingKeyEncryptionKey);
  expect(alsoRead!.cursorSecret).toEqual(expect.arrayContaining(old.cursorSecret!)); // a cursor never expires
}, 30_000);

it('takes those of the environment into use in the order of its steps', async () => {
  const [first, second] = [0, 1].map(() => ({
    keyPepper: makeSecret('keyPepper'),
    cursorSecret: makeSecret('cursorSecret'),
    signingKeyEncryptionKey: makeSecret('signingKeyEncryptionKey'),
  })) as [Record<SecretKind, string>, Record<SecretKind, string>];
  const origin = (...sets: Record<SecretKind, string>[]) => ({
    home,
    givenSecrets: {
      keyPepper: sets.map(({ keyPepper }) => keyPepper),
      cursorSecret: sets.map(({ cursorSecret }) => cursorSecret),
      signingKeyEncryptionKey: sets.map(({ signingKeyEncryptionKey }) => signingKeyEncryptionKey),
    },
  });
  const store = new SecretKeyStore(database);
  rings = openSecrets(origin(first));
  await store.adopt(rings);
  await addAlerts(3);
  await expect(rotateSecrets(database, origin(first), { by })).rejects.toMatchObject({ code: 'NOTHING_TO_ROTATE' });
  await store.admit(openSecrets(origin(first, second)));
  await expect(store.admit(openSecrets(origin(second, first)))).rejects.toThrow('not in use yet');
  expect(await rotateSecrets(database, origin(first, second), { by })).toEqual({ sealed: 3, remaining: 0 });
  await store.admit(openSecrets(origin(second, first)));
  await expectAllOpen(new Sealer(openSecrets(origin(first, second)).signingKeyEncryptionKey));
  await addAlerts(1); // by a process that still has the old order
  expect(await rotateSecrets(database, origin(second, first), { by })).toEqual({ sealed: 1, remaining: 0 });
  await store.admit(openSecrets(origin(second)));
  await expectAllOpen(new Sealer(second.signingKeyEncryptionKey));
});

it('stops where its lock is lost: another run may take newer secrets', async () => {
  await addAlerts(3);
  const reseal = ResealStore.prototype.reseal;
  jest.spyOn(ResealStore.prototype, 'reseal').mockImplementationOnce(async function* (this: ResealStore, sealer) {
    await endLockHolder(database, LOCKS.secretRotation);
    yield* reseal.call(this, sealer);
  });
  await expect(rotateSecrets(database, { home }, { by })).rejects.toThrow('The connection that held a lock was lost');
  const states = (await new SecretKeyStore(database).list()).map(({ state }) => state);
  expect(states).not.toContain('RETIRED');
  expect(await rotateSecrets(database, { home }, { by })).toMatchObject({ remaining: 0 });
  await expectAllOpen(new Sealer(openSecrets({ home }).signingKeyEncryptionKey));
});

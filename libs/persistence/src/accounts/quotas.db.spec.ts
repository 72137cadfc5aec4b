import type { AreaGeometry } from '@gable/domain/geo';
import { QuotaExceeded, quotasWith } from '@gable/domain';
import { Sealer } from '@gable/runtime';
import { ANY_ALERT, createTestDatabase, untilWaiting } from '@gable/testing';
import { AlertStore } from '../alerts/alert-store.js';
import type { Database } from '../database/database.js';
import { newId } from '../database/new-id.js';
import { ShapeStore } from '../geography/shape-store.js';
import { AccountQuotas1764800000017 } from '../migrations/0017-account-quotas.js';
import { openDatabase } from '../open-database.js';
import { FavoriteStore, followMerges } from '../properties/favorite-store.js';
import { AccountStore } from './account-store.js';
import { ApiKeyStore } from './api-key-store.js';
import { PlanStore } from './plan-store.js';
import { QuotaStore } from './quota-store.js';

const NOW = new Date('2026-03-01T10:00:00.000Z');
const QUOTAS = quotasWith({ alerts: 5, shapes: 5, favorites: 5, keys: 5 });
const SQUARE: AreaGeometry = {
  type: 'Polygon',
  coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]], // prettier-ignore
};

let database: Database;
let drop: () => Promise<void>;
let accounts = 0;
let accountId: string;

beforeAll(async () => {
  const test = await createTestDatabase();
  [database, drop] = [await openDatabase(test.url, { poolSize: 10 }), () => test.drop()];
});
afterAll(async () => {
  await database.close();
  await drop();
});
beforeEach(async () => {
  ({ id: accountId } = await newAccount());
});

const newAccount = () => new AccountStore(database).ensure(`Account ${(accounts += 1)}`, NOW);
const alerts = (quotas = QUOTAS) => new AlertStore(database, new Sealer(Buffer.alloc(32).toString('base64')), quotas);
const used = async () => (await new QuotaStore(database, QUOTAS).read(accountId)).alerts.used;

async function keep(properties: readonly string[]): Promise<unknown[]> {
  const store = new FavoriteStore(database, QUOTAS);
  return Promise.allSettled(
    properties.map((id) => database.transaction((transaction) => store.add(accountId, id, NOW, transaction))),
  );
}
async function properties(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId(NOW));
  await database.query(
    `insert into property (id, created_at, updated_at, online_count, revision)
     select id, now(), now(), 0, 1 from unnest($1::uuid[]) id`,
    [ids],
  );
  return ids;
}

/** How many of them succeeded; the others must have been refused for the quota. */
async function succeeded(all: readonly Promise<unknown>[]): Promise<number> {
  const outcomes = await Promise.allSettled(all);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  for (const refusal of refusals) expect(refusal).toBeInstanceOf(QuotaExceeded);
  return outcomes.length - refusals.length;
}
const times = <T>(count: number, work: (n: number) => Promise<T>) => Array.from({ length: count }, (_, n) => work(n));
const key = (n: number) => ({
  accountId,
  keyId: `${accountId.slice(-8)}${n}`,
  secretHash: Buffer.alloc(32),
  role: 'ROLE_API_CLIENT' as const,
  name: 'key',
});

it('lets as many through as an account may have, and not one more of many at once', async () => {
  const shapes = new ShapeStore(database, QUOTAS);
  const keys = new ApiKeyStore(database, QUOTAS);
  expect(await succeeded(times(20, () => alerts().create(accountId, ANY_ALERT, NOW)))).toBe(5);
  expect(await succeeded(times(20, () => shapes.create(accountId, { name: null, geometry: SQUARE }, NOW)))).toBe(5);
  expect(await succeeded(times(20, (n) => keys.create(key(n), NOW)))).toBe(5);
  const [row] = await database.query(
    `select (select count(*) from alert where account_id = $1) as alerts,
      (select count(*) from shape where account_id = $1) as shapes,
      (select count(*) from api_key where account_id = $1) as keys`,
    [accountId],
  );
  expect(row).toEqual({ alerts: 5, shapes: 5, keys: 5 });
  await expect(alerts().create(accountId, ANY_ALERT, NOW)).rejects.toThrow(
    'This account may have 5 alerts and has them.',
  );
});

it('has room again for what was removed, once for each', async () => {
  const made = await Promise.all(times(5, () => alerts().create(accountId, ANY_ALERT, NOW)));
  expect(await alerts().remove(accountId, made[0]!.id, NOW)).toBe(true);
  expect(await alerts().remove(accountId, made[0]!.id, NOW)).toBe(false);
  expect(await used()).toBe(4);
  const keys = new ApiKeyStore(database, QUOTAS);
  const uuids = await Promise.all(times(5, (n) => keys.create(key(n), NOW)));
  expect(await Promise.all(times(3, () => keys.revoke(uuids[0]!, NOW)))).toEqual([true, true, true]);
  expect(await succeeded(times(3, (n) => keys.create(key(10 + n), NOW)))).toBe(1);
});

it('takes no room for what was rolled back', async () => {
  await expect(
    database.transaction(async (transaction) => {
      await alerts().create(accountId, ANY_ALERT, NOW, transaction);
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  expect(await used()).toBe(0);
});

it('obeys what the operator set for one account, up and down and back', async () => {
  const quotas = new QuotaStore(database, QUOTAS);
  await quotas.set(accountId, 'alerts', 7);
  expect(await succeeded(times(10, () => alerts().create(accountId, ANY_ALERT, NOW)))).toBe(7);
  await quotas.set(accountId, 'alerts', 2);
  await expect(alerts().create(accountId, ANY_ALERT, NOW)).rejects.toThrow('This account may have 2 alerts');
  expect((await quotas.read(accountId)).alerts).toEqual({ used: 7, limit: 2, source: 'account', isDefault: false });
  await quotas.set(accountId, 'alerts', null);
  expect((await quotas.read(accountId)).alerts).toEqual({ used: 7, limit: 5, source: 'setting', isDefault: true });
  const none = quotasWith({ shapes: 0 });
  await expect(new ShapeStore(database, none).create(accountId, { name: null, geometry: SQUARE }, NOW)).rejects.toThrow(
    'This account may have 0 drawn areas',
  );
  await quotas.set(accountId, 'shapes', 1);
  await new ShapeStore(database, none).create(accountId, { name: null, geometry: SQUARE }, NOW);
});

it('obeys the account before its plan, its plan before the setting, and what is said there at once', async () => {
  const [quotas, plans] = [new QuotaStore(database, QUOTAS), new PlanStore(database)];
  const create = () => alerts().create(accountId, ANY_ALERT, NOW);
  await plans.set('spec-small', { quotas: { alerts: 3, shapes: 0 } }, NOW);
  await plans.assign(accountId, { plan: 'spec-small' });
  expect(await succeeded(times(10, create))).toBe(3);
  await expect(create()).rejects.toThrow('This account may have 3 alerts');
  await expect(
    new ShapeStore(database, QUOTAS).create(accountId, { name: null, geometry: SQUARE }, NOW),
  ).rejects.toThrow('This account may have 0 drawn areas');
  expect(await quotas.read(accountId)).toMatchObject({
    alerts: { used: 3, limit: 3, source: 'plan' },
    keys: { limit: 5, source: 'setting' },
  });
  await quotas.set(accountId, 'alerts', 4);
  expect(await succeeded(times(10, create))).toBe(1);
  expect((await quotas.read(accountId)).alerts).toMatchObject({ limit: 4, source: 'account' });
  await quotas.set(accountId, 'alerts', null);
  await plans.set('spec-small', { quotas: { alerts: 6 }, requestsPerMinute: 7 }, NOW);
  expect(await succeeded(times(10, create))).toBe(2);
  expect(await plans.find('spec-small')).toEqual({
    name: 'spec-small',
    requestsPerMinute: 7,
    accounts: 1,
    quotas: { alerts: 6, shapes: 0, favorites: null, keys: null },
  });
  expect(await plans.delete('spec-small')).toBe(false);
  await plans.set('spec-small', { quotas: { alerts: null } }, NOW);
  await expect(create()).rejects.toThrow('This account may have 5 alerts'); // the setting, and it has six
  await plans.assign(accountId, { plan: null });
  expect(await plans.delete('spec-small')).toBe(true);
  expect(await plans.list()).toEqual([]);
});

it('deletes no plan that an account is given in that moment', async () => {
  const plans = new PlanStore(database);
  await plans.set('given', {}, NOW);
  let deleting!: Promise<boolean>;
  await database.transaction(async (transaction) => {
    await transaction.query('update account set plan = $2 where id = $1', [accountId, 'given']);
    deleting = plans.delete('given');
    await untilWaiting(database);
  });
  expect(await deleting).toBe(false);
});

it('keeps nobody of another account waiting', async () => {
  const { id: other } = await newAccount();
  await database.transaction(async (transaction) => {
    await alerts().create(accountId, ANY_ALERT, NOW, transaction);
    await alerts().create(other, ANY_ALERT, NOW); // would wait for ever for the same row
  });
  expect(await used()).toBe(1);
});

it('reads one row, however many alerts there are', async () => {
  await alerts().create(accountId, ANY_ALERT, NOW);
  const statements = await database.transaction(async (transaction) => {
    const query = jest.spyOn(transaction, 'query');
    await alerts().create(accountId, ANY_ALERT, NOW, transaction);
    return query.mock.calls.map(([text]) => text);
  });
  expect(statements.at(-1)).toContain('account_quota');
  expect(statements.filter((text) => /\bcount\(/.test(text))).toEqual([]);
});

it('counts favourites once each, and not those that a merge makes doubles of', async () => {
  const ids = await properties(8);
  await keep([...ids, ...ids]);
  const favorites = async () => (await new QuotaStore(database, QUOTAS).read(accountId)).favorites.used;
  expect(await favorites()).toBe(5);
  const kept = (await new FavoriteStore(database).list(accountId, { offset: 0, limit: 10 })).items;
  await database.transaction(async (transaction) => {
    const [survivor, gone] = [kept[0]!.propertyId, kept[1]!.propertyId];
    await transaction.query('update property set merged_into = $2 where id = $1', [gone, survivor]);
    await followMerges(transaction, [{ propertyId: gone, survivorId: survivor }]);
  });
  expect(await favorites()).toBe(4);
  const { items } = await new FavoriteStore(database).list(accountId, { offset: 0, limit: 10 });
  expect(items).toHaveLength(4);
  expect(await new FavoriteStore(database).remove(accountId, items[0]!.id)).toBe(true);
  expect(await new FavoriteStore(database).remove(accountId, items[0]!.id)).toBe(false);
  expect(await favorites()).toBe(3);
});

it.each(['merged property', 'survivor'])(
  'keeps the older one of two favourites that a merge makes one: of the %s',
  async (older) => {
    const [gone, survivor] = (await properties(2)) as [string, string];
    const store = new FavoriteStore(database, QUOTAS);
    const order = older === 'survivor' ? [survivor, gone] : [gone, survivor];
    for (const [place, id] of order.entries()) {
      const at = new Date(NOW.getTime() + place);
      await database.transaction((transaction) => store.add(accountId, id, at, transaction));
    }
    await database.transaction(async (transaction) => {
      await transaction.query('update property set merged_into = $2 where id = $1', [gone, survivor]);
      await followMerges(transaction, [{ propertyId: gone, survivorId: survivor }]);
    });
    const { items } = await store.list(accountId, { offset: 0, limit: 10 });
    expect(items.map(({ propertyId, createdAt }) => [propertyId, createdAt])).toEqual([[survivor, NOW]]);
    expect((await new QuotaStore(database, QUOTAS).read(accountId)).favorites.used).toBe(1);
  },
);

it('keeps a property that is merged in that moment as what it is merged into', async () => {
  const [gone, survivor] = (await properties(2)) as [string, string];
  const store = new FavoriteStore(database, QUOTAS);
  let adding!: ReturnType<FavoriteStore['add']>;
  await database.transaction(async (merge) => {
    await merge.query('update property set merged_into = $2 where id = $1', [gone, survivor]);
    adding = database.transaction((transaction) => store.add(accountId, gone, NOW, transaction));
    await untilWaiting(database);
  });
  expect(await adding).toMatchObject({ isNew: true, favorite: { propertyId: survivor } });
});

it('is found by the migration in a store that has data already', async () => {
  const made = await Promise.all(times(3, () => alerts().create(accountId, ANY_ALERT, NOW)));
  await alerts().remove(accountId, made[0]!.id, NOW);
  await new ShapeStore(database).create(accountId, { name: null, geometry: SQUARE }, NOW);
  const keys = new ApiKeyStore(database);
  const uuids = await Promise.all(times(3, (n) => keys.create(key(n), NOW)));
  await keys.revoke(uuids[0]!, NOW);
  await keep(await properties(2));
  const quotas = new QuotaStore(database, QUOTAS);
  const before = await quotas.read(accountId);
  const runner = database.manager.connection.createQueryRunner();
  const migration = new AccountQuotas1764800000017();
  await migration.down(runner);
  await migration.up(runner);
  await runner.release();
  expect(await quotas.read(accountId)).toEqual(before);
  expect(Object.values(before).map(({ used: count }) => count)).toEqual([2, 1, 2, 2]);
});

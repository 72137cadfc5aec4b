import type { AreaGeometry } from '@gable/domain/geo';
import { createTestDatabase, DeliveryFixture, tablesWith, untilWaiting, type FixtureAlert } from '@gable/testing';
import { AccountStore } from '../accounts/account-store.js';
import { ApiKeyStore } from '../accounts/api-key-store.js';
import type { Database } from '../database/database.js';
import { FeedUploadStore } from '../feeds/feed-upload-store.js';
import { INSERT_PORTION } from '../feeds/statements/uploads.js';
import { ShapeStore } from '../geography/shape-store.js';
import { openDatabase } from '../open-database.js';
import { FavoriteStore } from '../properties/favorite-store.js';
import { AccountErasureStore } from './account-erasure-store.js';
import { BELONGINGS } from './account-belongings.js';

const NOW = new Date('2026-03-01T10:00:00.000Z');
const SQUARE: AreaGeometry = {
  type: 'Polygon',
  coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]], // prettier-ignore
};

let database: Database;
let drop: () => Promise<void>;
let fixture: DeliveryFixture;
let store: AccountErasureStore;

beforeAll(async () => {
  const test = await createTestDatabase();
  [database, drop] = [await openDatabase(test.url, { poolSize: 6 }), () => test.drop()];
  fixture = new DeliveryFixture(database);
  store = new AccountErasureStore(database);
});
afterAll(async () => {
  await database.close();
  await drop();
});

/** An account with one of everything, each named after it. */
async function customer(name: string): Promise<{ id: string; mail: FixtureAlert }> {
  const { id } = await new AccountStore(database).ensure(name, NOW);
  const key = { accountId: id, keyId: `key of ${name}`, secretHash: Buffer.alloc(32), name: `${name} site` };
  const apiKeyId = await new ApiKeyStore(database).create({ ...key, role: 'ROLE_API_CLIENT' }, NOW);
  const mail = await fixture.alert({ accountId: id, channel: 'EMAIL', address: `${name}@receiver.example`, now: NOW });
  const hook = await fixture.alert({ accountId: id, address: `https://receiver.example/${name}`, now: NOW });
  for (const alert of [mail, hook]) {
    const eventIds = [await fixture.event(alert)];
    await fixture.queue(alert, NOW, { eventIds });
  }
  await database.query(`insert into mail_subscription values ($1, $2, $3, null)`, [
    Buffer.from(name),
    mail.id,
    `${name}@receiver.example`,
  ]);
  await database.query(
    `insert into delivery_payload select id, convert_to($2, 'UTF8') from delivery where alert_id = $1`,
    [hook.id, `for ${name}`],
  );
  await new ShapeStore(database).create(id, { name: `${name} hill`, geometry: SQUARE }, NOW);
  const [property] = await database.query<{ id: string }>('select id from property limit 1');
  await database.transaction((transaction) => new FavoriteStore(database).add(id, property!.id, NOW, transaction));
  await database.query(
    `insert into usage_count (api_key_id, at, route, calls, results, route_type) values ($1, $2, 'search', 1, 1, 'search')`,
    [apiKeyId, NOW],
  );
  return { id, mail };
}

async function erase(id: string): Promise<Record<string, number>> {
  const gone: Record<string, number> = {};
  while ((await store.removeAlerts(id)) > 0);
  while ((await store.eraseDeliveries(id)).remaining > 0);
  await store.eraseBelongings(id, (what, count) => {
    gone[what] = (gone[what] ?? 0) + count;
  });
  return gone;
}

it('leaves no word of an account but ids, says what went, and touches nobody else', async () => {
  const needle = await customer('needle');
  const other = await customer('other');
  const before = await tablesWith(database, 'other');
  expect(await store.shut(needle.id)).toBeLessThan(10_000);
  expect(await erase(needle.id)).toEqual({
    notifications: 2,
    events: 2,
    favorites: 1,
    shapes: 1,
    feeds: 0,
    keys: 1,
    mailAddresses: 1,
    webhooks: 1,
  });
  expect(await tablesWith(database, 'needle')).toEqual([]);
  expect(await tablesWith(database, needle.id)).toEqual(['account', 'alert']);
  expect(await tablesWith(database, needle.mail.id)).toEqual(['alert']);
  expect(await tablesWith(database, 'other')).toEqual(before);
  expect(await tablesWith(database, other.mail.id)).toEqual(
    expect.arrayContaining(['alert', 'alert_event', 'delivery', 'event_notification', 'mail_subscription']),
  );
});

it('keeps the id while a removed alert names it, and lets the name be taken again', async () => {
  const { id } = await customer('gone');
  await erase(id);
  expect(await new AccountStore(database).find('gone')).toBeNull();
  expect((await new AccountStore(database).list()).map(({ name }) => name)).not.toContain(`erased ${id}`);
  expect((await new AccountStore(database).ensure('gone', NOW)).id).not.toBe(id);
  await store.sweep();
  expect(await tablesWith(database, id)).toEqual(['account', 'alert']);
  await database.query('delete from alert where account_id = $1', [id]); // as the sweep does an hour later
  await store.sweep();
  expect(await tablesWith(database, id)).toEqual([]);
});

it('sweeps what a request that was under way wrote once the account was gone', async () => {
  const { id } = await customer('early');
  await erase(id);
  await new ShapeStore(database).create(id, { name: 'late', geometry: SQUARE }, NOW);
  const late = await fixture.alert({ accountId: id, address: 'https://late.example/hook', now: NOW });
  await fixture.queue(late, NOW, { eventIds: [await fixture.event(late)] });
  await store.sweep();
  expect(await tablesWith(database, 'late')).toEqual([]);
  expect(await tablesWith(database, id)).toEqual(['account', 'alert']);
  expect(await database.query('select from alert where account_id = $1 and deleted_at is null', [id])).toEqual([]);
});

it('leaves nothing of a feed that is still arriving', async () => {
  const { id } = await new AccountStore(database).ensure('feeding', NOW);
  const job = (await new FeedUploadStore(database).begin({ accountId: id, domain: 'agency.example' }, 5))!;
  await new FeedUploadStore(database).addPortion(job, 0, Buffer.from('early'));
  let erasing!: Promise<unknown>;
  await database.transaction(async (upload) => {
    await upload.query(INSERT_PORTION, [job, 1, Buffer.from('late')]);
    erasing = erase(id);
    await untilWaiting(database);
  });
  await erasing;
  expect(await database.query('select from feed_portion')).toEqual([]);
});

it('leaves alone what a worker is sending, and says that it is there', async () => {
  const { id, mail } = await customer('busy');
  await store.removeAlerts(id);
  await database.query(
    `update delivery set owner = gen_random_uuid(), leased_until = clock_timestamp() + interval '1 hour' where alert_id = $1`,
    [mail.id],
  );
  expect(await store.eraseDeliveries(id)).toEqual({ count: 1, remaining: 1 });
  expect(await store.eraseDeliveries(id)).toEqual({ count: 0, remaining: 1 });
  await database.query(`update delivery set leased_until = clock_timestamp() - interval '1 s'`);
  expect(await store.eraseDeliveries(id)).toEqual({ count: 1, remaining: 0 });
});

it('counts from when the account was blocked, and ends its keys', async () => {
  const { id } = await customer('shut');
  await new AccountStore(database).block(id, new Date(Date.now() - 60_000));
  expect(await store.shut(id)).toBeGreaterThan(59_000);
  const keys = await new ApiKeyStore(database).list(id);
  expect(keys.every(({ revokedAt }) => revokedAt !== null)).toBe(true);
});

it('knows every table that names an account', async () => {
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'account_id'
     and table_schema = 'public'`,
  );
  const known = [
    'alert',
    'audit_entry',
    'delivery',
    ...BELONGINGS.map(({ statement }) => /from (\w+)/.exec(statement)![1]!),
  ];
  expect(tables.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

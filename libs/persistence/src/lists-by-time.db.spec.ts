import { parseAlert } from '@gable/domain/alert';
import { Sealer } from '@gable/runtime';
import { createTestDatabase, DeliveryFixture } from '@gable/testing';
import { AccountStore } from './accounts/account-store.js';
import type { Database } from './database/database.js';
import { openDatabase } from './open-database.js';

const ALL = { offset: 0, limit: 30 };
const HOST_CLOCKS_MS = [5_000, -5_000];

/** A process of its own: what its modules remember is not known to the other. */
type Host = Awaited<ReturnType<typeof startHost>>;

let url: string;
let drop: () => Promise<void>;
let database: Database;
let hosts: Host[];
let fixture: DeliveryFixture;
let accountId: string;

beforeAll(async () => {
  ({ url, drop } = await createTestDatabase());
  database = await openDatabase(url, { poolSize: 2 });
  hosts = [await startHost(), await startHost()];
  fixture = new DeliveryFixture(database);
  accountId = (await new AccountStore(database).ensure('One', new Date())).id;
}, 60_000);
afterAll(async () => {
  await Promise.all([database, ...hosts.map((host) => host.database)].map((each) => each.close()));
  await drop();
});
afterEach(() => jest.restoreAllMocks());

async function startHost() {
  let modules!: Awaited<ReturnType<typeof loadModules>>;
  await jest.isolateModulesAsync(async () => {
    modules = await loadModules();
  });
  const [persistence, alerts, accounts, delivery, geography, properties] = modules;
  const own = await persistence.openDatabase(url, { poolSize: 2 });
  return {
    database: own,
    alerts: new alerts.AlertStore(own, new Sealer(Buffer.alloc(32).toString('base64'))),
    keys: new accounts.ApiKeyStore(own),
    requests: new delivery.DeliveryRequestStore(own),
    notifications: new delivery.EventNotificationStore(own),
    shapes: new geography.ShapeStore(own),
    favorites: new properties.FavoriteStore(own),
  };
}

const loadModules = () =>
  Promise.all([
    import('./index.js'),
    import('./alerts/index.js'),
    import('./accounts/index.js'),
    import('./delivery/index.js'),
    import('./geography/index.js'),
    import('./properties/index.js'),
  ]);

/** Writes six rows in turns from a host whose clock is ahead and one whose clock is behind; their ids as written. */
async function writeInTurns(write: (host: Host, now: Date, n: number) => Promise<string>): Promise<string[]> {
  const trueTime = Date.now.bind(Date);
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const host = hosts[n % 2]!;
    jest.spyOn(Date, 'now').mockImplementation(() => trueTime() + HOST_CLOCKS_MS[n % 2]!);
    ids.push(await write(host, await host.database.now(), n));
    await database.query('select pg_sleep(0.002)'); // times are kept to the millisecond
  }
  jest.restoreAllMocks();
  return ids;
}

const idsOf = ({ items }: { items: readonly { id: string }[] }): string[] => items.map(({ id }) => id);

describe('hosts whose clocks are ten seconds apart list in the order of writing', () => {
  it('alerts', async () => {
    const parsed = parseAlert(
      { name: 'x', criteria: {} },
      {
        places: { knowsDivision: () => true, shape: () => undefined },
        allowedNetworks: [],
        newSigningKey: () => `whsec_${'A'.repeat(32)}`,
      },
    );
    if (!parsed.ok) throw new Error('The alert is wrong.');
    const ids = await writeInTurns(async (host, now) => (await host.alerts.create(accountId, parsed.value, now)).id);
    expect(idsOf(await hosts[0]!.alerts.list(accountId, ALL, (alert) => alert))).toEqual(ids);
  });

  it('notifications', async () => {
    const { id } = await fixture.alert({ accountId, address: 'https://hooks.example.com/one' });
    const ids = await writeInTurns(async (host, now) => {
      const queued = await host.requests.test(accountId, id, now);
      if ('refused' in queued) throw new Error(queued.refused);
      return queued.notificationId;
    });
    expect(idsOf(await hosts[0]!.notifications.list(accountId, {}, ALL))).toEqual(ids.reverse());
  });

  it('favourites', async () => {
    const ids = await writeInTurns(async (host, now, n) => {
      const propertyId = `00000000-0000-4000-8000-00000000000${n}`;
      await database.query(
        'insert into property (id, created_at, updated_at, online_count, revision) values ($1, now(), now(), 1, 1)',
        [propertyId],
      );
      return (await host.database.transaction((within) => host.favorites.add(accountId, propertyId, now, within)))!
        .favorite.id;
    });
    expect(idsOf(await hosts[0]!.favorites.list(accountId, ALL))).toEqual(ids.reverse());
  });

  it('shapes', async () => {
    const geometry = { type: 'Polygon' as const, coordinates: [[[0, 0] as const, [1, 0] as const, [1, 1] as const]] };
    const ids = await writeInTurns(
      async (host, now) => (await host.shapes.create(accountId, { name: null, geometry }, now)).id,
    );
    expect(idsOf(await hosts[0]!.shapes.list(accountId, ALL))).toEqual(ids.reverse());
  });

  it('keys', async () => {
    const key = { accountId, secretHash: Buffer.of(1), role: 'ROLE_API_CLIENT' as const, name: 'x' };
    const ids = await writeInTurns((host, now, n) => host.keys.create({ ...key, keyId: `key ${n}` }, now));
    expect((await hosts[0]!.keys.list(accountId)).map(({ apiKeyUuid }) => apiKeyUuid)).toEqual(ids);
  });
});

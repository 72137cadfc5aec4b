import { parseAlert, shardOf, type AlertDraft } from '@gable/domain/alert';
import { ShapeMissing, toStoredCriteria, type Criteria } from '@gable/domain/criteria';
import type { AreaGeometry } from '@gable/domain/geo';
import { SealBroken, Sealer } from '@gable/runtime';
import { createTestDatabase, storeShapes, untilWaiting } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { AccountStore } from '../accounts/account-store.js';
import { ShapeStore, type ShapeRemoval } from '../geography/shape-store.js';
import { AlertStore } from './alert-store.js';
import type { StoredAlert } from './stored-alert.js';

const NOW = new Date('2026-03-01T10:00:00.000Z');
const SHAPE = '0199a1b2-0000-7000-8000-000000000009';

let database: Database;
let drop: () => Promise<void>;
let store: AlertStore;
let accountId: string;

beforeAll(async () => {
  const test = await createTestDatabase();
  [database, drop] = [await openDatabase(test.url, { poolSize: 4 }), () => test.drop()];
  store = new AlertStore(database, new Sealer(Buffer.alloc(32).toString('base64')));
  accountId = (await new AccountStore(database).ensure('One', NOW)).id;
  await storeShapes(database, accountId, [
    draft({ criteria: { location: { includedGeoShapeIds: [SHAPE] } } }).criteria,
  ]);
});
afterAll(async () => {
  await database.close();
  await drop();
});

const TRIANGLE: AreaGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
};

function draft(body: object = {}): AlertDraft<Criteria> {
  return draftWith(SHAPE, body);
}

function draftWith(shapeId: string, body: object): AlertDraft<Criteria> {
  const parsed = parseAlert(
    { name: 'x', criteria: {}, ...body },
    {
      places: {
        knowsDivision: () => true,
        shape: (id) => (id === shapeId ? TRIANGLE : undefined),
      },
      allowedNetworks: [],
      newSigningKey: () => `whsec_${'A'.repeat(32)}`,
    },
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
  return parsed.value;
}

/** Whether what a transaction committed is what this alert leaves out. */
async function isBefore(id: string, xid: string): Promise<boolean> {
  const [row] = await database.query<{ seen: boolean }>(
    'select pg_visible_in_snapshot($2::xid8, active_since) as seen from alert where id = $1',
    [id, xid],
  );
  return row!.seen;
}

async function committed(): Promise<string> {
  return database.transaction(
    async (transaction) =>
      (await transaction.query<{ xid: string }>('select pg_current_xact_id()::text as xid'))[0]!.xid,
  );
}

it('gives back what it was given, from the row as from the write', async () => {
  const given = draft({
    criteria: {
      price: { max: 5 },
      children: [{ location: { includedGeoShapeIds: [SHAPE] } }, { location: { excludedGeoShapeIds: [SHAPE] } }],
    },
    destinationEmail: 'a@example.com',
  });
  const alert = await store.create(accountId, given, NOW);
  expect(alert).toEqual({
    ...given,
    criteria: toStoredCriteria(given.criteria),
    id: alert.id,
    accountId,
    criteriaVersion: 1,
    destinationId: expect.any(String) as string,
    destinationStatus: { state: 'ACTIVE', since: null, reason: null },
    previousSigningKey: null,
    createdAt: NOW,
    updatedAt: NOW,
  });
  expect(await store.find(accountId, alert.id)).toEqual(alert);
  const [row] = await database.query('select shard, shape_ids, shape_positions from alert where id = $1', [alert.id]);
  expect(row).toEqual({ shard: shardOf(alert.id), shape_ids: [SHAPE], shape_positions: 8 });
});

it('stores a shape as its id, however large it is and however often the criteria name it', async () => {
  const named = { location: { includedGeoShapeIds: [SHAPE] } };
  const { id } = await store.create(accountId, draft({ criteria: { children: [named, named, named] } }), NOW);
  await store.replace(accountId, id, (current) => ({ ...current, criteria: draft().criteria }), NOW);
  const texts = await database.query<{ text: string; ids: string[] }>(
    'select criteria::text as text, shape_ids as ids from alert_criteria_history where alert_id = $1',
    [id],
  );
  expect(texts).toEqual([{ text: expect.not.stringContaining('coordinates') as string, ids: [SHAPE] }]);
});

describe('a shape that is removed while an alert that uses it is written', () => {
  const shapes = () => new ShapeStore(database);
  const usingShape = (id: string) => draftWith(id, { criteria: { location: { excludedGeoShapeIds: [id] } } });

  it('waits for the alert, and then stays', async () => {
    const { id: shape } = await shapes().create(accountId, { name: null, geometry: TRIANGLE }, NOW);
    let removal!: Promise<ShapeRemoval | null>;
    const { id } = await database.transaction(async (transaction) => {
      const alert = await store.create(accountId, usingShape(shape), NOW, transaction);
      removal = shapes().remove(accountId, shape, NOW);
      await untilWaiting(database);
      return alert;
    });
    expect(await removal).toEqual({ removed: false, usedBy: [id] });
  });

  it('is missed by the alert where it went first', async () => {
    const { id: shape } = await shapes().create(accountId, { name: null, geometry: TRIANGLE }, NOW);
    expect(await shapes().remove(accountId, shape, NOW)).toEqual({ removed: true });
    await expect(store.create(accountId, usingShape(shape), NOW)).rejects.toThrow(new ShapeMissing(shape));
    const { id } = await store.create(accountId, draft(), NOW);
    await expect(store.replace(accountId, id, () => usingShape(shape), NOW)).rejects.toThrow(ShapeMissing);
    expect((await store.find(accountId, id))?.criteriaVersion).toBe(1);
  });
});

it('leaves out exactly what was committed before an alert was made or switched on again', async () => {
  const before = await committed();
  let open!: string;
  let id!: string;
  await database.transaction(async (transaction) => {
    // Under way while the alert is made: it commits later, and so is for the alert.
    [{ xid: open }] = (await transaction.query<{ xid: string }>('select pg_current_xact_id()::text as xid')) as [
      { xid: string },
    ];
    ({ id } = await store.create(accountId, draft(), NOW));
  });
  const after = await committed();
  expect(await Promise.all([before, open, after].map((xid) => isBefore(id, xid)))).toEqual([true, false, false]);
  await store.replace(accountId, id, (current) => ({ ...current, name: 'Renamed' }), NOW);
  expect(await isBefore(id, after)).toBe(false);
  await store.replace(accountId, id, (current) => ({ ...current, active: false }), NOW);
  const switchedOff = await committed();
  await store.replace(accountId, id, (current) => ({ ...current, active: true }), NOW);
  expect(await Promise.all([after, switchedOff, await committed()].map((xid) => isBefore(id, xid)))).toEqual([
    true,
    true,
    false,
  ]);
});

it('leaves an alert as it was when the change throws, or when it is not there', async () => {
  const alert = await store.create(accountId, draft(), NOW);
  await expect(
    store.replace(
      accountId,
      alert.id,
      () => {
        throw new Error('refused');
      },
      NOW,
    ),
  ).rejects.toThrow('refused');
  expect(await store.find(accountId, alert.id)).toEqual(alert);
  const { id: other } = await new AccountStore(database).ensure('Other', NOW);
  const never = jest.fn();
  expect(await store.replace(other, alert.id, never, NOW)).toBeNull();
  expect([
    await store.find(other, alert.id),
    await store.remove(other, alert.id, NOW),
    (await store.list(other, { offset: 0, limit: 9 }, never)).total,
  ]).toEqual([null, false, 0]);
  expect(never).not.toHaveBeenCalled();
});

it('writes nothing where nothing changes, and waits for nobody', async () => {
  const given = { name: 'Same', criteria: { price: { max: 5 } }, destinationEmail: 'same@example.com' };
  const alert = await store.create(accountId, draft(given), NOW);
  const row = () =>
    database.query('select ctid::text, xmin::text, xmax::text, xid::text from alert where id = $1', [alert.id]);
  const before = await row();
  const later = new Date(NOW.getTime() + 1_000);
  const same = { ...draft(given), signingKey: alert.signingKey };
  expect(await store.replace(accountId, alert.id, () => same, later)).toEqual(alert);
  expect(await row()).toEqual(before);
  await database.transaction(async (step) => {
    await step.query('select from alert where id = $1 for share', [alert.id]); // as a step of matching
    expect(await store.replace(accountId, alert.id, () => same, later)).toEqual(alert);
  });
  expect((await store.replace(accountId, alert.id, () => ({ ...same, name: 'Other' }), later))!.updatedAt).toEqual(
    later,
  );
});

it('opens a key only in the row and column it was sealed for', async () => {
  const [one, other] = [await store.create(accountId, draft(), NOW), await store.create(accountId, draft(), NOW)];
  await store.replace(accountId, one.id, (current) => ({ ...current, signingKey: `whsec_${'B'.repeat(32)}` }), NOW);
  await database.query('update alert set signing_key = previous_signing_key where id = $1', [one.id]);
  await expect(store.find(accountId, one.id)).rejects.toThrow(SealBroken);
  await database.query(
    'update alert set signing_key = (select previous_signing_key from alert where id = $2) where id = $1',
    [other.id, one.id],
  );
  await expect(store.find(accountId, other.id)).rejects.toThrow(SealBroken);
});

it('makes one destination of many at once', async () => {
  const drafts = Array.from({ length: 8 }, () => draft({ destinationWebhookUrl: 'https://example.com/at-once' }));
  const alerts = await Promise.all(drafts.map((each) => store.create(accountId, each, NOW)));
  expect(new Set(alerts.map(({ destinationId }) => destinationId)).size).toBe(1);
});

describe('a write that waits for another one, which gives the alert another destination', () => {
  const destination = { channel: 'EMAIL' as const, address: 'second@example.com' };

  async function meanwhile(change: (current: StoredAlert) => AlertDraft): Promise<(StoredAlert | null)[]> {
    const { id } = await store.create(accountId, draft({ destinationEmail: 'first@example.com' }), NOW);
    let waiting!: Promise<StoredAlert | null>;
    const move = (current: StoredAlert) => ({ ...current, destination });
    await store.replace(accountId, id, move, NOW, async () => {
      waiting = store.replace(accountId, id, change, NOW);
      await untilWaiting(database);
    });
    return [await waiting, await store.find(accountId, id)];
  }

  it('takes the destination away that the alert has by then', async () => {
    const [answered, kept] = await meanwhile((current) => ({ ...current, destination: null }));
    expect([answered?.destinationId, kept?.destination]).toEqual([null, null]);
  });

  it('leaves it to the alert, and answers it, where it changes something else', async () => {
    const [answered, kept] = await meanwhile((current) => ({ ...current, name: 'Renamed' }));
    expect(answered).toEqual(kept);
    expect(kept).toMatchObject({ name: 'Renamed', destination });
  });
});

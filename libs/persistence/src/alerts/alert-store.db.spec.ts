import { parseAlert, shardOf, type AlertDraft } from '@gable/domain/alert';
import { SealBroken, Sealer } from '@gable/runtime';
import { createTestDatabase } from '@gable/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { newId } from '../database/new-id.js';
import { AccountStore } from '../accounts/account-store.js';
import { AlertStore } from './alert-store.js';

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
});
afterAll(async () => {
  await database.close();
  await drop();
});

function draft(body: object = {}): AlertDraft {
  const parsed = parseAlert(
    { name: 'x', criteria: {}, ...body },
    {
      places: {
        knowsDivision: () => true,
        shape: (id) =>
          id === SHAPE
            ? {
                type: 'Polygon',
                coordinates: [
                  [
                    [0, 0],
                    [1, 0],
                    [1, 1],
                    [0, 0],
                  ],
                ],
              }
            : undefined,
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
  const [row] = await database.query('select shard, shape_ids from alert where id = $1', [alert.id]);
  expect(row).toEqual({ shard: shardOf(alert.id), shape_ids: [SHAPE] });
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
    (await store.list(other, { offset: 0, limit: 9 })).total,
  ]).toEqual([null, false, 0]);
  expect(never).not.toHaveBeenCalled();
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

it('skips the next attempt too that a sender writes down while the alert is switched off', async () => {
  const alert = await store.create(accountId, draft({ destinationEmail: 'a@example.com' }), NOW);
  const [delivery, event] = [newId(), newId()];
  const attempt = (number: number, status: string) => [
    newId(),
    accountId,
    alert.id,
    event,
    delivery,
    number,
    alert.destinationId,
    status,
    NOW,
  ];
  const insert = `
    insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel, destination_id, destination_address, status, scheduled_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, 'EMAIL', $7, 'a@example.com', $8, $9, $9, $9)`;
  await database.query(insert, attempt(1, 'PENDING'));
  let switchedOff: Promise<unknown> = Promise.resolve();
  await database.transaction(async (sender) => {
    await sender.query(`update event_notification set status = 'FAILED' where delivery_id = $1`, [delivery]);
    await sender.query(insert, attempt(2, 'PENDING'));
    switchedOff = store.replace(accountId, alert.id, (current) => ({ ...current, active: false }), NOW);
    await waitForLock();
  });
  await switchedOff;
  expect(
    await database.query(
      'select attempt_number as attempt, status from event_notification where delivery_id = $1 order by 1',
      [delivery],
    ),
  ).toEqual([
    { attempt: 1, status: 'FAILED' },
    { attempt: 2, status: 'SKIPPED' },
  ]);
});

async function waitForLock(): Promise<void> {
  for (let waiting = 0; waiting === 0; await sleep(10)) {
    const [row] = await database.query<{ waiting: number }>(
      `select count(*) as waiting from pg_stat_activity where wait_event_type = 'Lock' and query like '%event_notification%' and datname = current_database()`,
    );
    waiting = row!.waiting;
  }
}

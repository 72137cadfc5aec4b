import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { shardOf, type AlertDraft } from '@gable/domain/alert';
import { firstAttempt, judgeWebhook, Slots } from '@gable/domain/delivery';
import { criteriaNode } from '@gable/domain/testing';
import { Sealer } from '@gable/runtime';
import { DeliveryFixture, createTestDatabase, type FixtureAlert, type TestDatabase } from '@gable/testing';
import { AlertStore } from '../alerts/alert-store.js';
import { StepWriter } from '../alerts/matching/step-writer.js';
import type { DecidedEvent } from '../alerts/matching/consumer-rows.js';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { newId } from '../database/new-id.js';
import { DeliveryClaimStore } from './claim-store.js';
import type { ClaimedDelivery, DeliveryResult } from './delivery-rows.js';
import { DeliveryRequestStore } from './delivery-request-store.js';
import { DeliveryFinishStore } from './finish-store.js';
import { queueAttempts } from './queue-attempts.js';

let testDatabase: TestDatabase;
let database: Database;
let fixture: DeliveryFixture;
let alert: FixtureAlert;
let now: Date;

const MINUTE = 60_000;
const pass = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 6 });
  fixture = new DeliveryFixture(database);
});
beforeEach(async () => {
  await database.query('truncate delivery, delivery_wakeup, delivery_payload, event_notification, alert_mail');
  now = new Date('2026-03-01T12:00:00Z');
  alert = await fixture.alert({ accountId: await fixture.account(), address: 'https://a.example/hook' });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function claim(claims = new DeliveryClaimStore(database)): Promise<readonly ClaimedDelivery[]> {
  const options = {
    owner: newId(new Date()),
    channels: ['WEBHOOK', 'EMAIL'] as const,
    endpoints: 8,
    slots: new Slots(),
  };
  return (await claims.claim({ ...options, addressMailsPerDay: 0, mailGatherMs: 5 * MINUTE }, now)).deliveries;
}

async function finish(deliveries: readonly ClaimedDelivery[], outcome: DeliveryResult['outcome']): Promise<void> {
  await new DeliveryFinishStore(database).finish(
    deliveries.map((delivery) => ({ delivery, endedAt: now, outcome })),
    { scheduleMs: [5_000, 10_000], addressMailsPerDay: 0, mailGatherMs: 5 * MINUTE, random: () => 0.5 },
  );
}

const tried = (status: number): DeliveryResult['outcome'] => ({
  kind: 'tried',
  verdict: judgeWebhook({ kind: 'answered', status }, {}),
});

const requests = (): DeliveryRequestStore => new DeliveryRequestStore(database);

/** From here on only what the writer itself leaves can wake the endpoint. */
async function forgetWakeUps(): Promise<void> {
  await database.query('truncate delivery_wakeup');
  await database.query('update delivery_endpoint set wake_at = null, wake_from = null');
}

/** What nobody would look for: attempts without a place in the queue, and places that no wake-up announces in time. */
const FORGOTTEN = `
  select 'no place' as what, attempt.id from event_notification attempt
  where status = 'PENDING' and not exists (select from delivery where notification_id = attempt.id)
  union all
  select 'no wake-up', delivery.id from delivery
  where owner is null and not exists (
    select from delivery_wakeup wakeup
    where wakeup.endpoint_id = delivery.endpoint_id and wakeup.at <= delivery.due_at)`;

async function match(): Promise<void> {
  await fixture.event(alert, 'PRICE_CHANGED'); // for its listing
  const [change] = await database.query<DecidedEvent['change']>(
    'select id as "listingId", property_id as "propertyId", revision_id as "revisionId" from listing limit 1',
  );
  const event: DecidedEvent = {
    alertId: alert.id,
    alertXid: (
      await database.query<{ xid: number }>('select xid::text::bigint as xid from alert where id = $1', [alert.id])
    )[0]!.xid,
    change: change!,
    type: 'NEW_MATCH',
    criteriaVersion: 1,
    isNotified: true,
  };
  const shards = [{ shard: shardOf(alert.id), epoch: 0, position: 0 }];
  const step = { workerId: 1, shards, from: 0, through: 0, events: [event], dead: [] };
  await new StepWriter(database).commit(step, () => Promise.reject(new Error('nobody wrote the alert')));
}

async function delivered(): Promise<string> {
  const [queued] = await fixture.queue(alert, now);
  await finish(await claim(), tried(200));
  pass(MINUTE);
  return queued!.notificationId;
}

const WRITERS: [who: string, prepare: () => Promise<() => Promise<unknown>>][] = [
  ['a step of matching', async () => match],
  [
    'a failed attempt, which is followed by the next',
    async () => {
      await fixture.queue(alert, now);
      const claimed = await claim();
      return () => finish(claimed, tried(500));
    },
  ],
  [
    'a delivery that is given back',
    async () => {
      await fixture.queue(alert, now);
      const claimed = await claim();
      return () => finish(claimed, { kind: 'put-back', until: now });
    },
  ],
  [
    'a lease that ran out',
    async () => {
      await fixture.queue(alert, now);
      await claim();
      const other = new DeliveryClaimStore(database);
      pass(MINUTE);
      return async () => {
        // It frees them first; an endpoint that another claim has locked is left to that one.
        await database.transaction(async (open) => {
          await open.query('select from delivery_endpoint for update');
          await claim(other);
        });
      };
    },
  ],
  [
    'a resend',
    async () => {
      const id = await delivered();
      return () => requests().resend(alert.accountId, id, now);
    },
  ],
  [
    'a resend of what waits',
    async () => {
      const [queued] = await fixture.queue(alert, now);
      await finish(await claim(), tried(500));
      return () => requests().resend(alert.accountId, queued!.notificationId, now);
    },
  ],
  ['a test', async () => () => requests().test(alert.accountId, alert.id, now)],
  [
    'a replay',
    async () => {
      await delivered();
      return () => requests().replay(alert.accountId, alert.id, { since: new Date(0) }, now);
    },
  ],
];

describe('nothing that is queued is forgotten', () => {
  it.each(WRITERS)('after %s', async (_, prepare) => {
    const write = await prepare();
    await forgetWakeUps();
    await write();
    expect(await database.query('select from delivery where owner is null')).toHaveLength(1);
    expect(await database.query(FORGOTTEN)).toEqual([]);
  });

  it('since one statement queues any attempt, another first ones with their events, and no other writes them', () => {
    const root = join(__dirname, '..');
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith('migrations'),
    );
    const writing = (table: string) =>
      sources.filter((file) => readFileSync(join(root, file), 'utf8').includes(`insert into ${table} (`));
    const writers = [join('delivery', 'statement-fragments.ts'), join('delivery', 'statements', 'queue-attempts.ts')];
    expect(writing('event_notification').toSorted()).toEqual(writers);
    expect(writing('delivery').toSorted()).toEqual(writers);
    expect(writing('delivery_wakeup')).toEqual(expect.arrayContaining(writers));
  });
});

describe('an attempt that is queued', () => {
  it('takes the place of the one before, and stands once however often it is written', async () => {
    await fixture.queue(alert, now);
    await finish(await claim(), tried(500));
    expect(await database.query('select attempt_number, round_start, owner from delivery')).toEqual([
      { attempt_number: 2, round_start: 0, owner: null },
    ]);
    const attempt = {
      ...alert,
      ...firstAttempt(now.getTime()),
      ...{
        id: newId(new Date()),
        deliveryId: newId(new Date()),
        alertId: alert.id,
        eventId: null,
        writtenAt: now.getTime(),
      },
    };
    expect(await queueAttempts(database, [attempt])).toBe(1);
    expect(await queueAttempts(database, [{ ...attempt, id: newId(new Date()) }])).toBe(0);
    expect(await database.query('select notification_id from delivery where id = $1', [attempt.deliveryId])).toEqual([
      { notification_id: attempt.id },
    ]);
  });

  it('of a resend begins a new round, also where a worker still has the one before', async () => {
    const [queued] = await fixture.queue(alert, now);
    await claim();
    await database.query(`update event_notification set status = 'SKIPPED'`);
    await requests().resend(alert.accountId, queued!.notificationId, now);
    expect(await database.query('select attempt_number, round_start, owner from delivery')).toEqual([
      { attempt_number: 2, round_start: 1, owner: null },
    ]);
  });
});

describe('a destination', () => {
  const sealer = new Sealer(Buffer.alloc(32, 1).toString('base64'));
  const draft = (address: string): AlertDraft => ({
    name: 'Homes',
    active: true,
    searchMode: 'advanced',
    classicFilters: null,
    criteria: criteriaNode([]),
    signingKey: `whsec_${Buffer.alloc(32, 2).toString('base64')}`,
    notificationConfig: null,
    destination: { channel: 'WEBHOOK', address },
  });

  it('belongs to the endpoint of its host and path, and shares its breaker', async () => {
    const store = new AlertStore(database, sealer);
    await store.create(alert.accountId, draft('https://B.example/hook?alert=1'), now);
    await database.query(
      `update delivery_endpoint set switched_off_at = $1, switched_off_reason = 'X: it failed' where key like 'b.%'`,
      [now],
    );
    await fixture.destination(alert.accountId, 'WEBHOOK', 'https://b.example/hook?alert=2');
    expect(
      await database.query(
        `select destination.switched_off_reason as reason from event_destination destination
         join delivery_endpoint endpoint on endpoint.id = destination.endpoint_id
         where key = 'b.example/hook' order by 1`,
      ),
    ).toEqual([{ reason: 'X: it failed' }, { reason: null }]);
    const { id } = await store.create(alert.accountId, draft('https://b.example/hook?alert=3'), now);
    expect((await store.find(alert.accountId, id))!.destinationStatus).toMatchObject({ state: 'FAILING' }); // is probed
    expect(
      await database.query(
        `select switched_off_reason as reason, failures from delivery_endpoint where key like 'b.%'`,
      ),
    ).toEqual([{ reason: null, failures: 10 }]);
  });
});

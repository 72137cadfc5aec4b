import { judgeWebhook, Slots } from '@gable/domain/delivery';
import { ALERT_EVENT_TYPES, type AlertEventType } from '@gable/domain/alert';
import { Sealer } from '@gable/runtime';
import {
  DeliveryFixture,
  createTestDatabase,
  untilWaiting,
  type FixtureAlert,
  type TestDatabase,
} from '@gable/testing';
import { AlertStore } from '../alerts/alert-store.js';
import { readMails } from '../alerts/matching/alert-mails.js';
import type { StoredAlert } from '../alerts/stored-alert.js';
import type { Database } from '../database/database.js';
import { newId } from '../database/new-id.js';
import { openDatabase } from '../open-database.js';
import { DeliveryClaimStore } from './claim-store.js';
import { DeliveryRequestStore } from './delivery-request-store.js';
import type { ClaimedDelivery } from './delivery-rows.js';
import { EventNotificationStore } from './event-notification-store.js';
import { DeliveryFinishStore } from './finish-store.js';
import { DeliveryMessageStore } from './message-store.js';
import { SkipStore } from './skip-store.js';

let testDatabase: TestDatabase;
let database: Database;
let fixture: DeliveryFixture;
let alerts: AlertStore;
let account: string;
let alert: FixtureAlert;
let now: Date;
const sealer = new Sealer(Buffer.alloc(32).toString('base64'));

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 6 });
  fixture = new DeliveryFixture(database, sealer);
  alerts = new AlertStore(database, sealer);
});
beforeEach(async () => {
  await database.query(`
    truncate delivery, delivery_wakeup, delivery_payload, event_notification, alert_event, alert_mail, alert_skip;
    update delivery_endpoint set wake_at = null, wake_from = null`);
  account = await fixture.account();
  now = new Date('2026-03-01T12:00:00Z');
  alert = await fixture.alert({ accountId: account, address: 'https://a.example/hook' });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const pass = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
const change = (changes: Partial<StoredAlert>, id = alert.id) =>
  alerts.replace(account, id, (current) => ({ ...current, ...changes }), now);
const switchOff = () => change({ active: false });
const switchOn = () => change({ active: true });
const rules = (...types: AlertEventType[]): Partial<StoredAlert> => ({
  notificationConfig: { rules: types.map((eventType) => ({ eventType, enabled: true })) },
});
const queueEvent = async (type: AlertEventType = 'NEW_MATCH', of = alert) =>
  (await fixture.queue(of, now, { eventIds: [await fixture.event(of, type)] }))[0]!;

async function claim(): Promise<readonly ClaimedDelivery[]> {
  const options = {
    owner: newId(new Date()),
    channels: ['WEBHOOK', 'EMAIL'] as const,
    endpoints: 64,
    slots: new Slots(),
  };
  return (await new DeliveryClaimStore(database).claim({ ...options, addressMailsPerDay: 0, mailGatherMs: 0 }, now))
    .deliveries;
}
/** What the sender is told of what it has claimed. */
async function told(deliveries: readonly ClaimedDelivery[]): Promise<string[]> {
  const read = await new DeliveryMessageStore(database, sealer).read(deliveries, { eventsPerMail: 20, now });
  return deliveries.map(({ id }) => {
    const message = read.get(id)!;
    return message.kind === 'skip' ? message.reason : 'goes';
  });
}
const finish = (deliveries: readonly ClaimedDelivery[], status: number) =>
  new DeliveryFinishStore(database).finish(
    deliveries.map((delivery) => ({
      delivery,
      endedAt: now,
      outcome: { kind: 'tried', verdict: judgeWebhook({ kind: 'answered', status }, {}) },
    })),
    { scheduleMs: [5_000], addressMailsPerDay: 0, mailGatherMs: 0, random: () => 0.5 },
  );
async function sweepAll(): Promise<number> {
  let portions = 0;
  for (const skips = new SkipStore(database); (await skips.sweep(now)) > 0;) portions += 1;
  return portions;
}
const stored = async (deliveryId: string) =>
  (
    await database.query<{ status: string; reason: string | null }>(
      `select status, split_part(last_error_message, ':', 1) as reason
       from event_notification where delivery_id = $1 order by attempt_number`,
      [deliveryId],
    )
  ).map(({ status, reason }) => (reason ? `${status} ${reason}` : status));
const shown = async (filter = {}) =>
  (await new EventNotificationStore(database).list(account, filter, { offset: 0, limit: 50 })).items.map(
    ({ status, lastErrorMessage }) => `${status} ${lastErrorMessage?.split(':')[0] ?? ''}`.trim(),
  );
const count = async (table: string) =>
  (await database.query<{ count: number }>(`select count(*) from ${table}`))[0]!.count;

describe('an alert that is switched off', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['switched off', switchOff],
    ['deleted', () => alerts.remove(account, alert.id, now)],
    ['sent elsewhere', () => change({ destination: { channel: 'WEBHOOK', address: 'https://b.example/' } })],
    ['left without a destination', () => change({ destination: null })],
    ['left without its rule', () => change(rules('PRICE_CHANGED'))],
  ])('writes to nothing that it has queued, however much it is: %s', async (_, write) => {
    await fixture.queue(alert, now, { count: 2_000 });
    await write();
    const [written] = await database.query<{ notifications: number; deliveries: number; skips: number }>(
      `select (select count(*) from event_notification where xmin = alert.xmin) as notifications,
         (select count(*) from delivery where xmin = alert.xmin) as deliveries,
         (select count(*) from alert_skip where xmin = alert.xmin) as skips
       from alert where id = $1`,
      [alert.id],
    );
    expect(written).toEqual({ notifications: 0, deliveries: 0, skips: 1 });
  });

  it('sends nothing more, what was claimed already too', async () => {
    await queueEvent();
    await queueEvent();
    const claimed = await claim();
    expect(await told(claimed)).toEqual(['goes', 'goes']);
    await switchOff();
    expect(await told(claimed)).toEqual(['ALERT_INACTIVE', 'ALERT_INACTIVE']);
    const skipped = await new SkipStore(database).readSkipped(claimed.map(({ id }) => id));
    expect([...skipped.values()].map((message) => message.split(':')[0])).toEqual(['ALERT_INACTIVE', 'ALERT_INACTIVE']);
  });

  it('and on again sends what it queues from then on, and nothing older', async () => {
    const old = await queueEvent();
    await switchOff();
    await switchOn();
    const fresh = await queueEvent();
    const claimed = await claim();
    expect(Object.fromEntries((await told(claimed)).map((each, i) => [claimed[i]!.id, each]))).toEqual({
      [old.deliveryId]: 'ALERT_INACTIVE',
      [fresh.deliveryId]: 'goes',
    });
  });

  it('shows what waited as skipped at once, with the reason', async () => {
    await queueEvent();
    await fixture.queue(alert, now);
    expect(await shown()).toEqual(['PENDING', 'PENDING']);
    await switchOff();
    expect([await shown(), await shown({ status: 'SKIPPED' }), await shown({ status: 'PENDING' })]).toEqual([
      ['SKIPPED ALERT_INACTIVE', 'SKIPPED ALERT_INACTIVE'],
      ['SKIPPED ALERT_INACTIVE', 'SKIPPED ALERT_INACTIVE'],
      [],
    ]);
  });

  it('gathers new events in a new mail', async () => {
    const mailed = await fixture.alert({ accountId: account, channel: 'EMAIL', address: 'jane@example.org' });
    await queueEvent('NEW_MATCH', mailed);
    const open = () =>
      database.transaction(async (transaction) => {
        const notified = { ...mailed, alertId: mailed.id, xid: 0 };
        return (await readMails(transaction, new Map([[mailed.id, notified]]))).open.size;
      });
    expect(await open()).toBe(1);
    await change({ active: false }, mailed.id);
    await change({ active: true }, mailed.id);
    expect(await open()).toBe(0);
  });
});

describe('the sweep', () => {
  it('ends what waits in portions, each whole, and leaves nothing behind', async () => {
    const [first] = await fixture.queue(alert, now, { count: 1_200 });
    await database.query('insert into delivery_payload (delivery_id, body) values ($1, $2)', [first!.deliveryId, 'x']);
    await switchOff();
    await new SkipStore(database).sweep(now); // and whoever swept is killed
    expect(await count('delivery')).toBe(700);
    expect(await sweepAll()).toBeGreaterThan(1);
    expect(await stored(first!.deliveryId)).toEqual(['SKIPPED ALERT_INACTIVE']);
    expect(await database.query('select distinct status, scheduled_at from event_notification')).toEqual([
      { status: 'SKIPPED', scheduled_at: null },
    ]);
    expect([await count('delivery'), await count('delivery_payload'), await count('alert_skip')]).toEqual([0, 0, 0]);
  });

  it('leaves tests of an alert that is switched off, and ends those of one that is deleted', async () => {
    const test = await new DeliveryRequestStore(database).test(account, alert.id, now);
    await queueEvent();
    await switchOff();
    await sweepAll();
    expect((await shown()).sort()).toEqual(['PENDING', 'SKIPPED ALERT_INACTIVE']);
    await alerts.remove(account, alert.id, now);
    await sweepAll();
    expect(test).toHaveProperty('notificationId');
    expect((await shown()).sort()).toEqual(['SKIPPED ALERT_DELETED', 'SKIPPED ALERT_INACTIVE']);
  });

  it('ends what notifies of no wanted event, and leaves the rest', async () => {
    await change(rules(...ALERT_EVENT_TYPES));
    const [match, price] = [await queueEvent('NEW_MATCH'), await queueEvent('PRICE_CHANGED')];
    const [mixed] = await fixture.queue(alert, now, { eventIds: [await fixture.event(alert, 'PRICE_CHANGED')] });
    const joined = await fixture.event(alert, 'NEW_MATCH');
    await database.query('update alert_event set delivery_id = $2 where id = $1', [joined, mixed!.deliveryId]);
    await change(rules('NEW_MATCH'));
    await sweepAll();
    expect([await stored(match.deliveryId), await stored(price.deliveryId), await stored(mixed!.deliveryId)]).toEqual([
      ['PENDING'],
      ['SKIPPED RULE_OFF'],
      ['PENDING'],
    ]);
    expect(await count('alert_skip')).toBe(0);
  });

  it('waits for what is under way: what arrives was delivered, and what fails is not tried again', async () => {
    const [arriving, failing] = [await queueEvent(), await queueEvent()];
    const claimed = await claim();
    await switchOff();
    await sweepAll();
    expect([await stored(arriving.deliveryId), await count('alert_skip')]).toEqual([['PENDING'], 1]);
    await finish(
      claimed.filter(({ id }) => id === arriving.deliveryId),
      204,
    );
    await finish(
      claimed.filter(({ id }) => id === failing.deliveryId),
      500,
    );
    pass(2_000);
    await sweepAll();
    expect([await stored(arriving.deliveryId), await stored(failing.deliveryId)]).toEqual([
      ['DELIVERED'],
      ['FAILED HTTP_500', 'SKIPPED ALERT_INACTIVE'],
    ]);
    expect(await count('alert_skip')).toBe(0);
  });

  it('has one row for each reason, however often somebody switches', async () => {
    await fixture.queue(alert, now, { count: 10 });
    for (let i = 0; i < 20; i += 1) {
      await switchOff();
      await switchOn();
      await fixture.queue(alert, now);
    }
    expect(await count('alert_skip')).toBe(1);
    await sweepAll();
    expect([await count('alert_skip'), await count('delivery')]).toEqual([0, 1]);
  });
});

describe('what was ended and is not swept yet', () => {
  it('begins anew with a resend', async () => {
    const { deliveryId, notificationId } = await queueEvent();
    await switchOff();
    await switchOn();
    await new DeliveryRequestStore(database).resend(account, notificationId, now);
    await sweepAll();
    expect(await stored(deliveryId)).toEqual(['SKIPPED ALERT_INACTIVE', 'PENDING']);
    expect(await told(await claim())).toEqual(['goes']);
  });

  it('begins anew with a replay, what is under way too', async () => {
    const [waiting, claimed] = [await queueEvent(), await queueEvent()];
    await claim();
    await database.query('update delivery set owner = null, leased_until = null where id = $1', [waiting.deliveryId]);
    await switchOff();
    await switchOn();
    const replayed = await new DeliveryRequestStore(database).replay(account, alert.id, { since: new Date(0) }, now);
    expect(replayed).toMatchObject({ queued: 2 });
    await sweepAll();
    for (const { deliveryId } of [waiting, claimed])
      expect(await stored(deliveryId)).toEqual(['SKIPPED ALERT_INACTIVE', 'PENDING']);
  });
});

describe('what is asked for while an attempt that failed is written down', () => {
  /** Asks once its next attempt is there, and not yet to be seen. */
  async function askMeanwhile(ask: () => Promise<unknown>): Promise<void> {
    const claimed = await claim();
    await database.query('insert into alert_mail (alert_id, next_mail_at) values ($1, $2) on conflict do nothing', [
      alert.id,
      now,
    ]);
    let both: Promise<unknown> = Promise.resolve();
    await database.transaction(async (other) => {
      await other.query('select from alert_mail where alert_id = $1 for update', [alert.id]);
      const finished = finish(claimed, 451);
      await untilWaiting(database);
      both = Promise.all([finished, ask()]);
      await untilWaiting(database, 2);
    });
    await both;
  }

  beforeEach(async () => {
    alert = await fixture.alert({ accountId: account, channel: 'EMAIL', address: 'a@example.com' });
  });

  it('is the next attempt, where it is a resend', async () => {
    const { deliveryId, notificationId } = await queueEvent();
    await askMeanwhile(() => new DeliveryRequestStore(database).resend(account, notificationId, now));
    expect((await stored(deliveryId)).map((each) => each.split(' ')[0])).toEqual(['FAILED', 'PENDING']);
    expect(await told(await claim())).toEqual(['goes']);
  });

  it('begins anew in the place of that attempt, where it was ended and is replayed', async () => {
    const { deliveryId } = await queueEvent();
    await askMeanwhile(async () => {
      await switchOff();
      await switchOn();
      return new DeliveryRequestStore(database).replay(account, alert.id, { since: new Date(0) }, now);
    });
    expect((await stored(deliveryId)).map((each) => each.split(' ')[0])).toEqual(['FAILED', 'SKIPPED', 'PENDING']);
  });
});

describe('what an earlier attempt rendered', () => {
  it('is sent as it is, also when its event is gone', async () => {
    const [kept, other] = [await queueEvent(), await queueEvent()];
    const body = { head: Buffer.from('{"kept":1,'), told: Buffer.from('"told":2}') };
    await new DeliveryMessageStore(database, sealer).keep(new Map([[kept.deliveryId, body]]));
    await database.query('delete from alert_event');
    const claimed = await claim();
    const toldOf = ({ deliveryId }: { deliveryId: string }) => told(claimed.filter(({ id }) => id === deliveryId));
    expect([await toldOf(kept), await toldOf(other)]).toEqual([['goes'], ['EVENT_GONE']]);
  });
});

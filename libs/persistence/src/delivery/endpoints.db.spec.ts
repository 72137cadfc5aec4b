import { DELIVERY_SCHEDULE_MS, Slots, judgeEmail, judgeWebhook, type AttemptReport } from '@gable/domain/delivery';
import { DeliveryFixture, createTestDatabase, type FixtureAlert, type TestDatabase } from '@gable/testing';
import type { Database, Transaction } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { readMails } from '../alerts/matching/alert-mails.js';
import { newId } from '../database/new-id.js';
import { EventNotificationStore } from './event-notification-store.js';
import { DeliveryClaimStore } from './claim-store.js';
import { DeliveryFiguresStore } from './delivery-figures-store.js';
import { DeliveryRequestStore } from './delivery-request-store.js';
import type { ClaimedDelivery } from './delivery-rows.js';
import { DeliveryFinishStore } from './finish-store.js';

let testDatabase: TestDatabase;
let database: Database;
let fixture: DeliveryFixture;
let account: string;
let now: Date;
let claims: DeliveryClaimStore;
let requests: DeliveryRequestStore;
const owner = newId(new Date());

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 4 });
  fixture = new DeliveryFixture(database);
  requests = new DeliveryRequestStore(database);
});
beforeEach(async () => {
  await database.query(
    `truncate delivery, delivery_wakeup, delivery_payload, event_notification, alert_mail;
     update delivery_endpoint set wake_at = null, wake_from = null, opened_at = null, switched_off_at = null`,
  );
  account = await fixture.account();
  claims = new DeliveryClaimStore(database);
  now = new Date('2026-03-01T12:00:00Z');
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const SECOND = 1_000;
const MINUTE = 60_000;
const DAY = 86_400_000;
const pass = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
const DOWN: AttemptReport = { kind: 'failed', code: 'CONNECTION_REFUSED' };
const UP: AttemptReport = { kind: 'answered', status: 200 };

async function claim(): Promise<readonly ClaimedDelivery[]> {
  return (
    await claims.claim(
      {
        owner,
        channels: ['WEBHOOK', 'EMAIL'],
        endpoints: 64,
        slots: new Slots(),
        addressMailsPerDay: 0,
        mailGatherMs: 5 * MINUTE,
      },
      now,
    )
  ).deliveries;
}

async function finish(deliveries: readonly ClaimedDelivery[], report: AttemptReport): Promise<void> {
  const judge = deliveries[0]?.channel === 'EMAIL' ? judgeEmail : judgeWebhook;
  await new DeliveryFinishStore(database).finish(
    deliveries.map((delivery) => ({ delivery, endedAt: now, outcome: { kind: 'tried', verdict: judge(report, {}) } })),
    {
      scheduleMs: DELIVERY_SCHEDULE_MS,
      addressMailsPerDay: 0,
      mailGatherMs: 5 * MINUTE,
      random: () => 0.5,
    },
  );
}

/** Claims and finishes until nothing is due; answers how many attempts there were. */
async function run(report: AttemptReport): Promise<number> {
  for (let attempts = 0; ;) {
    const claimed = await claim();
    if (claimed.length === 0) return attempts;
    attempts += claimed.length;
    await finish(claimed, report);
  }
}

const failedAttempts = async () =>
  (await database.query<{ count: number }>(`select count(*) from event_notification where status = 'FAILED'`))[0]!
    .count;
const destinationOf = async ({ destinationId }: FixtureAlert) =>
  (
    await database.query<{ switched_off_at: Date | null; switched_off_reason: string | null }>(
      'select switched_off_at, switched_off_reason from event_destination where id = $1',
      [destinationId],
    )
  )[0]!;
const counted = async () =>
  Object.fromEntries(
    (
      await database.query<{ status: string; count: number }>(
        'select status, count(*) from event_notification group by 1',
      )
    ).map(({ status, count }) => [status, count]),
  );

describe('the breaker of an endpoint', () => {
  let alert: FixtureAlert;
  beforeEach(async () => {
    alert = await fixture.alert({ accountId: account, address: 'https://down.example/hook' });
    await fixture.queue(alert, now, { count: 40 });
    expect(await run(DOWN)).toBe(12); // three at a time: two were under way when the tenth opened it
  });

  it('opens after ten failures in a row; what waits behind it burns no attempt', async () => {
    pass(29 * SECOND);
    expect(await run(DOWN)).toBe(0);
    expect(await new DeliveryFiguresStore(database).read(now)).toMatchObject({
      waiting: 40,
      openBreakers: 1,
      switchedOff: 0,
      oldestDueMs: 0,
    });
    expect(await failedAttempts()).toBe(12);
  });

  it('lets one probe through at 30 s, 1 m, 2 m … 15 m', async () => {
    const probes: number[] = [];
    const opened = now.getTime();
    while (now.getTime() - opened < 60 * MINUTE) {
      pass(10 * SECOND);
      const claimed = await claim();
      if (claimed.length === 0) continue;
      expect(claimed).toHaveLength(1);
      probes.push((now.getTime() - opened) / SECOND);
      await finish(claimed, DOWN);
    }
    expect(probes.map((at, i) => at - (probes[i - 1] ?? 0))).toEqual([30, 60, 120, 240, 480, 900, 900]);
  });

  it('closes at the first success, and everything goes out', async () => {
    pass(30 * SECOND);
    await finish(await claim(), UP);
    expect(await new DeliveryFiguresStore(database).read(now)).toMatchObject({ openBreakers: 0 });
    await run(UP);
    expect((await counted()).DELIVERED).toBe(40);
  });

  it('lets the next probe go where the worker of one was killed', async () => {
    pass(30 * SECOND);
    expect(await claim()).toHaveLength(1);
    pass(29 * SECOND);
    expect(await claim()).toHaveLength(0);
    pass(SECOND);
    expect(await claim()).toHaveLength(1);
  });

  it('shows what waits behind it as suspended, and as pending once it closes', async () => {
    const store = new EventNotificationStore(database);
    const page = { offset: 0, limit: 100 };
    const suspended = await store.list(account, { status: 'SUSPENDED' }, page);
    expect([suspended.total, new Set(suspended.items.map(({ status }) => status))]).toEqual([
      40,
      new Set(['SUSPENDED']),
    ]);
    expect((await store.list(account, { status: 'PENDING' }, page)).total).toBe(0);
    expect((await store.find(account, suspended.items[0]!.id))!.status).toBe('SUSPENDED');
    pass(30 * SECOND);
    await finish(await claim(), UP);
    expect([
      (await store.list(account, { status: 'SUSPENDED' }, page)).total,
      (await store.list(account, { status: 'PENDING' }, page)).total,
    ]).toEqual([0, 39]);
  });

  it('is why they wait, since when, and when the next probe is due, in the words of each attempt', async () => {
    const store = new EventNotificationStore(database);
    const said = async (): Promise<unknown[]> =>
      (await store.list(account, { status: 'SUSPENDED' }, { offset: 0, limit: 100 })).items.map(
        ({ lastErrorMessage }) => lastErrorMessage,
      );
    const waits = (failures: number, probe: string): string =>
      `DESTINATION_FAILING: The destination failed ${failures} times in a row and is only probed since 2026-03-01T12:00:00.000Z. ` +
      `The next probe is due at ${probe}; this goes out once one is answered.`;
    expect(new Set(await said())).toEqual(new Set([waits(12, '2026-03-01T12:00:30.000Z')]));
    pass(30 * SECOND);
    await finish(await claim(), DOWN);
    expect(new Set(await said())).toEqual(new Set([waits(13, '2026-03-01T12:01:30.000Z')]));
    const failed = await store.list(account, { status: 'FAILED' }, { offset: 0, limit: 100 });
    expect(new Set(failed.items.map(({ lastErrorMessage }) => lastErrorMessage))).toEqual(
      new Set(['CONNECTION_REFUSED: The attempt failed.']),
    ); // these ended, and keep their own
    pass(60 * SECOND);
    await finish(await claim(), UP);
    const { items } = await store.list(account, {}, { offset: 0, limit: 100 });
    expect(
      items
        .filter(({ status }) => status === 'PENDING' || status === 'DELIVERED')
        .map(({ lastErrorMessage }) => lastErrorMessage),
    ).toEqual(Array(40).fill(null));
  });

  it('leaves other endpoints of the same host alone', async () => {
    await fixture.queue(await fixture.alert({ accountId: account, address: 'https://down.example/other' }), now);
    expect(await run(UP)).toBe(1);
  });

  it('gives the endpoint up after five days, says so, and ends what waits as failed', async () => {
    for (let at = 0; at < 5 * DAY; at += 60 * MINUTE) {
      pass(60 * MINUTE);
      await finish(await claim(), DOWN);
    }
    expect(await destinationOf(alert)).toMatchObject({
      switched_off_at: now,
      switched_off_reason: expect.stringMatching(/^DESTINATION_SWITCHED_OFF: .*CONNECTION_REFUSED/),
    });
    for (let i = 0; i < 20; i += 1) {
      pass(SECOND);
      expect(await claim()).toEqual([]);
    }
    expect(await database.query('select from delivery')).toHaveLength(0);
    expect((await counted()).PENDING).toBeUndefined();
    const ended = await database.query<{ last_error_message: string }>(
      `select last_error_message from event_notification where last_error_message like 'DESTINATION_SWITCHED_OFF: %'`,
    );
    expect(ended.length).toBeGreaterThan(0);

    expect(await requests.replay(account, alert.id, { since: new Date(0), onlyFailed: true }, now)).toEqual({
      queued: 40,
      after: null,
    });
    expect(await destinationOf(alert)).toEqual({ switched_off_at: null, switched_off_reason: null });
    expect(await claim()).toHaveLength(1); // one probe; the rest once it closes
    pass(31 * SECOND);
    expect(await run(UP)).toBe(40);
    expect((await counted()).DELIVERED).toBe(40);
  });
});

describe('a mailbox that does not exist', () => {
  it('is sent nothing more until the address is written anew', async () => {
    const alert = await fixture.alert({ accountId: account, channel: 'EMAIL', address: 'nobody@example.org' });
    await fixture.queue(alert, now);
    await finish(await claim(), { kind: 'answered', status: 550, enhancedStatus: '5.1.1' });
    expect(await destinationOf(alert)).toMatchObject({
      switched_off_reason: expect.stringMatching(/^ADDRESS_SUPPRESSED: /),
    });
    pass(10 * MINUTE);
    await fixture.queue(alert, now);
    expect(await run(UP)).toBe(0);
    expect(await counted()).toEqual({ FAILED: 1, SKIPPED: 1 });

    const again = await fixture.alert({ accountId: account, channel: 'EMAIL', address: 'nobody@example.org', now });
    await fixture.queue(again, now);
    expect(await run(UP)).toBe(1);
  });

  it('is not what troubles with our own mail server are', async () => {
    const alert = await fixture.alert({ accountId: account, channel: 'EMAIL', address: 'somebody@example.org' });
    await fixture.queue(alert, now);
    for (let i = 0; i < 10; i += 1) {
      await finish(await claim(), { kind: 'failed', code: 'MAIL_SERVER_REFUSED' });
      pass(DAY);
    }
    expect(await new DeliveryFiguresStore(database).read(now)).toMatchObject({ openBreakers: 0, waiting: 0 });
  });
});

describe('a gathered mail', () => {
  const joinable = async (alert: FixtureAlert, step: Transaction) =>
    (await readMails(step, new Map([[alert.id, { ...alert, alertId: alert.id, xid: 0, channel: 'EMAIL' as const }]])))
      .open;

  it('is joined by no event once it was taken', async () => {
    const alert = await fixture.alert({ accountId: account, channel: 'EMAIL', address: 'joined@example.org' });
    const [mail] = await fixture.queue(alert, now);
    expect(await database.transaction((step) => joinable(alert, step))).toEqual(
      new Map([[alert.id, mail!.deliveryId]]),
    );
    expect(await claim()).toHaveLength(1);
    expect(await database.transaction((step) => joinable(alert, step))).toEqual(new Map());
  });

  it('is not taken while an event joins it, and nobody waits for that', async () => {
    const alert = await fixture.alert({ accountId: account, channel: 'EMAIL', address: 'joining@example.org' });
    await fixture.queue(alert, now);
    await fixture.queue(await fixture.alert({ accountId: account, address: 'https://beside.example/' }), now);
    await database.transaction(async (step) => {
      await joinable(alert, step);
      expect((await claim()).map(({ channel }) => channel)).toEqual(['WEBHOOK']);
    });
    pass(SECOND);
    expect((await claim()).map(({ channel }) => channel)).toEqual(['EMAIL']);
  });
});

describe('what an owner asks for', () => {
  it('a resend is the next attempt of the same delivery, with a schedule of its own', async () => {
    const alert = await fixture.alert({ accountId: account, address: 'https://r.example/hook' });
    const [queued] = await fixture.queue(alert, now);
    await finish(await claim(), { kind: 'answered', status: 410 });
    const answer = await requests.resend(account, queued!.notificationId, now);
    const [again] = await claim();
    expect(again).toMatchObject({
      id: queued!.deliveryId,
      notificationId: (answer as { notificationId: string }).notificationId,
      attemptNumber: 2,
      roundStart: 1,
    });
    await finish([again!], DOWN);
    pass(5 * SECOND);
    expect(await claim()).toMatchObject([{ attemptNumber: 3 }]);
  });

  it('a resend of what waits for its next attempt makes that one due', async () => {
    const alert = await fixture.alert({ accountId: account, address: 'https://s.example/hook' });
    const [queued] = await fixture.queue(alert, now);
    await finish(await claim(), DOWN);
    expect(await claim()).toEqual([]);
    const answer = await requests.resend(account, queued!.notificationId, now);
    expect(await claim()).toMatchObject([
      { attemptNumber: 2, notificationId: (answer as { notificationId: string }).notificationId },
    ]);
  });

  it('a resend goes to where the alert sends now', async () => {
    const alert = await fixture.alert({ accountId: account, address: 'https://old.example/hook' });
    const [queued] = await fixture.queue(alert, now);
    await finish(await claim(), { kind: 'answered', status: 410 });
    await database.query('update alert set destination_id = $2 where id = $1', [
      alert.id,
      await fixture.destination(account, 'WEBHOOK', 'https://new.example/hook'),
    ]);
    await requests.resend(account, queued!.notificationId, now);
    expect(await claim()).toMatchObject([{ id: queued!.deliveryId, address: 'https://new.example/hook' }]);
  });

  it('a test is a delivery without an event', async () => {
    const alert = await fixture.alert({ accountId: account, address: 'https://t.example/hook' });
    await requests.test(account, alert.id, now);
    expect(await claim()).toMatchObject([{ eventId: null, attemptNumber: 1, alertId: alert.id }]);
  });

  it('a replay takes what began in the period and has ended', async () => {
    const alert = await fixture.alert({ accountId: account, address: 'https://p.example/hook' });
    await fixture.queue(alert, now);
    await run(UP);
    const since = new Date(now.getTime() + MINUTE);
    pass(2 * MINUTE);
    await fixture.queue(alert, now, { count: 2 });
    const [ok, dead] = await claim();
    await finish([ok!], UP);
    await finish([dead!], { kind: 'answered', status: 410 });
    pass(2 * MINUTE);
    await fixture.queue(alert, now); // waits: left alone
    expect(await requests.replay(account, alert.id, { since, until: now, onlyFailed: true }, now)).toEqual({
      queued: 1,
      after: null,
    });
    expect(await requests.replay(account, alert.id, { since, until: now }, now)).toEqual({ queued: 1, after: null });
    expect(await run(UP)).toBe(3);
  });

  it('is refused for what is another account’s, and without a destination', async () => {
    const alert = await fixture.alert({ accountId: account, address: 'https://q.example/hook' });
    const [queued] = await fixture.queue(alert, now);
    const stranger = await fixture.account();
    expect(
      await Promise.all([
        requests.resend(stranger, queued!.notificationId, now),
        requests.test(stranger, alert.id, now),
        requests.replay(stranger, alert.id, { since: now }, now),
      ]),
    ).toEqual(Array(3).fill({ refused: 'NOT_FOUND' }));
    await database.query('update alert set destination_id = null where id = $1', [alert.id]);
    expect(await requests.test(account, alert.id, now)).toEqual({ refused: 'NO_DESTINATION' });
  });
});

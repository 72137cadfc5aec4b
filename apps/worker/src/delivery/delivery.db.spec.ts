import { LISTINGS_PER_MAIL, firstAttempt } from '@gable/domain/delivery';
import type { AttemptResult, Channel, EmailMessage, WebhookMessage } from '@gable/notifications';
import { AccountStore } from '@gable/persistence/accounts';
import { AlertStore } from '@gable/persistence/alerts';
import {
  DeliveryClaimStore,
  DeliveryFinishStore,
  DeliveryMessageStore,
  DeliveryPauseStore,
  EventNotificationStore,
  MailStore,
  MailSubscriptionStore,
  SkipStore,
  queueAttempts,
} from '@gable/persistence/delivery';
import { DivisionStore } from '@gable/persistence/geography';
import { PropertyStore } from '@gable/persistence/properties';
import { LOCKS, newId, openDatabase, type Database } from '@gable/persistence';
import { Sealer, createLogger, createMetrics } from '@gable/runtime';
import {
  DeliveryFixture,
  FIXTURE_SIGNING_KEY,
  createTestDatabase,
  type FixtureAlert,
  type TestDatabase,
} from '@gable/testing';
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from './clock.js';
import { deliveryMetrics, observeDelivery } from './delivery-metrics.js';
import { DeliveryStage, type DeliveryListener } from './delivery-stage.js';
import { MessageComposer } from './message-composer.js';
import { ResultWriter } from './result-writer.js';

let testDatabase: TestDatabase;
let database: Database;
let fixture: DeliveryFixture;
let account: string;
let now: Date;

const sealer = new Sealer(randomBytes(32).toString('base64'));
const SECOND = 1_000;
const MINUTE = 60_000;
const pass = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
const clock: Clock = { now: () => now, sync: () => Promise.resolve(now) };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 6 });
  fixture = new DeliveryFixture(database, sealer);
});
beforeEach(async () => {
  await database.query(`
    truncate delivery, delivery_wakeup, delivery_payload, event_notification, alert_event, alert_mail;
    update delivery_endpoint set wake_at = null, wake_from = null, opened_at = null, failures = 0`);
  account = await fixture.account();
  now = new Date('2026-03-01T12:00:00Z');
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const OK = (): AttemptResult => ({ kind: 'answered', status: 200 });

/** An answer that comes when the test says so. */
function later(): { promise: Promise<AttemptResult>; arrive: () => void } {
  let arrive = (): void => {};
  const promise = new Promise<AttemptResult>((resolve) => {
    arrive = () => resolve(OK());
  });
  return { promise, arrive };
}

/** A channel that keeps what it is given and answers as told. */
class FakeChannel<Message> implements Channel<Message> {
  readonly sent: Message[] = [];
  answer: (message: Message) => AttemptResult | Promise<AttemptResult> = OK;

  async send(message: Message): Promise<AttemptResult> {
    this.sent.push(message);
    return this.answer(message);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const webhooks = new FakeChannel<WebhookMessage>();
const emails = new FakeChannel<EmailMessage>();
beforeEach(() => {
  for (const channel of [webhooks, emails]) {
    channel.sent.length = 0;
    channel.answer = OK;
  }
});

const silent: DeliveryListener = {
  began: () => {},
  written: () => {},
  ended: () => {},
  broken: (_, error) => {
    throw error;
  },
  failedToWrite: (error) => {
    throw error;
  },
};

function worker({
  withMail = true,
  listener = silent,
}: { withMail?: boolean; listener?: DeliveryListener } = {}): DeliveryStage {
  return new DeliveryStage({
    prepare: () => Promise.resolve(),
    claims: new DeliveryClaimStore(database),
    composer: new MessageComposer(
      {
        messages: new DeliveryMessageStore(database, sealer),
        mails: new MailStore(database, 'pepper'),
        divisions: new DivisionStore(database),
        properties: new PropertyStore(database),
      },
      {
        publicUrl: 'https://gable.example',
        listingsPerMail: LISTINGS_PER_MAIL,
      },
    ),
    webhooks,
    emails: withMail ? emails : undefined,
    readSkipped: (ids) => new SkipStore(database).readSkipped(ids),
    isHeldBack: (accountId) => new DeliveryPauseStore(database).isHeldBack(accountId),
    clock,
    listener,
    mailGatherMs: 5 * MINUTE,
    isDatabaseThere: () => database.query('select 1'),
    writer: (results) =>
      new ResultWriter(
        new DeliveryFinishStore(database),
        { scheduleMs: [5 * SECOND, 5 * MINUTE], mailGatherMs: 5 * MINUTE, random: () => 0.5 },
        results,
      ),
  });
}

const never = new AbortController().signal;
const run = (stage = worker()): Promise<boolean> => stage.step(never);
const rows = () =>
  database.query<{ status: string; last_error_message: string | null; attempt_number: number; delivery_id: string }>(
    'select status, last_error_message, attempt_number, delivery_id from event_notification order by id',
  );
const webhookAlert = (address = 'https://r.example/hook') => fixture.alert({ accountId: account, address });
const mailAlert = (address = 'jane@example.org') => fixture.alert({ accountId: account, channel: 'EMAIL', address });
const told = async (alert: FixtureAlert) =>
  (await fixture.queue(alert, now, { eventIds: [await fixture.event(alert)] }))[0]!;

/** Alerts of one origin whose receivers have just answered. */
async function answering(origin: string, count: number): Promise<FixtureAlert[]> {
  const alerts = await Promise.all(Array.from({ length: count }, (_, n) => webhookAlert(`${origin}${n}`)));
  for (const alert of alerts) await told(alert);
  await run();
  return alerts;
}

describe('a webhook', () => {
  it('tells the event, signed with the alert’s key', async () => {
    const alert = await webhookAlert();
    const { eventId, deliveryId } = await told(alert);
    await run();
    expect(webhooks.sent).toMatchObject([
      { url: alert.address, webhookId: `msg_${deliveryId}`, signingKeys: [FIXTURE_SIGNING_KEY], timestamp: now },
    ]);
    expect(JSON.parse(Buffer.from(webhooks.sent[0]!.body).toString())).toMatchObject({
      type: 'alert.new_match',
      data: {
        eventId,
        alertId: alert.id,
        alertName: 'Flats in Lyon',
        property: { listings: [{ title: 'A flat', price: 250_000 }] },
      },
    });
    expect(await rows()).toMatchObject([{ status: 'DELIVERED', last_error_message: null }]);
    expect(await database.query('select from delivery_payload')).toEqual([]);
  });

  it('says the same on every attempt, whatever became of the home meanwhile', async () => {
    await told(await webhookAlert());
    webhooks.answer = () => ({ kind: 'answered', status: 500 });
    await run();
    await database.query('update listing set online = false');
    pass(5 * SECOND);
    await run();
    const [first, second] = webhooks.sent;
    expect(Buffer.from(second!.body).equals(Buffer.from(first!.body))).toBe(true);
    expect(second!.webhookId).toBe(first!.webhookId);
    expect((await rows()).map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'PENDING']);
  });

  it('shows the home as it is now where its property was merged into another since the event', async () => {
    const { eventId } = await told(await webhookAlert());
    const [{ property_id: merged }] = (await database.query<{ property_id: string }>(
      'select property_id from alert_event where id = $1',
      [eventId],
    )) as [{ property_id: string }];
    const survivor = newId(new Date());
    await database.query(
      'insert into property (id, created_at, updated_at, online_count, revision) values ($1, now(), now(), 1, 1)',
      [survivor],
    );
    await database.query('update listing set property_id = $2 where property_id = $1', [merged, survivor]);
    await database.query('update property set merged_into = $2, online_count = 0 where id = $1', [merged, survivor]);
    await run();
    expect(JSON.parse(Buffer.from(webhooks.sent[0]!.body).toString())).toMatchObject({
      data: { propertyId: merged, property: { uuid: survivor, listings: [{ title: 'A flat' }] } },
    });
  });

  it('of a worker that was killed in the middle is sent by the next one under the same id', async () => {
    const { deliveryId } = await told(await webhookAlert());
    const killed = new AbortController();
    webhooks.answer = () => new Promise(() => {});
    const running = worker().step(killed.signal);
    while (webhooks.sent.length === 0) await setImmediate();
    killed.abort();
    await running;
    pass(30 * SECOND);
    webhooks.answer = OK;
    await run();
    expect(webhooks.sent.map(({ webhookId }) => webhookId)).toEqual([`msg_${deliveryId}`, `msg_${deliveryId}`]);
    expect(Buffer.from(webhooks.sent[1]!.body).equals(Buffer.from(webhooks.sent[0]!.body))).toBe(true);
    expect(await rows()).toMatchObject([{ status: 'DELIVERED', attempt_number: 1 }]);
  });

  it('that waited for its place until its lease was nearly over is put back, not sent', async () => {
    const alerts = await answering('https://narrow.example/', 5); // so that more is claimed than passes at a time
    const narrow = later();
    webhooks.answer = () => narrow.promise;
    for (const alert of alerts) await told(alert);
    const outcomes: string[] = [];
    const running = run(
      worker({
        listener: {
          ...silent,
          written: ({ applied }) => outcomes.push(...applied.map(({ result }) => result.outcome.kind)),
        },
      }),
    );
    while (webhooks.sent.length < 5 + 4) await setImmediate();
    pass(14 * SECOND); // four pass at a time; the fifth no longer has the 15 seconds of an attempt
    webhooks.answer = OK;
    narrow.arrive();
    await running;
    expect((await rows()).map(({ status, attempt_number }) => [status, attempt_number])).toEqual(
      Array(10).fill(['DELIVERED', 1]),
    );
    expect(webhooks.sent).toHaveLength(10);
    expect(outcomes.sort()).toEqual(['put-back', ...Array<string>(5).fill('tried')]);
  });

  it('that waits for its place is not begun once its alert was switched off', async () => {
    const alerts = await answering('https://narrow.example/', 5);
    const narrow = later();
    webhooks.answer = () => narrow.promise;
    for (const alert of alerts) await told(alert);
    const running = run();
    while (webhooks.sent.length < 5 + 4) await setImmediate();
    for (const { id } of alerts)
      await new AlertStore(database, sealer).replace(account, id, (current) => ({ ...current, active: false }), now);
    pass(SECOND);
    narrow.arrive();
    await running;
    expect(webhooks.sent).toHaveLength(5 + 4);
    expect((await rows()).map(({ status }) => status).sort()).toEqual([
      ...Array<string>(9).fill('DELIVERED'),
      'SKIPPED',
    ]);
  });

  it('that cannot be put together is an attempt of its own and keeps nobody else from being sent', async () => {
    const [broken, fine] = [await webhookAlert('https://broken.example/'), await webhookAlert('https://fine.example/')];
    await told(broken);
    await told(fine);
    await database.query(`update alert set signing_key = 'spoilt' where id = $1`, [broken.id]);
    const errors: unknown[] = [];
    await run(worker({ listener: { ...silent, broken: (_, error) => errors.push(error) } }));
    expect(webhooks.sent.map(({ url }) => url)).toEqual(['https://fine.example/']);
    expect(errors).toHaveLength(1);
    expect((await rows()).filter(({ status }) => status === 'FAILED')).toMatchObject([
      { last_error_message: expect.stringMatching(/^INTERNAL: /) },
    ]);
  });

  it('goes out with both keys while one is rotated out', async () => {
    const alert = await webhookAlert();
    const previous = sealer.seal('whsec_b2xk', { table: 'alert', column: 'previous_signing_key', rowId: alert.id });
    await database.query('update alert set previous_signing_key = $2, previous_signing_key_until = $3 where id = $1', [
      alert.id,
      previous,
      new Date(now.getTime() + MINUTE),
    ]);
    await told(alert);
    await run();
    pass(2 * MINUTE);
    await told(alert);
    await run();
    expect(webhooks.sent.map(({ signingKeys }) => signingKeys)).toEqual([
      [FIXTURE_SIGNING_KEY, 'whsec_b2xk'],
      [FIXTURE_SIGNING_KEY],
    ]);
  });
});

describe('what may not go any more is skipped with its reason', () => {
  const skips: [reason: string, write: (alert: FixtureAlert) => Promise<unknown>][] = [
    ['ALERT_INACTIVE', ({ id }) => database.query('update alert set active = false where id = $1', [id])],
    ['ALERT_DELETED', ({ id }) => database.query('update alert set deleted_at = now() where id = $1', [id])],
    [
      'RULE_OFF',
      ({ id }) =>
        database.query(
          `update alert set notification_config = '{"rules":[{"eventType":"PRICE_CHANGED","enabled":true}]}' where id = $1`,
          [id],
        ),
    ],
    ['DESTINATION_REMOVED', ({ id }) => database.query('update alert set destination_id = null where id = $1', [id])],
    [
      'DESTINATION_CHANGED',
      async ({ id }) =>
        database.query('update alert set destination_id = $2 where id = $1', [
          id,
          await fixture.destination(account, 'WEBHOOK', 'https://other.example/'),
        ]),
    ],
  ];
  it.each(skips)('%s', async (reason, write) => {
    const alert = await webhookAlert();
    await told(alert);
    await write(alert);
    await run();
    expect(webhooks.sent).toEqual([]);
    expect(await rows()).toMatchObject([
      { status: 'SKIPPED', last_error_message: expect.stringMatching(new RegExp(`^${reason}: `)) },
    ]);
    expect(await database.query('select from delivery')).toEqual([]);
  });
});

describe('mails', () => {
  it('of an alert that matches 10,000 listings in a minute go out every five minutes, each match listed or counted once', async () => {
    const alert = await mailAlert();
    const listed: string[] = [];
    let counted = 0;
    const sentAt: number[] = [];
    emails.answer = ({ text }) => {
      sentAt.push(now.getTime());
      listed.push(...[...text.matchAll(/Flat (\d+)/g)].map(([, number]) => number!));
      counted += Number((/and ([\d,]+) more/.exec(text)?.[1] ?? '0').replaceAll(',', ''));
      return { kind: 'answered', status: 250 };
    };
    const template = await fixture.event(alert);
    const [{ listing_id: listing, property_id: property }] = (await database.query<{
      listing_id: string;
      property_id: string;
    }>('delete from alert_event where id = $1 returning listing_id, property_id', [template])) as [
      { listing_id: string; property_id: string },
    ];
    let revision = 1;
    // Every other revision: a change would repeat the title of the one before.
    /** As a step of matching does: all events join the open mail, or begin one. */
    const match = async (count: number): Promise<void> => {
      await database.transaction(async (step) => {
        const [open] = await step.query<{ delivery_id: string }>(
          `
          select delivery_id from event_notification
          where alert_id = $1 and status = 'PENDING' and attempt_number = 1 and taken_at is null for update`,
          [alert.id],
        );
        const ids = Array.from({ length: count }, () => newId(new Date()));
        const deliveryId = open?.delivery_id ?? newId(new Date());
        await step.query(
          `
          insert into listing_revision (listing_id, revision_id, online, observed_at, recorded_at, state)
          select $1, 2 * n, true, now(), now(), json_build_object('title', 'Flat ' || n)
          from generate_series($2::int, $3::int) n`,
          [listing, revision + 1, revision + count],
        );
        await step.query(
          `
          insert into alert_event
            (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version, delivery_id, created_at)
          select id, $2, $3, $4, 2 * ($5 + n), 0, 1, $6, $7 from unnest($1::uuid[]) with ordinality as new(id, n)`,
          [ids, alert.id, property, listing, revision, deliveryId, now],
        );
        if (!open) {
          const [mail] = await step.query<{ at: Date }>(
            'select next_mail_at as at from alert_mail where alert_id = $1',
            [alert.id],
          );
          const attempt = {
            id: newId(new Date()),
            alertId: alert.id,
            eventId: ids[0]!,
            deliveryId,
            writtenAt: now.getTime(),
          };
          await queueAttempts(step, [{ ...alert, ...firstAttempt(now.getTime(), mail?.at.getTime()), ...attempt }]);
        }
        revision += count;
      });
    };
    const stage = worker();
    for (let second = 0; second < 60; second += 2) {
      await match(second === 58 ? 333 : 333 + (second < 2 ? 10 : 0));
      await run(stage);
      pass(2 * SECOND);
    }
    for (let minute = 0; minute < 12; minute += 1) {
      if (minute === 7) await match(5);
      await run(stage);
      pass(MINUTE);
    }
    expect(revision - 1).toBe(10_005);
    expect(emails.sent).toHaveLength(3);
    expect(listed.length + counted).toBe(10_005);
    expect(new Set(listed).size).toBe(listed.length);
    expect(sentAt.slice(1).every((at, i) => at - sentAt[i]! >= 5 * MINUTE)).toBe(true);
  });

  it('carry a link that stops them, once, for that alert and address; the alert stays', async () => {
    const [alert, other] = [await mailAlert(), await mailAlert()];
    await told(alert);
    await run();
    const token = emails.sent[0]!.list!.unsubscribeUrl.split('/u/')[1]!;
    const subscriptions = new MailSubscriptionStore(database);
    expect(await subscriptions.find(token)).toEqual({ alertName: 'Flats in Lyon', isUnsubscribed: false });
    expect([
      await subscriptions.unsubscribe(token, now),
      await subscriptions.unsubscribe(token, now),
      await subscriptions.unsubscribe('nonsense', now),
    ]).toEqual([true, true, false]);
    pass(6 * MINUTE);
    await told(alert);
    await told(other);
    await run();
    expect(emails.sent).toHaveLength(2);
    expect(emails.sent[1]!.list!.id).toBe(other.id);
    expect((await rows()).filter(({ status }) => status === 'SKIPPED')).toMatchObject([
      { last_error_message: expect.stringMatching(/^UNSUBSCRIBED: /) },
    ]);
    expect(
      await database.query<{ text: string }>('select mail_subscription::text as text from mail_subscription'),
    ).not.toContainEqual({ text: expect.stringContaining(token) });

    // Another address, and then this one again: its mails are wanted.
    const alerts = new AlertStore(database, sealer);
    for (const address of ['other@example.org', alert.address])
      await alerts.replace(
        account,
        alert.id,
        (current) => ({ ...current, destination: { channel: 'EMAIL', address } }),
        now,
      );
    pass(6 * MINUTE);
    await told(alert);
    await run();
    expect(emails.sent).toHaveLength(3);
  });

  it('are not sent beside a mail of the alert that is still tried', async () => {
    const alert = await mailAlert();
    await told(alert);
    emails.answer = () => ({ kind: 'answered', status: 451 });
    await run();
    pass(5 * SECOND);
    await run(); // the second attempt; the third is due in 5 minutes
    emails.answer = () => ({ kind: 'answered', status: 250 });
    pass(5 * MINUTE - SECOND);
    await told(alert);
    await run();
    expect(emails.sent).toHaveLength(2);
    pass(SECOND);
    await run();
    expect(emails.sent).toHaveLength(3);
    pass(5 * MINUTE - SECOND);
    await run();
    expect(emails.sent).toHaveLength(3);
    pass(SECOND);
    await run();
    expect(new Set(emails.sent.map(({ messageId }) => messageId)).size).toBe(2);
    expect(emails.sent).toHaveLength(4);
  });

  it('wait where no mail server is configured, say why, and go out once there is one', async () => {
    await told(await mailAlert());
    await run(worker({ withMail: false }));
    expect((await new EventNotificationStore(database).list(account, {}, { offset: 0, limit: 9 })).items).toMatchObject(
      [{ status: 'PENDING', lastErrorMessage: expect.stringMatching(/^MAIL_NOT_CONFIGURED: /) }],
    );
    pass(SECOND);
    await run();
    expect(emails.sent).toHaveLength(1);
    expect(await rows()).toMatchObject([{ status: 'DELIVERED', last_error_message: null }]);
  });
});

it('counts what an operator asks about', async () => {
  const registry = createMetrics('worker');
  observeDelivery(registry, database);
  const stage = worker({ listener: deliveryMetrics(registry, createLogger({ name: 'worker', level: 'silent' })) });
  const down = await webhookAlert('https://down.example/hook');
  for (let i = 0; i < 12; i += 1) await told(down);
  await told(await webhookAlert('https://up.example/hook'));
  webhooks.answer = ({ url }) => ({ kind: 'answered', status: url.includes('down') ? 500 : 200 });
  pass(2 * SECOND);
  await run(stage);
  const values = Object.fromEntries(
    (await registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('gable_delivery'))
      .map((line) => line.replace(/process="worker",?/, '').split(' ')),
  );
  const failed = webhooks.sent.filter(({ url }) => url.includes('down')).length;
  expect(failed).toBeGreaterThanOrEqual(10); // that open the breaker; the others may be under way by then
  expect(values).toMatchObject({
    'gable_delivery_attempts_total{channel="WEBHOOK",outcome="delivered",}': '1',
    'gable_delivery_attempts_total{channel="WEBHOOK",outcome="failed",}': `${failed}`,
    'gable_delivery_first_attempt_seconds_count{channel="WEBHOOK"}': `${failed + 1}`,
    'gable_delivery_first_attempt_seconds_sum{channel="WEBHOOK"}': `${2 * (failed + 1)}`,
    'gable_delivery_open_breakers{}': '1',
    'gable_delivery_waiting{}': '12',
    'gable_delivery_oldest_pending_seconds{}': '0',
    'gable_delivery_switched_off_destinations{}': '0',
  });
});

it('leaves nothing half done when it is told to go', async () => {
  await told(await webhookAlert());
  const arriving = later();
  webhooks.answer = () => arriving.promise;
  const stop = new AbortController();
  const stage = worker();
  const running = stage.step(stop.signal);
  while (webhooks.sent.length === 0) await setImmediate();
  stop.abort();
  await running;
  setTimeout(() => arriving.arrive(), 20);
  await stage.leave();
  expect(await rows()).toMatchObject([{ status: 'DELIVERED' }]);
});

describe('while deliveries are paused', () => {
  const pauses = () => new DeliveryPauseStore(database);
  afterEach(() => pauses().resume());

  it('sends nothing, burns no attempt, and goes on where it was', async () => {
    const [webhook, mail] = [await webhookAlert(), await mailAlert()];
    await pauses().pause('a drill');
    for (const alert of [webhook, mail]) await told(alert);
    for (let hour = 0; hour < 3; hour += 1) {
      expect(await run()).toBe(false); // nothing that it may begin
      pass(60 * MINUTE);
    }
    expect([webhooks.sent, emails.sent]).toEqual([[], []]);
    expect(await rows()).toMatchObject([
      { status: 'PENDING', attempt_number: 1, last_error_message: null },
      { status: 'PENDING', attempt_number: 1, last_error_message: null },
    ]);
    await pauses().resume();
    await run();
    expect([webhooks.sent.length, emails.sent.length]).toEqual([1, 1]);
  });

  it('puts back what was taken before and waits for its place', async () => {
    const alert = await webhookAlert('https://slow.example/hook');
    const under = later();
    webhooks.answer = () => under.promise;
    for (let n = 0; n < 5; n += 1) await told(await webhookAlert(`https://slow.example/${n}`));
    await told(alert);
    const stage = worker();
    const running = run(stage);
    while (webhooks.sent.length === 0) await setImmediate();
    const begun = webhooks.sent.length;
    await pauses().pause('a drill');
    pass(SECOND); // what waits for its place looks again before it goes
    under.arrive();
    await running;
    expect(webhooks.sent).toHaveLength(begun);
    expect(await pauses().countUnderWay()).toBe(0);
    await pauses().resume();
    await run(stage);
    expect(new Set(webhooks.sent.map(({ webhookId }) => webhookId)).size).toBe(6);
    expect(webhooks.sent).toHaveLength(6); // each once
  });

  it('is answered once whoever is taking deliveries has taken them', async () => {
    await told(await webhookAlert());
    const order: string[] = [];
    let pausing: Promise<unknown> | undefined;
    await database.transaction(async (claiming) => {
      await claiming.query(`select pg_advisory_xact_lock_shared(${LOCKS.deliveryPause})`); // as every claim begins
      pausing = pauses()
        .pause('a drill')
        .then(() => order.push('paused'));
      const waits = async () =>
        (await database.query(`select from pg_locks where not granted and objid = ${LOCKS.deliveryPause}`)).length;
      while ((await waits()) === 0) await setImmediate();
      order.push('taken');
    });
    await pausing;
    expect(order).toEqual(['taken', 'paused']);
  });
});

describe('while an account is blocked', () => {
  const accounts = () => new AccountStore(database);
  const shown = async () =>
    (await new EventNotificationStore(database).list(account, {}, { offset: 0, limit: 9 })).items;

  it('sends nothing for it, says why, burns no attempt, sends for others, and goes on once it is let in', async () => {
    const [webhook, mail] = [await webhookAlert(), await mailAlert()];
    const other = await fixture.alert({ accountId: await fixture.account(), address: 'https://other.example/' });
    await accounts().block(account, now);
    for (const alert of [webhook, mail, other]) await told(alert);
    for (let hour = 0; hour < 3; hour += 1) {
      await run();
      pass(60 * MINUTE);
    }
    await told(webhook); // its events go on being recorded, and wake the queue
    await run();
    expect([webhooks.sent.map(({ url }) => url), emails.sent]).toEqual([['https://other.example/'], []]);
    expect(await shown()).toMatchObject(
      Array(3).fill({
        status: 'SUSPENDED',
        attemptNumber: 1,
        lastErrorMessage: expect.stringMatching(/^ACCOUNT_BLOCKED: /),
      }),
    );
    await accounts().unblock(account, now);
    expect((await shown()).map(({ status, lastErrorMessage }) => [status, lastErrorMessage])).toEqual(
      Array(3).fill(['PENDING', null]),
    );
    await run();
    expect([webhooks.sent.length, emails.sent.length]).toEqual([3, 1]);
    expect(new Set((await rows()).map(({ status }) => status))).toEqual(new Set(['DELIVERED']));
  });

  it('puts back what was taken before and waits for its place, and ends what is under way', async () => {
    const alerts = await answering('https://narrow.example/', 5);
    const narrow = later();
    webhooks.answer = () => narrow.promise;
    for (const alert of alerts) await told(alert);
    const running = run();
    const taken = async () => (await database.query('select from delivery where owner is not null')).length;
    while (webhooks.sent.length < 5 + 4 || (await taken()) < 5) await setImmediate(); // four pass at a time
    await accounts().block(account, now);
    pass(SECOND);
    narrow.arrive();
    await running;
    expect(webhooks.sent).toHaveLength(5 + 4);
    expect(await accounts().countUnderWay(account)).toBe(0);
    expect((await rows()).map(({ status }) => status).sort()).toEqual([
      ...Array<string>(9).fill('DELIVERED'),
      'PENDING',
    ]);
    await accounts().unblock(account, now);
    await run();
    expect(webhooks.sent).toHaveLength(10);
    expect(new Set(webhooks.sent.map(({ webhookId }) => webhookId)).size).toBe(10);
  });

  it('is answered once whoever is taking deliveries has taken them, and so is the end of it', async () => {
    const change = [() => accounts().block(account, now), () => accounts().unblock(account, now)];
    for (const begin of change) {
      const order: string[] = [];
      let changing: Promise<unknown> | undefined;
      await database.transaction(async (claiming) => {
        await claiming.query(`select pg_advisory_xact_lock_shared(${LOCKS.deliveryPause})`); // as every claim begins
        changing = begin().then(() => order.push('changed'));
        const waits = async () =>
          (await database.query(`select from pg_locks where not granted and objid = ${LOCKS.deliveryPause}`)).length;
        while ((await waits()) === 0) await setImmediate();
        order.push('taken');
      });
      await changing;
      expect(order).toEqual(['taken', 'changed']);
    }
  });
});

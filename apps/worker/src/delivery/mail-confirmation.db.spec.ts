import { Slots } from '@gable/domain/delivery';
import { EmailChannel, WebhookChannel } from '@gable/notifications';
import {
  ConfirmationLinks,
  DeliveryClaimStore,
  DeliveryFiguresStore,
  DeliveryRequestStore,
  EventNotificationStore,
  MailConfirmationStore,
  MailStore,
  MailSubscriptionStore,
  type ClaimedConfirmation,
} from '@gable/persistence/delivery';
import { newId, openDatabase, type Database } from '@gable/persistence';
import { Sealer } from '@gable/runtime';
import {
  DeliveryFixture,
  createTestDatabase,
  reply,
  startMailServer,
  type FixtureAlert,
  type MailServer,
  type TestDatabase,
} from '@gable/testing';
import { randomBytes } from 'node:crypto';
import { deliveryStageOn } from '../testing/delivery-stage-on.js';
import type { Clock } from './clock.js';
import { ConfirmationStage } from './confirmation-stage.js';

let testDatabase: TestDatabase;
let database: Database;
let fixture: DeliveryFixture;
let confirmations: MailConfirmationStore;
let server: MailServer;
let emails: EmailChannel;
let account: string;
let now: Date;
/** What the mail server says to a recipient; undefined takes the mail. */
let refusal: Error | undefined;

const sealer = new Sealer(randomBytes(32).toString('base64'));
const links = new ConfirmationLinks('pepper');
const webhooks = new WebhookChannel({ allowedNetworks: [] });
const SECOND = 1_000;
const MINUTE = 60_000;
const DAY = 86_400_000;
const pass = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
const clock: Clock = { now: () => now, sync: () => Promise.resolve(now) };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 6 });
  fixture = new DeliveryFixture(database, sealer);
  confirmations = new MailConfirmationStore(database);
  server = await startMailServer({ onRcptTo: (_, __, done) => done(refusal) });
  emails = new EmailChannel({ smtpUrl: server.url, from: 'alerts@gable.example' });
});
beforeEach(async () => {
  await database.query(
    'truncate delivery, delivery_wakeup, delivery_payload, event_notification, alert_event, ' +
      'alert_mail, mail_confirmation, mail_subscription; update delivery_endpoint set wake_at = null',
  );
  account = await fixture.account();
  now = new Date('2026-03-01T12:00:00Z');
  server.mails.length = 0;
  refusal = undefined;
  await confirmations.require(true, now);
});
afterAll(async () => {
  await emails.close();
  await server.close();
  await database.close();
  await testDatabase.drop();
});

const never = new AbortController().signal;

/** A worker that has just been started with the setting. */
async function deliver({ isRequired = true } = {}): Promise<void> {
  const stage = deliveryStageOn(database, sealer, {
    prepare: (at) => confirmations.require(isRequired, at),
    ...{ webhooks, emails, clock },
    scheduleMs: [5 * SECOND],
  });
  await stage.step(never);
}

const asking = (
  store: ConstructorParameters<typeof ConfirmationStage>[0] extends infer P | undefined ? Partial<P> : never = {},
): ConfirmationStage =>
  new ConfirmationStage({
    confirmations,
    links,
    emails,
    clock,
    publicUrl: 'https://gable.example',
    scheduleMs: [5 * SECOND, 5 * MINUTE],
    random: () => 0.5,
    ...store,
  });

/** Sends what asks to confirm until nothing is due. */
async function ask(): Promise<void> {
  while (await asking().step(never));
}

const mailAlert = (address = 'ana@example.org', accountId = account): Promise<FixtureAlert> =>
  fixture.alert({ accountId, channel: 'EMAIL', address, now });
const told = async (alert: FixtureAlert) => fixture.queue(alert, now, { eventIds: [await fixture.event(alert)] });
const notifications = async (accountId = account) =>
  (await new EventNotificationStore(database).list(accountId, {}, { offset: 0, limit: 100 })).items;
/** What the mails that arrived are. */
const arrived = (): string[] =>
  server.mails.map(({ raw }) =>
    /^Subject: Confirm that you want these mails\r$/m.test(raw.toString()) ? 'question' : 'alert',
  );
/** Without the breaks of its encoding. */
const textOf = (raw: Buffer): string => raw.toString().replace(/=\r\n/g, '');
/** The link in the newest mail that asks. */
const linkIn = (raw: Buffer): string => /https:\/\/gable\.example\/c\/([A-Za-z0-9_-]+)/.exec(textOf(raw))![1]!;
const confirmWith = async (token: string): Promise<void> => confirmations.confirm(links.read(token)!.endpointId, now);
const endpointTurns = async (): Promise<number> => {
  const claims = new DeliveryClaimStore(database);
  const options = {
    owner: newId(new Date()),
    channels: ['WEBHOOK', 'EMAIL'] as const,
    endpoints: 64,
    addressMailsPerDay: 0,
    mailGatherMs: 0,
  };
  let turns = 0;
  for (;;) {
    const { runs } = await claims.claim({ ...options, slots: new Slots() }, now);
    if (runs === 0) return turns;
    turns += runs;
  }
};

describe('an address that has not confirmed', () => {
  it('is asked once, gets nothing else, and then everything that waited, gathered', async () => {
    const alert = await mailAlert();
    await told(alert);
    await told(await mailAlert());
    for (let i = 0; i < 3; i += 1) {
      await deliver();
      await ask();
      pass(MINUTE);
    }
    expect(arrived()).toEqual(['question']);
    expect(server.mails[0]).toMatchObject({ recipients: ['ana@example.org'] });
    expect(await notifications()).toEqual(
      [1, 2].map(() =>
        expect.objectContaining({
          status: 'PENDING',
          attemptNumber: 1,
          lastErrorMessage:
            'ADDRESS_NOT_CONFIRMED: The recipient has not confirmed this address yet. The mail that asks ' +
            'for it went out at 2026-03-01T12:00:00.000Z; mails go out once its link ' +
            'was used, which works until 2026-03-08T12:00:00.000Z. From 2026-03-02T12:00:00.000Z on, a test ' +
            'of the alert sends another.',
        }),
      ),
    );
    await confirmWith(linkIn(server.mails[0]!.raw));
    await deliver();
    expect(arrived().slice(1)).toEqual(['alert', 'alert']);
    expect((await notifications()).map(({ status, lastErrorMessage }) => [status, lastErrorMessage])).toEqual([
      ['DELIVERED', null],
      ['DELIVERED', null],
    ]);
    await told(alert);
    pass(6 * MINUTE);
    await deliver();
    await ask();
    expect(arrived()).toHaveLength(4);
  });

  it('says nothing that those who make alerts wrote', async () => {
    const alert = await mailAlert();
    await database.query(`update alert set name = 'Buy now' where id = $1`, [alert.id]);
    await ask();
    const raw = textOf(server.mails[0]!.raw);
    expect(raw).toContain('wants to send property alerts to ana@example.org');
    expect(raw).not.toContain('Buy now');
    expect(raw).not.toMatch(/^List-/m);
  });

  it('is asked for its alerts of before the requirement, too, once something waits', async () => {
    await confirmations.require(false, now);
    const alert = await mailAlert();
    await confirmations.require(true, now);
    await ask();
    expect(arrived()).toEqual([]);
    await told(alert);
    await deliver();
    await ask();
    expect(arrived()).toEqual(['question']);
  });

  it('waits at no cost: nobody looks at its queue again until it has confirmed', async () => {
    for (let n = 0; n < 30; n += 1) await told(await mailAlert(`held${n}@example.org`));
    expect(await endpointTurns()).toBe(30);
    for (let hour = 0; hour < 48; hour += 1) {
      pass(60 * MINUTE);
      expect(await endpointTurns()).toBe(0);
    }
    expect((await new DeliveryFiguresStore(database).read(now)).oldestDueMs).toBe(0);
  });

  it('keeps no other address waiting', async () => {
    const [fine] = [await mailAlert('fine@example.org')];
    await ask();
    await confirmWith(linkIn(server.mails[0]!.raw));
    for (let n = 0; n < 80; n += 1) await told(await mailAlert(`held${n}@example.org`));
    await told(fine);
    await deliver();
    expect(arrived()).toEqual(['question', 'alert']);
  });

  it('gets what waited when nobody has to confirm any more', async () => {
    await told(await mailAlert());
    await deliver();
    pass(DAY);
    await deliver({ isRequired: false });
    expect(arrived()).toEqual(['alert']);
  });

  it('is found within a minute where a claim that was under way held it after it had confirmed', async () => {
    await told(await mailAlert());
    await ask();
    const claims = new DeliveryClaimStore(database);
    const claim = async () =>
      (
        await claims.claim(
          {
            owner: newId(new Date()),
            channels: ['WEBHOOK', 'EMAIL'],
            endpoints: 64,
            slots: new Slots(),
            addressMailsPerDay: 0,
            mailGatherMs: 0,
          },
          now,
        )
      ).deliveries.length;
    expect(await claim()).toBe(0);
    await confirmWith(linkIn(server.mails[0]!.raw));
    await database.query(
      `update delivery_endpoint set waits_for = 'CONFIRMATION', wake_at = null where account_id = $1`,
      [account],
    );
    pass(59 * SECOND);
    expect(await claim()).toBe(0);
    pass(SECOND);
    expect(await claim()).toBe(1);
  });

  it('that confirmed for one account is asked again by another', async () => {
    await mailAlert();
    await ask();
    await confirmWith(linkIn(server.mails[0]!.raw));
    await told(await mailAlert('ana@example.org', await fixture.account()));
    await deliver();
    await ask();
    expect(arrived()).toEqual(['question', 'question']);
  });
});

describe('a mail that asks', () => {
  it('comes again with the same id and the same link where the worker was killed before it wrote it down, and then no more', async () => {
    await mailAlert();
    const killed = asking({
      confirmations: { claim: (limit, at) => confirmations.claim(limit, at), finish: () => new Promise(() => {}) },
    });
    void killed.step(never);
    while (server.mails.length === 0) await new Promise(setImmediate);
    pass(29 * SECOND);
    await ask();
    expect(arrived()).toHaveLength(1);
    pass(SECOND);
    await ask();
    pass(MINUTE);
    await ask();
    expect(arrived()).toEqual(['question', 'question']);
    const [first, second] = server.mails.map(({ raw }) => [
      /^Message-ID: (.*)$/m.exec(raw.toString())![1],
      linkIn(raw),
    ]);
    expect(second).toEqual(first);
  });

  it('is not made many by a worker that dies each time', async () => {
    await mailAlert();
    const taken: ClaimedConfirmation[] = [];
    for (let death = 0; death < 40; death += 1) {
      taken.push(...(await confirmations.claim(5, now)));
      pass(MINUTE);
    }
    expect(taken.map(({ attempts }) => attempts)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('comes again for a new alert or a test, at most once a day and half as often each time', async () => {
    const alert = await mailAlert();
    const days: number[] = [];
    for (let day = 0; day <= 16; day += 0.5) {
      if (Number.isInteger(day)) await mailAlert();
      else await new DeliveryRequestStore(database).test(account, alert.id, now);
      const before = server.mails.length;
      await ask();
      if (server.mails.length > before) days.push(day);
      pass(DAY / 2);
    }
    expect(days).toEqual([0, 1, 3, 7, 15]);
    expect(new Set(server.mails.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw.toString())![1])).size).toBe(5);
  });

  it('goes to one address three times a day, however many accounts name it and however they spell it', async () => {
    for (let n = 0; n < 8; n += 1)
      await mailAlert(n % 2 === 0 ? 'victim@example.org' : 'Victim@example.org', await fixture.account());
    await ask();
    pass(60 * MINUTE);
    await ask();
    expect(arrived()).toHaveLength(3);
    pass(DAY);
    await ask();
    expect(arrived()).toHaveLength(6);
  });

  it('goes to 200 addresses a day of one account', async () => {
    for (let n = 0; n < 205; n += 1) await mailAlert(`a${n}@example.org`);
    let claimed = 0;
    for (let lot = await confirmations.claim(50, now); lot.length > 0; lot = await confirmations.claim(50, now))
      claimed += lot.length;
    expect(claimed).toBe(200);
  });

  it('is tried again on the schedule, and given up where there is no such mailbox: what waits is skipped', async () => {
    await told(await mailAlert());
    await deliver();
    refusal = reply(451, '4.7.1 Later');
    await ask();
    expect(await notifications()).toMatchObject([
      { status: 'PENDING', lastErrorMessage: expect.stringContaining('A mail that asks for it is about to be sent') },
    ]);
    refusal = reply(550, '5.1.1 Nobody');
    pass(5 * SECOND);
    await ask();
    await deliver();
    expect(server.mails).toEqual([]);
    expect(await notifications()).toMatchObject([
      { status: 'SKIPPED', lastErrorMessage: expect.stringMatching(/^ADDRESS_SUPPRESSED: /) },
    ]);
    refusal = undefined;
    pass(DAY);
    await ask();
    expect(server.mails).toEqual([]);
  });

  it('does not go to who stopped the mails of the only alert that names the address', async () => {
    await confirmations.require(false, now);
    const alert = await mailAlert();
    const [token] = await new MailStore(database, 'pepper').tokensFor([{ alertId: alert.id, address: alert.address }]);
    await new MailSubscriptionStore(database).unsubscribe(token!, now);
    await confirmations.require(true, now);
    await told(alert);
    await deliver();
    await ask();
    expect(server.mails).toEqual([]);
  });

  it('does not go out for an alert that is gone by then', async () => {
    const alert = await mailAlert();
    await database.query('update alert set deleted_at = $2 where id = $1', [alert.id, now]);
    await ask();
    expect(server.mails).toEqual([]);
  });

  it('leaves no trace of its link in the database', async () => {
    await mailAlert();
    await ask();
    const token = linkIn(server.mails[0]!.raw);
    const rows = await database.query<{ row: string }>('select asked::text as row from mail_confirmation asked');
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row).not.toContain(token);
    expect(links.read(token)).toMatchObject({ expiresAt: new Date(now.getTime() + 7 * DAY) });
  });
});

it('reads no link but its own', () => {
  const token = links.tokenOf({ endpointId: 12, expiresAt: now });
  expect(links.read(token)).toEqual({ endpointId: 12, expiresAt: now });
  expect(new ConfirmationLinks('other').read(token)).toBeNull();
  for (let i = 0; i < token.length; i += 1)
    expect(links.read(token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1))).toBeNull();
  for (const text of ['', 'x', `${token}A`, token.slice(1), `${token}=`, '\u0000']) expect(links.read(text)).toBeNull();
});

import {
  DeliveryFiguresStore,
  DeliveryRequestStore,
  EventNotificationStore,
  MailSubscriptionStore,
} from '@gable/persistence/delivery';
import { DeliveryWorld } from '../testing/delivery-world.js';

const PER_DAY = 10;
const HOUR = 3_600_000;
/** Half of a day's mails go at once; then one of the other half each time. */
const SPACING = 24 * HOUR * (2 / PER_DAY);

let world: DeliveryWorld;
let requests: DeliveryRequestStore;

beforeAll(async () => {
  world = await DeliveryWorld.open();
  requests = new DeliveryRequestStore(world.database);
});
beforeEach(async () => {
  await world.empty();
  await world.database.query('update delivery_endpoint set next_mail_at = null');
});
afterAll(() => world.close());

const worker = () => world.worker({ addressMailsPerDay: PER_DAY });
const run = (stage = worker()) => world.run(stage);
const sent = () => world.emails.sent.length;

async function alertsToOneAddress(count: number): Promise<Awaited<ReturnType<DeliveryWorld['mailAlert']>>[]> {
  const alerts = await Promise.all(Array.from({ length: count }, () => world.mailAlert()));
  for (const alert of alerts) await world.told(alert);
  return alerts;
}

describe('mails to one address', () => {
  it('are bounded over all alerts, tests and resends of an account; what is beyond waits, and goes in time', async () => {
    const [first] = await alertsToOneAddress(4);
    await run();
    expect(sent()).toBe(4);
    for (let n = 0; n < 3; n += 1) await requests.test(world.account, first!.id, world.now);
    const { items } = await new EventNotificationStore(world.database).list(
      world.account,
      { status: 'DELIVERED' },
      { offset: 0, limit: 1 },
    );
    await requests.resend(world.account, items[0]!.id, world.now);
    await run();
    expect(sent()).toBe(5);
    for (const expected of [6, 7, 8]) {
      world.pass(SPACING - 1);
      await run();
      expect(sent()).toBe(expected - 1);
      world.pass(1);
      await run();
      expect(sent()).toBe(expected);
    }
    expect((await world.rows()).every(({ status }) => status === 'DELIVERED')).toBe(true);
  });

  it('share the bound over several workers, and over their restarts', async () => {
    await alertsToOneAddress(9);
    const workers = [worker(), worker(), worker()];
    await Promise.all(workers.map((stage) => run(stage)));
    await Promise.all(workers.map((stage) => stage.leave()));
    for (let restart = 0; restart < 3; restart += 1) await run();
    expect(sent()).toBe(PER_DAY / 2);
  });

  it('beyond the bound gather what matches meanwhile', async () => {
    const alerts = await alertsToOneAddress(6);
    await run();
    const [open] = await world.database.query<{ delivery_id: string; alert_id: string }>(
      `select delivery_id, alert_id from event_notification where status = 'PENDING' and taken_at is null`,
    );
    const alert = alerts.find(({ id }) => id === open!.alert_id)!;
    for (let n = 0; n < 3; n += 1) {
      const event = await world.fixture.event(alert);
      await world.database.query('update alert_event set delivery_id = $1 where id = $2', [open!.delivery_id, event]);
    }
    world.pass(SPACING);
    await run();
    expect(sent()).toBe(6);
    expect(world.emails.sent[5]!.text.match(/A flat/g)).toHaveLength(4);
  });

  it('have no bound in common with other accounts, other addresses and webhooks', async () => {
    await alertsToOneAddress(6);
    await world.told(await world.mailAlert('JOHN@example.org'));
    for (let n = 0; n < 20; n += 1) await world.told(await world.webhookAlert());
    const other = await world.fixture.account();
    await world.told(await world.fixture.alert({ accountId: other, channel: 'EMAIL', address: 'jane@example.org' }));
    await run();
    await run();
    expect(sent()).toBe(PER_DAY / 2 + 2);
    expect(world.webhooks.sent).toHaveLength(20);
  });

  it('count where they were tried: one that is skipped leaves its place to the next', async () => {
    const [noisy, wanted] = [await world.mailAlert(), await world.mailAlert()];
    await world.told(noisy);
    await run();
    const token = world.emails.sent[0]!.list!.unsubscribeUrl.split('/u/')[1]!;
    await new MailSubscriptionStore(world.database).unsubscribe(token, world.now);
    for (let n = 0; n < 12; n += 1) {
      world.pass(5 * 60_000);
      await world.told(noisy);
      await run();
    }
    expect((await world.rows()).filter(({ status }) => status === 'SKIPPED')).toHaveLength(12);
    await world.told(wanted);
    await run();
    expect(sent()).toBe(2);
  });

  it('say to their owner why they wait and until when, and to the operator how many addresses wait', async () => {
    world.now = await world.database.now();
    await alertsToOneAddress(PER_DAY / 2 + 1);
    await run();
    const store = new EventNotificationStore(world.database);
    const { items } = await store.list(world.account, { status: 'PENDING' }, { offset: 0, limit: 9 });
    const at = new Date(world.now.getTime() + SPACING).toISOString();
    expect(items).toMatchObject([
      { status: 'PENDING', lastErrorMessage: expect.stringContaining(`one goes at ${at}`) },
    ]);
    expect(items[0]!.lastErrorMessage).toMatch(/^ADDRESS_LIMIT: /);
    const figures = () => new DeliveryFiguresStore(world.database).read(world.now);
    world.pass(HOUR);
    expect(await figures()).toMatchObject({ limitedAddresses: 1, oldestDueMs: 0, waiting: 1 });
    world.pass(SPACING);
    expect(await figures()).toMatchObject({ limitedAddresses: 0, oldestDueMs: HOUR + SPACING });
  });
});

import { AccountStore } from '@gable/persistence/accounts';
import { DeliveryPauseStore, EventNotificationStore } from '@gable/persistence/delivery';
import { LOCKS } from '@gable/persistence';
import { setImmediate } from 'node:timers/promises';
import { DeliveryWorld, later } from '../testing/delivery-world.js';

let world: DeliveryWorld;

beforeAll(async () => {
  world = await DeliveryWorld.open();
});
beforeEach(() => world.empty());
afterAll(() => world.close());

const SECOND = 1_000;
const MINUTE = 60_000;

describe('while deliveries are paused', () => {
  const pauses = () => new DeliveryPauseStore(world.database);
  afterEach(() => pauses().resume());

  it('sends nothing, burns no attempt, and goes on where it was', async () => {
    const [webhook, mail] = [await world.webhookAlert(), await world.mailAlert()];
    await pauses().pause('a drill');
    for (const alert of [webhook, mail]) await world.told(alert);
    for (let hour = 0; hour < 3; hour += 1) {
      expect(await world.run()).toBe(false); // nothing that it may begin
      world.pass(60 * MINUTE);
    }
    expect([world.webhooks.sent, world.emails.sent]).toEqual([[], []]);
    expect(await world.rows()).toMatchObject([
      { status: 'PENDING', attempt_number: 1, last_error_message: null },
      { status: 'PENDING', attempt_number: 1, last_error_message: null },
    ]);
    await pauses().resume();
    await world.run();
    expect([world.webhooks.sent.length, world.emails.sent.length]).toEqual([1, 1]);
  });

  it('puts back what was taken before and waits for its place', async () => {
    const alerts = await world.answering('https://slow.example/', 5); // so that more is claimed than passes at a time
    const under = later();
    world.webhooks.answer = () => under.promise;
    for (const alert of alerts) await world.told(alert);
    const stage = world.worker();
    const running = world.run(stage);
    while (world.webhooks.sent.length < 5 + 4 || (await world.claimed()) < 5) await setImmediate();
    await pauses().pause('a drill');
    world.pass(SECOND); // what waits for its place looks again before it goes
    under.arrive();
    await running;
    expect(world.webhooks.sent).toHaveLength(5 + 4);
    expect(await world.claimed()).toBe(0);
    await pauses().resume();
    await world.run(stage);
    expect(new Set(world.webhooks.sent.map(({ webhookId }) => webhookId)).size).toBe(10);
    expect(world.webhooks.sent).toHaveLength(10); // each once
  });

  it('is answered once whoever is taking deliveries has taken them', async () => {
    await world.told(await world.webhookAlert());
    const order: string[] = [];
    let pausing: Promise<unknown> | undefined;
    await world.database.transaction(async (claiming) => {
      await claiming.query(`select pg_advisory_xact_lock_shared(${LOCKS.deliveryPause})`); // as every claim begins
      pausing = pauses()
        .pause('a drill')
        .then(() => order.push('paused'));
      const waits = async () =>
        (await world.database.query(`select from pg_locks where not granted and objid = ${LOCKS.deliveryPause}`))
          .length;
      while ((await waits()) === 0) await setImmediate();
      order.push('taken');
    });
    await pausing;
    expect(order).toEqual(['taken', 'paused']);
  });
});

describe('while an account is blocked', () => {
  const accounts = () => new AccountStore(world.database);
  const shown = async () =>
    (await new EventNotificationStore(world.database).list(world.account, {}, { offset: 0, limit: 9 })).items;

  it('sends nothing for it, says why, burns no attempt, sends for others, and goes on once it is let in', async () => {
    const [webhook, mail] = [await world.webhookAlert(), await world.mailAlert()];
    const other = await world.fixture.alert({
      accountId: await world.fixture.account(),
      address: 'https://other.example/',
    });
    await accounts().block(world.account, world.now);
    for (const alert of [webhook, mail, other]) await world.told(alert);
    for (let hour = 0; hour < 3; hour += 1) {
      await world.run();
      world.pass(60 * MINUTE);
    }
    await world.told(webhook); // its events go on being recorded, and wake the queue
    await world.run();
    expect([world.webhooks.sent.map(({ url }) => url), world.emails.sent]).toEqual([['https://other.example/'], []]);
    expect(await shown()).toMatchObject(
      Array(3).fill({
        status: 'SUSPENDED',
        attemptNumber: 1,
        lastErrorMessage: expect.stringMatching(/^ACCOUNT_BLOCKED: /),
      }),
    );
    await accounts().unblock(world.account, world.now);
    expect((await shown()).map(({ status, lastErrorMessage }) => [status, lastErrorMessage])).toEqual(
      Array(3).fill(['PENDING', null]),
    );
    await world.run();
    expect([world.webhooks.sent.length, world.emails.sent.length]).toEqual([3, 1]);
    expect(new Set((await world.rows()).map(({ status }) => status))).toEqual(new Set(['DELIVERED']));
  });

  it('puts back what was taken before and waits for its place, and ends what is under way', async () => {
    const alerts = await world.answering('https://narrow.example/', 5);
    const narrow = later();
    world.webhooks.answer = () => narrow.promise;
    for (const alert of alerts) await world.told(alert);
    const running = world.run();
    while (world.webhooks.sent.length < 5 + 4 || (await world.claimed()) < 5) await setImmediate(); // four pass at a time
    await accounts().block(world.account, world.now);
    world.pass(SECOND);
    narrow.arrive();
    await running;
    expect(world.webhooks.sent).toHaveLength(5 + 4);
    expect(await accounts().countUnderWay(world.account)).toBe(0);
    expect((await world.rows()).map(({ status }) => status).sort()).toEqual([
      ...Array<string>(9).fill('DELIVERED'),
      'PENDING',
    ]);
    await accounts().unblock(world.account, world.now);
    await world.run();
    expect(world.webhooks.sent).toHaveLength(10);
    expect(new Set(world.webhooks.sent.map(({ webhookId }) => webhookId)).size).toBe(10);
  });

  it('is answered once whoever is taking deliveries has taken them, and so is the end of it', async () => {
    const change = [
      () => accounts().block(world.account, world.now),
      () => accounts().unblock(world.account, world.now),
    ];
    for (const begin of change) {
      const order: string[] = [];
      let changing: Promise<unknown> | undefined;
      await world.database.transaction(async (claiming) => {
        await claiming.query(`select pg_advisory_xact_lock_shared(${LOCKS.deliveryPause})`); // as every claim begins
        changing = begin().then(() => order.push('changed'));
        const waits = async () =>
          (await world.database.query(`select from pg_locks where not granted and objid = ${LOCKS.deliveryPause}`))
            .length;
        while ((await waits()) === 0) await setImmediate();
        order.push('taken');
      });
      await changing;
      expect(order).toEqual(['taken', 'changed']);
    }
  });
});

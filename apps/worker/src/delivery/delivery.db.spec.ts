import { AlertStore } from '@gable/persistence/alerts';
import { newId } from '@gable/persistence';
import { createLogger, createMetrics } from '@gable/runtime';
import { FIXTURE_SIGNING_KEY } from '@gable/testing';
import { setImmediate } from 'node:timers/promises';
import { silentDelivery } from '../testing/delivery-stage-on.js';
import { answered, DeliveryWorld, later } from '../testing/delivery-world.js';
import { deliveryMetrics, observeDelivery } from './delivery-metrics.js';

let world: DeliveryWorld;

beforeAll(async () => {
  world = await DeliveryWorld.open();
});
beforeEach(() => world.empty());
afterAll(() => world.close());

const SECOND = 1_000;
const MINUTE = 60_000;

describe('a webhook', () => {
  it('tells the event, signed with the alert’s key', async () => {
    const alert = await world.webhookAlert();
    const { eventId, deliveryId } = await world.told(alert);
    await world.run();
    expect(world.webhooks.sent).toMatchObject([
      { url: alert.address, webhookId: `msg_${deliveryId}`, signingKeys: [FIXTURE_SIGNING_KEY], timestamp: world.now },
    ]);
    expect(JSON.parse(Buffer.from(world.webhooks.sent[0]!.body).toString())).toMatchObject({
      type: 'alert.new_match',
      data: {
        eventId,
        alertId: alert.id,
        alertName: 'Flats in Lyon',
        property: { listings: [{ title: 'A flat', price: 250_000 }] },
      },
    });
    expect(await world.rows()).toMatchObject([{ status: 'DELIVERED', last_error_message: null }]);
    expect(await world.database.query('select from delivery_payload')).toEqual([]);
  });

  it('says the same on every attempt, whatever became of the home meanwhile', async () => {
    await world.told(await world.webhookAlert());
    world.webhooks.answer = () => ({ kind: 'answered', status: 500 });
    await world.run();
    await world.database.query('update listing set online = false');
    world.pass(5 * SECOND);
    await world.run();
    const [first, second] = world.webhooks.sent;
    expect(Buffer.from(second!.body).equals(Buffer.from(first!.body))).toBe(true);
    expect(second!.webhookId).toBe(first!.webhookId);
    expect((await world.rows()).map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'PENDING']);
  });

  it('shows the home as it is now where its property was merged into another since the event', async () => {
    const { eventId } = await world.told(await world.webhookAlert());
    const [{ property_id: merged }] = (await world.database.query<{ property_id: string }>(
      'select property_id from alert_event where id = $1',
      [eventId],
    )) as [{ property_id: string }];
    const survivor = newId(new Date());
    await world.database.query(
      'insert into property (id, created_at, updated_at, online_count, revision) values ($1, now(), now(), 1, 1)',
      [survivor],
    );
    await world.database.query('update listing set property_id = $2 where property_id = $1', [merged, survivor]);
    await world.database.query('update property set merged_into = $2, online_count = 0 where id = $1', [
      merged,
      survivor,
    ]);
    await world.run();
    expect(JSON.parse(Buffer.from(world.webhooks.sent[0]!.body).toString())).toMatchObject({
      data: { propertyId: merged, property: { uuid: survivor, listings: [{ title: 'A flat' }] } },
    });
  });

  it('of a worker that was killed in the middle is sent by the next one under the same id', async () => {
    const { deliveryId } = await world.told(await world.webhookAlert());
    const killed = new AbortController();
    world.webhooks.answer = () => new Promise(() => {});
    const running = world.worker().step(killed.signal);
    while (world.webhooks.sent.length === 0) await setImmediate();
    killed.abort();
    await running;
    world.pass(30 * SECOND);
    world.webhooks.answer = answered;
    await world.run();
    expect(world.webhooks.sent.map(({ webhookId }) => webhookId)).toEqual([`msg_${deliveryId}`, `msg_${deliveryId}`]);
    expect(Buffer.from(world.webhooks.sent[1]!.body).equals(Buffer.from(world.webhooks.sent[0]!.body))).toBe(true);
    expect(await world.rows()).toMatchObject([{ status: 'DELIVERED', attempt_number: 1 }]);
  });

  it('that waited for its place until its lease was nearly over is put back, not sent', async () => {
    const alerts = await world.answering('https://narrow.example/', 5); // so that more is claimed than passes at a time
    const narrow = later();
    world.webhooks.answer = () => narrow.promise;
    for (const alert of alerts) await world.told(alert);
    const outcomes: string[] = [];
    const worker = world.worker({
      listener: {
        ...silentDelivery,
        written: ({ applied }) => outcomes.push(...applied.map(({ result }) => result.outcome.kind)),
      },
    });
    const running = world.run(worker);
    while (world.webhooks.sent.length < 5 + 4 || (await world.claimed()) < 5) await setImmediate();
    world.pass(14 * SECOND); // four pass at a time; the fifth no longer has the 15 seconds of an attempt
    world.webhooks.answer = answered;
    narrow.arrive();
    await running;
    await world.run(worker); // what was put back late is for the next step
    expect((await world.rows()).map(({ status, attempt_number }) => [status, attempt_number])).toEqual(
      Array(10).fill(['DELIVERED', 1]),
    );
    expect(world.webhooks.sent).toHaveLength(10);
    expect(outcomes.sort()).toEqual(['put-back', ...Array<string>(5).fill('tried')]);
  });

  it('that waits for its place is not begun once its alert was switched off', async () => {
    const alerts = await world.answering('https://narrow.example/', 5);
    const narrow = later();
    world.webhooks.answer = () => narrow.promise;
    for (const alert of alerts) await world.told(alert);
    const running = world.run();
    while (world.webhooks.sent.length < 5 + 4 || (await world.claimed()) < 5) await setImmediate();
    for (const { id } of alerts)
      await new AlertStore(world.database, world.sealer).replace(
        world.account,
        id,
        (current) => ({ ...current, active: false }),
        world.now,
      );
    world.pass(SECOND);
    narrow.arrive();
    await running;
    expect(world.webhooks.sent).toHaveLength(5 + 4);
    expect((await world.rows()).map(({ status }) => status).sort()).toEqual([
      ...Array<string>(9).fill('DELIVERED'),
      'SKIPPED',
    ]);
  });

  it('that cannot be put together is an attempt of its own and keeps nobody else from being sent', async () => {
    const [broken, fine] = [
      await world.webhookAlert('https://broken.example/'),
      await world.webhookAlert('https://fine.example/'),
    ];
    await world.told(broken);
    await world.told(fine);
    await world.database.query(`update alert set signing_key = 'spoilt' where id = $1`, [broken.id]);
    const errors: unknown[] = [];
    await world.run(world.worker({ listener: { ...silentDelivery, broken: (_, error) => errors.push(error) } }));
    expect(world.webhooks.sent.map(({ url }) => url)).toEqual(['https://fine.example/']);
    expect(errors).toHaveLength(1);
    expect((await world.rows()).filter(({ status }) => status === 'FAILED')).toMatchObject([
      { last_error_message: expect.stringMatching(/^INTERNAL: /) },
    ]);
  });

  it('goes out with both keys while one is rotated out', async () => {
    const alert = await world.webhookAlert();
    const previous = world.sealer.seal('whsec_b2xk', {
      table: 'alert',
      column: 'previous_signing_key',
      rowId: alert.id,
    });
    await world.database.query(
      'update alert set previous_signing_key = $2, previous_signing_key_until = $3 where id = $1',
      [alert.id, previous, new Date(world.now.getTime() + MINUTE)],
    );
    await world.told(alert);
    await world.run();
    world.pass(2 * MINUTE);
    await world.told(alert);
    await world.run();
    expect(world.webhooks.sent.map(({ signingKeys }) => signingKeys)).toEqual([
      [FIXTURE_SIGNING_KEY, 'whsec_b2xk'],
      [FIXTURE_SIGNING_KEY],
    ]);
  });
});

it('counts what an operator asks about', async () => {
  const registry = createMetrics('worker');
  observeDelivery(registry, world.database);
  const stage = world.worker({
    listener: deliveryMetrics(registry, createLogger({ name: 'worker', level: 'silent' })),
  });
  const down = await world.webhookAlert('https://down.example/hook');
  for (let i = 0; i < 12; i += 1) await world.told(down);
  await world.told(await world.webhookAlert('https://up.example/hook'));
  world.webhooks.answer = ({ url }) => ({ kind: 'answered', status: url.includes('down') ? 500 : 200 });
  world.pass(2 * SECOND);
  await world.run(stage);
  const values = Object.fromEntries(
    (await registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('gable_delivery'))
      .map((line) => line.replace(/process="worker",?/, '').split(' ')),
  );
  const failed = world.webhooks.sent.filter(({ url }) => url.includes('down')).length;
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
  await world.told(await world.webhookAlert());
  const arriving = later();
  world.webhooks.answer = () => arriving.promise;
  const stop = new AbortController();
  const stage = world.worker();
  const running = stage.step(stop.signal);
  while (world.webhooks.sent.length === 0) await setImmediate();
  stop.abort();
  await running;
  setTimeout(() => arriving.arrive(), 20);
  await stage.leave();
  expect(await world.rows()).toMatchObject([{ status: 'DELIVERED' }]);
});

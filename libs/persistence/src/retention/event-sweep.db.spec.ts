import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../database/new-id.js';
import { LOCK_ALERT } from '../delivery/statements/request-deliveries.js';
import { DAY_MS, KEPT, NOTHING, RetentionWorld } from './testing/retention-world.js';
import { RetentionPass } from './retention-pass.js';
import type { FixtureAlert } from '@gable/testing';

let world: RetentionWorld;

beforeAll(async () => {
  world = await RetentionWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.empty());

describe('events', () => {
  it('go when they are older than they are kept, each with the record and the body of its delivery', async () => {
    const [old, young] = await world.eventsOf(world.hook, [731, 729]);
    await world.sent(world.hook, [old!], 731);
    await world.sent(world.hook, [young!], 729);
    const [quiet] = await world.eventsOf(world.mail, [800]);
    await world.database.query('update alert_event set delivery_id = null where id = $1', [quiet]);
    expect(await world.pass(KEPT)).toEqual({
      alert_event: 2,
      event_notification: 1,
      alert_criteria_history: 0,
      waiting: 0,
    });
    expect(await world.idsIn('alert_event')).toEqual([young]);
    expect(await world.idsIn('event_notification', 'delivery_id')).toEqual([young]);
    expect(await world.idsIn('delivery_payload', 'delivery_id')).toEqual([young]);
  });

  it('stay as long as they wait to be sent, however old, and those behind them go', async () => {
    const [waits, behind] = await world.eventsOf(world.hook, [900, 800]);
    await world.queued(world.hook, [waits!], 900);
    expect(await world.pass(KEPT)).toMatchObject({ alert_event: 1, waiting: 2 }); // the event and its attempt
    expect(await world.idsIn('alert_event')).toEqual([waits]);
    expect(await world.idsIn('event_notification', 'event_id')).toEqual([waits]);
    expect(behind).toBeDefined();
    await world.database.query('delete from delivery');
    expect(await world.pass(KEPT)).toMatchObject({ alert_event: 1, event_notification: 1, waiting: 0 });
  });

  it('of one mail go together, once all of it is old', async () => {
    const [old, young] = await world.eventsOf(world.mail, [731, 729], { sameMail: true });
    expect(await world.pass(KEPT)).toMatchObject({ alert_event: 0 });
    expect(await world.idsIn('alert_event')).toEqual([old, young]);
    expect(await world.pass({ ...KEPT, eventsMs: 700 * DAY_MS })).toMatchObject({ alert_event: 2 });
  });

  it('take the criteria with them that explain nothing else', async () => {
    await world.database.query(
      `insert into alert_criteria_history (alert_id, criteria_version, criteria)
       select id, version, '{}' from unnest($1::uuid[]) id, generate_series(1, 4) version`,
      [[world.hook.id, world.mail.id]],
    );
    for (const version of [1, 2]) await world.eventsOf(world.hook, [800], { version });
    await world.eventsOf(world.hook, [10], { version: 3 });
    await world.eventsOf(world.mail, [800], { version: 2 });
    await world.pass(KEPT);
    const left = (alert: FixtureAlert) =>
      world.database.query('select criteria_version as v from alert_criteria_history where alert_id = $1 order by 1', [
        alert.id,
      ]);
    expect(await left(world.hook)).toEqual([{ v: 3 }, { v: 4 }]);
    expect(await left(world.mail)).toEqual([{ v: 2 }, { v: 3 }, { v: 4 }]);
  });

  it('are swept in portions, and a pass that was killed is continued by another', async () => {
    await world.database.query(
      `insert into alert_event (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version,
         created_at)
       select uuidv7(- interval '800 days'), $1, gen_random_uuid(), gen_random_uuid(), 1, 0, 1,
         now() - interval '800 days' from generate_series(1, 2500)`,
      [world.hook.id],
    );
    const killed = new RetentionPass(world.database, { ...NOTHING, eventsMs: KEPT.eventsMs });
    expect(await killed.step()).toEqual({ removed: expect.objectContaining({ alert_event: 1_000 }), ended: null });
    expect(await world.pass(KEPT)).toMatchObject({ alert_event: 1_500 });
    expect(await world.idsIn('alert_event')).toEqual([]);
  });

  it('stay where somebody is sending them again at that moment', async () => {
    const [old] = await world.eventsOf(world.hook, [800]);
    await world.sent(world.hook, [old!], 800);
    await world.database.transaction(async (transaction) => {
      await transaction.query(LOCK_ALERT, [world.hook.accountId, world.hook.id]);
      const running = world.pass(KEPT);
      await untilSomebodyWaits();
      await transaction.query(
        `insert into delivery select delivery_id, account_id, alert_id, $2, channel, destination_id, id, 1, 0, now()
         from event_notification where event_id = $1`,
        [old, world.hook.endpointId],
      );
      await transaction.query('commit; begin');
      expect(await running).toMatchObject({ alert_event: 0, waiting: 2 });
    });
  });
});

async function untilSomebodyWaits(): Promise<void> {
  const waits = () =>
    world.database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
    );
  while ((await waits()).length === 0) await sleep(5);
}

describe('notifications', () => {
  it('may be kept for a shorter time than events; a delivery keeps all of its attempts until the last is old', async () => {
    const [old, again] = await world.eventsOf(world.hook, [200, 200]);
    await world.sent(world.hook, [old!, again!], 200);
    await world.database.query(
      `insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel,
         destination_id, destination_address, status, created_at, updated_at)
       select $2, account_id, alert_id, event_id, delivery_id, 2, channel, destination_id, destination_address,
         'FAILED', now(), now() from event_notification where event_id = $1`,
      [again, newId(new Date())],
    );
    expect(await world.pass({ ...KEPT, notificationsMs: 100 * DAY_MS })).toEqual({
      event_notification: 1,
      waiting: 1,
    });
    expect(await world.idsIn('event_notification', 'event_id')).toEqual([again, again]);
    expect(await world.idsIn('alert_event')).toEqual([old, again].sort());
  });
});

it('without any setting nothing goes', async () => {
  await world.eventsOf(world.hook, [9_000]);
  expect(await world.pass({})).toEqual({});
  expect(await world.idsIn('alert_event')).toHaveLength(1);
});

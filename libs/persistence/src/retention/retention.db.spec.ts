import {
  createTestDatabase,
  DeliveryFixture,
  untilWaiting,
  uuidAtSql,
  type FixtureAlert,
  type TestDatabase,
} from '@gable/testing';
import { LOCK_ALERT } from '../delivery/statements/request-deliveries.js';
import type { Database } from '../database/database.js';
import { newId } from '../database/new-id.js';
import { openDatabase } from '../open-database.js';
import { insertFormer, insertStates, readAllStates } from '../listings/derivation-store.js';
import { DERIVATION_VERSION } from '../listings/derivation-version.js';
import { ListingStore } from '../records/listing-store.js';
import { RetentionPass, type Retention, type RetentionStep } from './retention-pass.js';

const DAY_MS = 86_400_000;
const KEPT: Retention = {
  eventsMs: 730 * DAY_MS,
  notificationsMs: 730 * DAY_MS,
  revisionsMs: null,
  marketEventsMs: null,
};
const NOTHING = { notificationsMs: null, eventsMs: null, revisionsMs: null, marketEventsMs: null };

let testDatabase: TestDatabase;
let database: Database;
let fixture: DeliveryFixture;
let hook: FixtureAlert;
let mail: FixtureAlert;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 4 });
  fixture = new DeliveryFixture(database);
  const accountId = await fixture.account();
  await database.query(`insert into source values (gen_random_uuid(), 'portal.example', 'Portal', now())`);
  hook = await fixture.alert({ accountId, address: 'https://hook.example/in' });
  mail = await fixture.alert({ accountId, channel: 'EMAIL', address: 'ada@mail.example' });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(() =>
  database.query(`truncate alert_event, event_notification, delivery, delivery_payload, alert_criteria_history, listing,
    listing_revision, listing_state, former_listing, listing_change, market_event, market_month, market_rollup_month`),
);

const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

/** Events of some days ago, each of one delivery or all of the same; answers their ids. */
async function eventsOf(
  alert: FixtureAlert,
  days: readonly number[],
  { sameMail = false, version = 1 }: { sameMail?: boolean; version?: number } = {},
): Promise<string[]> {
  const ids = days.map((each) => newId(daysAgo(each)));
  const mailId = newId(daysAgo(days[0]!));
  await database.query(
    `insert into alert_event (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version,
       delivery_id, created_at)
     select id, $2, gen_random_uuid(), gen_random_uuid(), 1, 0, $4, coalesce($5, id), now() - days * interval '1 day'
     from unnest($1::uuid[], $3::float8[]) as made(id, days)`,
    [ids, alert.id, days, version, sameMail ? mailId : null],
  );
  return ids;
}

/** Deliveries of these events that have been sent, begun so many days ago, with what was rendered. */
async function sent(alert: FixtureAlert, eventIds: readonly string[], days: number): Promise<void> {
  await queued(alert, eventIds, days);
  await database.query(`delete from delivery where alert_id = $1`, [alert.id]);
  await database.query(`update event_notification set status = 'DELIVERED' where alert_id = $1`, [alert.id]);
}

async function queued(alert: FixtureAlert, eventIds: readonly string[], days: number): Promise<void> {
  const deliveries = await fixture.queue({ ...alert, channel: 'WEBHOOK' }, daysAgo(days), { eventIds });
  for (const { deliveryId } of deliveries)
    await database.query(`insert into delivery_payload values ($1, '')`, [deliveryId]);
}

/** A whole pass; what it removed, and what waits. */
async function pass(retention: Partial<Retention>): Promise<Record<string, number>> {
  const running = new RetentionPass(database, { ...NOTHING, ...retention });
  const sum: Record<string, number> = {};
  for (let step: RetentionStep | null; (step = await running.step()) !== null;) {
    for (const [table, count] of Object.entries(step.removed)) sum[table] = (sum[table] ?? 0) + count;
    if (step.ended !== null) return { ...sum, waiting: step.ended.waiting };
  }
  return sum;
}

const idsIn = async (table: string, column = 'id'): Promise<string[]> =>
  (await database.query<{ id: string }>(`select ${column} as id from ${table} order by 1`)).map(({ id }) => id);

describe('events', () => {
  it('go when they are older than they are kept, each with the record and the body of its delivery', async () => {
    const [old, young] = await eventsOf(hook, [731, 729]);
    await sent(hook, [old!], 731);
    await sent(hook, [young!], 729);
    const [quiet] = await eventsOf(mail, [800]);
    await database.query('update alert_event set delivery_id = null where id = $1', [quiet]);
    expect(await pass(KEPT)).toEqual({
      alert_event: 2,
      event_notification: 1,
      alert_criteria_history: 0,
      waiting: 0,
    });
    expect(await idsIn('alert_event')).toEqual([young]);
    expect(await idsIn('event_notification', 'delivery_id')).toEqual([young]);
    expect(await idsIn('delivery_payload', 'delivery_id')).toEqual([young]);
  });

  it('stay as long as they wait to be sent, however old, and those behind them go', async () => {
    const [waits, behind] = await eventsOf(hook, [900, 800]);
    await queued(hook, [waits!], 900);
    expect(await pass(KEPT)).toMatchObject({ alert_event: 1, waiting: 2 }); // the event and its attempt
    expect(await idsIn('alert_event')).toEqual([waits]);
    expect(await idsIn('event_notification', 'event_id')).toEqual([waits]);
    expect(behind).toBeDefined();
    await database.query('delete from delivery');
    expect(await pass(KEPT)).toMatchObject({ alert_event: 1, event_notification: 1, waiting: 0 });
  });

  it('of one mail go together, once all of it is old', async () => {
    const [old, young] = await eventsOf(mail, [731, 729], { sameMail: true });
    expect(await pass(KEPT)).toMatchObject({ alert_event: 0 });
    expect(await idsIn('alert_event')).toEqual([old, young]);
    expect(await pass({ ...KEPT, eventsMs: 700 * DAY_MS })).toMatchObject({ alert_event: 2 });
  });

  it('take the criteria with them that explain nothing else', async () => {
    await database.query(
      `insert into alert_criteria_history (alert_id, criteria_version, criteria)
       select id, version, '{}' from unnest($1::uuid[]) id, generate_series(1, 4) version`,
      [[hook.id, mail.id]],
    );
    for (const version of [1, 2]) await eventsOf(hook, [800], { version });
    await eventsOf(hook, [10], { version: 3 });
    await eventsOf(mail, [800], { version: 2 });
    await pass(KEPT);
    const left = (alert: FixtureAlert) =>
      database.query('select criteria_version as v from alert_criteria_history where alert_id = $1 order by 1', [
        alert.id,
      ]);
    expect(await left(hook)).toEqual([{ v: 3 }, { v: 4 }]);
    expect(await left(mail)).toEqual([{ v: 2 }, { v: 3 }, { v: 4 }]);
  });

  it('are swept in portions, and a pass that was killed is continued by another', async () => {
    await database.query(
      `insert into alert_event (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version,
         created_at)
       select ${uuidAtSql("now() - interval '800 days'")}, $1, gen_random_uuid(), gen_random_uuid(), 1, 0, 1,
         now() - interval '800 days' from generate_series(1, 2500)`,
      [hook.id],
    );
    const killed = new RetentionPass(database, { ...NOTHING, eventsMs: KEPT.eventsMs });
    expect(await killed.step()).toEqual({ removed: expect.objectContaining({ alert_event: 1_000 }), ended: null });
    expect(await pass(KEPT)).toMatchObject({ alert_event: 1_500 });
    expect(await idsIn('alert_event')).toEqual([]);
  });

  it('stay where somebody is sending them again at that moment', async () => {
    const [old] = await eventsOf(hook, [800]);
    await sent(hook, [old!], 800);
    await database.transaction(async (transaction) => {
      await transaction.query(LOCK_ALERT, [hook.accountId, hook.id]);
      const running = pass(KEPT);
      await untilWaiting(database);
      await transaction.query(
        `insert into delivery select delivery_id, account_id, alert_id, $2, channel, destination_id, id, 1, 0, now()
         from event_notification where event_id = $1`,
        [old, hook.endpointId],
      );
      await transaction.query('commit; begin');
      expect(await running).toMatchObject({ alert_event: 0, waiting: 2 });
    });
  });
});

describe('notifications', () => {
  it('may be kept for a shorter time than events; a delivery keeps all of its attempts until the last is old', async () => {
    const [old, again] = await eventsOf(hook, [200, 200]);
    await sent(hook, [old!, again!], 200);
    await database.query(
      `insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel,
         destination_id, destination_address, status, created_at, updated_at)
       select $2, account_id, alert_id, event_id, delivery_id, 2, channel, destination_id, destination_address,
         'FAILED', now(), now() from event_notification where event_id = $1`,
      [again, newId(new Date())],
    );
    expect(await pass({ ...KEPT, notificationsMs: 100 * DAY_MS })).toEqual({
      event_notification: 1,
      waiting: 1,
    });
    expect(await idsIn('event_notification', 'event_id')).toEqual([again, again]);
    expect(await idsIn('alert_event')).toEqual([old, again].sort());
  });
});

describe('revisions', () => {
  const REVISIONS = { ...KEPT, revisionsMs: 800 * DAY_MS };

  /** A listing whose states came so many days ago, the newest last. */
  async function listing(...days: number[]): Promise<string> {
    const id = newId(daysAgo(days[0]!));
    await database.query(
      `insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
         content_hash, created_at, updated_at, derivation)
       values ($1, (select id from source limit 1), $1::uuid::text, gen_random_uuid(), $2, true, now(), now(), '', now(), now(), $3)`,
      [id, days.length, DERIVATION_VERSION],
    );
    await database.query(
      `insert into listing_revision (listing_id, revision_id, online, observed_at, recorded_at, state)
       select $1, number, true, at, at, json_build_object('price', 1000 - number, 'currency', 'EUR')
       from unnest($2::float8[]) with ordinality as made(days, number), lateral (select now() - days * interval '1 day')
         as recorded(at)`,
      [id, days],
    );
    await derive(id);
    return id;
  }

  /** What a worker derives of the states that are kept. */
  async function derive(id: string): Promise<void> {
    const states = await readAllStates(database, [{ id, sourceId: id }]);
    await insertStates(database, states);
    await insertFormer(database, states.slice(0, -1));
  }

  const left = async (id: string, table = 'listing_revision') =>
    (
      await database.query<{ r: number }>(`select revision_id as r from ${table} where listing_id = $1 order by 1`, [
        id,
      ])
    ).map(({ r }) => r);

  it('go once they were replaced longer ago than they are kept; the newest stays, however old', async () => {
    const id = await listing(2000, 1900, 850, 700);
    const still = await listing(3000);
    expect(await pass(REVISIONS)).toMatchObject({ listing_revision: 2 });
    expect([await left(id), await left(id, 'listing_state'), await left(id, 'former_listing')]).toEqual([
      [3, 4],
      [3, 4],
      [3],
    ]);
    expect(await left(still)).toEqual([1]);
    const listed = await new ListingStore(database).revisions(id, { offset: 0, limit: 1 });
    expect(listed).toMatchObject({ total: 2, items: [{ revisionId: 3 }] });
    expect(await pass(REVISIONS)).toMatchObject({ listing_revision: 0 });
  });

  it('leave the first price and the first day with the states behind them, also where these are derived anew', async () => {
    const id = await listing(2000, 1900, 850, 700);
    const past = async () =>
      (await database.query('select past from listing_state where listing_id = $1 and revision_id = 4', [id]))[0];
    const before = await past();
    expect(before).toMatchObject({ past: { prices: { first: 999, last: 996 } } });
    await pass(REVISIONS);
    await database.query('delete from listing_state where listing_id = $1 and revision_id = 4', [id]);
    await derive(id);
    expect(await past()).toEqual(before);
  });

  it('stay while an event of their time does, or a change that is not matched yet', async () => {
    const id = await listing(2000, 1900, 850);
    const [waits] = await eventsOf(hook, [1890]);
    await queued(hook, [waits!], 1890);
    expect(await pass(REVISIONS)).toMatchObject({ listing_revision: 0, waiting: 2 });
    await database.query('delete from delivery');
    await database.query(
      `insert into listing_change (listing_id, property_id, revision_id, sibling_ids, sibling_revisions, created_at)
       values ($1, $1, 2, '{}', '{}', now() - interval '1900 days')`,
      [id],
    );
    expect(await pass(REVISIONS)).toMatchObject({ alert_event: 1, listing_revision: 0 });
    await database.query('truncate listing_change');
    expect(await pass(REVISIONS)).toMatchObject({ listing_revision: 2 });
  });

  it('stay whole where columns of this release are still to be derived from them', async () => {
    const id = await listing(2000, 1900, 850);
    await database.query('update listing set derivation = 0');
    expect(await pass(REVISIONS)).toMatchObject({ listing_revision: 0 });
    expect(await left(id)).toEqual([1, 2, 3]);
  });

  it('of a listing that changes every hour go in portions', async () => {
    const id = await listing(...Array.from({ length: 60 }, (_, hour) => 2000 - hour / 24));
    expect(await pass(REVISIONS)).toMatchObject({ listing_revision: 59 });
    expect(await left(id)).toEqual([60]);
  });
});

it('market events go by whole months, and with the last of a month its rollup', async () => {
  const months = [40, 30, 24, 1];
  await database.query(
    `insert into market_event (listing_id, revision_id, property_id, source_id, event_type, event_at, city_id)
     select gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 0,
       date_trunc('month', now(), 'UTC') - months * interval '1 month', 75056 from unnest($1::int[]) months`,
    [months],
  );
  await database.query('insert into market_month (city_id, event_month) select city_id, event_month from market_event');
  await database.query(
    `insert into market_rollup_month (city_id, event_month, fence)
     select city_id, event_month, pg_current_xact_id() from market_event`,
  );
  expect(await pass({ marketEventsMs: 2 * 365 * DAY_MS })).toMatchObject({ market_event: 2 });
  for (const table of ['market_event', 'market_month', 'market_rollup_month'])
    expect(await idsIn(table, 'event_month')).toHaveLength(2);
});

it('without any setting nothing goes', async () => {
  await eventsOf(hook, [9_000]);
  expect(await pass({})).toEqual({});
  expect(await idsIn('alert_event')).toHaveLength(1);
});

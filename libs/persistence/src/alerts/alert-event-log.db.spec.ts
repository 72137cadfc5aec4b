import { setTimeout as sleep } from 'node:timers/promises';
import { shardOf } from '@gable/domain/alert';
import { createTestDatabase, DeliveryFixture, type FixtureAlert, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { AlertEventLog, type EventLogRange } from './alert-event-log.js';
import type { DecidedEvent } from './matching/consumer-rows.js';
import { StepWriter } from './matching/step-writer.js';

let testDatabase: TestDatabase;
let database: Database;
let fixture: DeliveryFixture;
let log: AlertEventLog;
let accountId: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 6 });
  fixture = new DeliveryFixture(database);
  log = new AlertEventLog(database);
});
beforeEach(async () => {
  accountId = await fixture.account();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const alertOf = (account: string): Promise<FixtureAlert> =>
  fixture.alert({ accountId: account, address: 'https://a.example/hook' });

/** One page; its events by their ids. */
async function page(range: Partial<EventLogRange> = {}): Promise<{ ids: string[]; next: string | null }> {
  const { events, next } = await log.read(accountId, { direction: 'asc', limit: 100, ...range });
  return { ids: events.map(({ id }) => id), next };
}

/** A step of matching that records one event of each alert, which it locks. */
async function step(...alerts: readonly FixtureAlert[]): Promise<readonly DecidedEvent[]> {
  const events = await Promise.all(
    alerts.map(async (alert): Promise<DecidedEvent> => {
      const [listing] = await database.query<DecidedEvent['change']>(
        `select id as "listingId", property_id as "propertyId", revision_id as "revisionId" from listing limit 1`,
      );
      const [row] = await database.query<{ xid: number }>('select xid::text::bigint as xid from alert where id = $1', [
        alert.id,
      ]);
      return {
        alertId: alert.id,
        alertXid: row!.xid,
        criteriaVersion: 1,
        change: listing!,
        type: 'PRICE_CHANGED',
        isNotified: true,
      };
    }),
  );
  const shards = alerts.map(({ id }) => ({ shard: shardOf(id), epoch: 0, position: 0 }));
  const written = await new StepWriter(database).commit({ shards, from: 0, through: 0, events, dead: [] }, () =>
    Promise.reject(new Error('nobody wrote the alert')),
  );
  return written.events;
}

/** Until a session waits for a row that another has locked. */
async function untilOneWaits(): Promise<void> {
  for (;;) {
    const waiting = await database.query(
      `select from pg_locks where not granted and locktype = 'transactionid' and pid in (
        select pid from pg_stat_activity where datname = current_database())`,
    );
    if (waiting.length > 0) return;
    await sleep(5);
  }
}

describe('the log of an account', () => {
  it('tells the events of all its alerts in the order of their ids, whole, and of nobody else', async () => {
    const [one, other] = [await alertOf(accountId), await alertOf(accountId)];
    const ids = [await fixture.event(one), await fixture.event(other, 'PRICE_CHANGED'), await fixture.event(one)];
    await fixture.event(await alertOf(await fixture.account()));
    await sleep(2); // what bears this very millisecond is not told yet
    const { events, next } = await log.read(accountId, { direction: 'asc', limit: 100 });
    expect(events.map(({ id, alertId, eventType }) => [id, alertId, eventType])).toEqual([
      [ids[0], one.id, 'NEW_MATCH'],
      [ids[1], other.id, 'PRICE_CHANGED'],
      [ids[2], one.id, 'NEW_MATCH'],
    ]);
    expect(events[0]).toMatchObject({ revisionId: 1, change: [], listing: { title: 'A flat', price: 250_000 } });
    expect(next).toBeNull();
  });

  it('goes on behind an id, which may be gone, and begins at a moment', async () => {
    const alert = await alertOf(accountId);
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.push(await fixture.event(alert));
      await sleep(2);
    }
    expect(await page({ limit: 2 })).toEqual({ ids: ids.slice(0, 2), next: ids[1] });
    expect(await page({ limit: 2, after: ids[1] })).toEqual({ ids: ids.slice(2, 4), next: ids[3] });
    expect(await page({ limit: 2, after: ids[3] })).toEqual({ ids: ids.slice(4), next: null });
    expect(await page({ after: ids[4] })).toEqual({ ids: [], next: null });
    await database.query('delete from alert_event where id = $1', [ids[1]]);
    expect(await page({ after: ids[1] })).toEqual({ ids: ids.slice(2), next: null });
    const since = momentOf(ids[3]!).toISOString();
    expect(await page({ since })).toEqual({ ids: ids.slice(3), next: null });
    expect(await page({ since, after: ids[3] })).toEqual({ ids: ids.slice(4), next: null });
    expect(await page({ since, after: ids[0] })).toEqual({ ids: ids.slice(3), next: null });
    const backwards = { direction: 'desc', limit: 2 } as const;
    expect(await page(backwards)).toEqual({ ids: [ids[4], ids[3]], next: ids[3] });
    expect(await page({ ...backwards, after: ids[3] })).toEqual({ ids: [ids[2], ids[0]], next: null });
    expect(await page({ ...backwards, since, after: ids[4] })).toEqual({ ids: [ids[3]], next: null });
  });

  it('passes over an event whose listing is gone, and leads on behind it', async () => {
    const alert = await alertOf(accountId);
    const ids = [await fixture.event(alert), await fixture.event(alert), await fixture.event(alert)];
    await sleep(2);
    await database.query(
      'delete from listing_revision where listing_id = (select listing_id from alert_event where id = $1)',
      [ids[0]],
    );
    expect(await page({ limit: 1 })).toEqual({ ids: [], next: ids[0] });
    expect(await page({ limit: 2 })).toEqual({ ids: [ids[1]], next: ids[1] });
    expect(await page()).toEqual({ ids: ids.slice(1), next: null });
  });

  it('keeps back what a step recorded while an older one is under way: nothing is added before the end', async () => {
    const slow = await alertOf(accountId);
    let quick = await alertOf(accountId);
    while (shardOf(quick.id) === shardOf(slow.id)) quick = await alertOf(accountId);
    const earlier = await fixture.event(slow);
    await sleep(2);
    const lock = await database.openSession();
    await lock.query('begin');
    await lock.query('select from alert where id = $1 for update', [slow.id]);
    const waiting = step(slow);
    await untilOneWaits();
    await sleep(2);
    await step(quick);
    await sleep(2);
    expect(await page()).toEqual({ ids: [earlier], next: null });
    await lock.query('commit');
    await waiting;
    lock.close();
    await sleep(2);
    const { events } = await log.read(accountId, { direction: 'asc', limit: 100, after: earlier });
    expect(events.map(({ alertId }) => alertId)).toEqual([slow.id, quick.id]);
    expect(events[0]!.createdAt.getTime()).toBeLessThan(events[1]!.createdAt.getTime());
  });
});

/** When an id of version 7 was made. */
const momentOf = (id: string): Date => new Date(parseInt(id.replace('-', '').slice(0, 12), 16));

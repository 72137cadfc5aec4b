import { setTimeout as sleep } from 'node:timers/promises';
import { parseCriteria } from '@gable/domain/criteria';
import { AlertEventStore } from '@gable/persistence/alerts';
import { EventNotificationStore } from '@gable/persistence/delivery';
import { ShapeStore } from '@gable/persistence/geography';
import { newId } from '@gable/persistence';
import { UPKEEP } from '../testing/kept-for-ever.js';
import { MatchingStage } from '../matching/matching-stage.js';
import { runStage } from '../pipeline/stage.js';
import { MatchedStore, SILENT } from '../testing/matched-store.js';
import { UpkeepStage } from './upkeep-stage.js';

const FIRST = { offset: 0, limit: 30 };
const AREA = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [5, 45],
      [6, 45],
      [6, 46],
      [5, 46],
      [5, 45],
    ] as [number, number][],
  ],
};

let store: MatchedStore;
let events: AlertEventStore;
let notifications: EventNotificationStore;

beforeAll(async () => {
  store = await MatchedStore.open();
  events = new AlertEventStore(store.database);
  notifications = new EventNotificationStore(store.database);
});
afterAll(() => store.close());
beforeEach(() => store.empty());

/** What the account of an alert reads of it. */
async function read(alertId: string, accountId = store.accountId) {
  const listed = await events.list(accountId, alertId, { period: {}, direction: 'asc', ...FIRST });
  const attempts = await notifications.listOfAlert(accountId, alertId, {}, FIRST);
  return { events: listed?.items ?? null, attempts: attempts?.items ?? null };
}

/** Runs a worker that matches and keeps up, each on its own, until something holds. */
async function runUntil(holds: () => Promise<boolean>): Promise<void> {
  const stop = new AbortController();
  const failures: unknown[] = [];
  const matching = new MatchingStage(store.database, SILENT);
  const upkeep = new UpkeepStage(store.database, UPKEEP);
  const running = [matching, upkeep].map((stage) => runStage(stage, stop.signal, (error) => failures.push(error)));
  try {
    for (let tries = 0; !(await holds()); tries++) {
      if (tries > 2_000) throw new Error('It never came to that.', { cause: failures[0] });
      await sleep(10);
    }
  } finally {
    stop.abort();
    await Promise.all(running);
    await matching.leave();
  }
}

async function removeAlert(id: string, daysAgo: number): Promise<void> {
  await store.alerts.remove(store.accountId, id, await store.database.now());
  await age(id, daysAgo);
}

async function age(id: string, daysAgo: number): Promise<void> {
  await store.database.query(`update alert set deleted_at = now() - $2 * interval '1 day' where id = $1`, [
    id,
    daysAgo,
  ]);
}

interface AlertRow {
  is_reduced: boolean;
  deleted_at: Date | null;
}

const rowOf = async (id: string) =>
  (await store.database.query<AlertRow>('select * from alert where id = $1', [id]))[0];

describe('what a removed alert recorded', () => {
  it('stays readable, with what explains it, until its retention ends, and for nobody else', async () => {
    const shape = { id: newId(new Date()), geometry: AREA };
    await store.database.query(
      `insert into shape (id, account_id, name, geometry, positions, created_at) values ($1, $2, '', $3, 5, now())`,
      [shape.id, store.accountId, JSON.stringify(AREA)],
    );
    const alertId = await store.alert({ destination: { channel: 'WEBHOOK', address: 'https://hook.example/in' } });
    const criteria = parseCriteria(
      { location: { includedGeoShapeIds: [shape.id] } },
      { places: { knowsDivision: () => true, shape: () => AREA } },
    );
    await store.edit(alertId, { criteria: criteria.ok ? criteria.value : undefined! });
    await store.feed({ location: { lat: 45.5, lng: 5.5 } });
    await runUntil(async () => (await read(alertId)).events!.length === 1);

    const recorded = await read(alertId);
    const [event, attempt] = [recorded.events![0]!, recorded.attempts![0]!];
    await removeAlert(alertId, 0);
    await new ShapeStore(store.database).remove(store.accountId, shape.id, await store.database.now());
    await store.database.query(`update shape set removed_at = now() - interval '2 hours'`);
    await new UpkeepStage(store.database, UPKEEP).step();
    await age(alertId, 0.1);
    await runUntil(async () => (await rowOf(alertId))!.is_reduced);

    expect(await rowOf(alertId)).toMatchObject({ signing_key: null, shape_ids: [], criteria: { conditions: [] } });
    expect((await read(alertId)).events).toEqual(recorded.events);
    expect((await read(alertId)).attempts).toMatchObject([{ id: attempt.id, status: 'SKIPPED' }]);
    expect(await events.find(store.accountId, alertId, event.id)).toEqual(event);
    expect(await events.evidence(store.accountId, alertId, event.id)).toMatchObject({
      criteriaVersion: 2,
      criteria: { conditions: [{ kind: 'shape', included: [shape] }] },
    });
    expect(await notifications.find(store.accountId, attempt.id)).toMatchObject({ id: attempt.id });
    const stranger = newId(new Date());
    expect(await read(alertId, stranger)).toEqual({ events: null, attempts: null });
    expect(await events.find(stranger, alertId, event.id)).toBeNull();
    expect(await events.evidence(stranger, alertId, event.id)).toBeNull();
    expect(await notifications.find(stranger, attempt.id)).toBeNull();

    await age(alertId, 89.9);
    await new UpkeepStage(store.database, UPKEEP).step();
    expect((await read(alertId)).events).toHaveLength(1);
    await age(alertId, 90.1);
    await runUntil(async () => (await rowOf(alertId)) === undefined);
    expect(await read(alertId)).toEqual({ events: null, attempts: null });
    expect(await notifications.find(store.accountId, attempt.id)).toBeNull();
    const [left] = await store.database.query<object>(
      `select (select count(*) from alert_event) + (select count(*) from event_notification)
        + (select count(*) from alert_criteria_history) + (select count(*) from alert_skip) as rows`,
    );
    expect(left).toEqual({ rows: 0 });
  });

  it('is nothing where it recorded nothing: then the alert is gone at once, and its row after an hour', async () => {
    const [lately, long, kept] = [await store.alert(), await store.alert(), await store.alert()];
    await removeAlert(lately, 0.01);
    await removeAlert(long, 0.1);
    for (const id of [lately, long]) expect(await read(id)).toEqual({ events: null, attempts: null });
    await runUntil(async () => (await rowOf(long)) === undefined);
    expect([(await rowOf(lately))!.is_reduced, (await rowOf(kept))!.deleted_at]).toEqual([false, null]);
    expect(await read(kept)).toEqual({ events: [], attempts: [] });
  });
});

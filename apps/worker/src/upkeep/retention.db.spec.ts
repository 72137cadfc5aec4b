import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from '@gable/runtime';
import { newId } from '@gable/persistence';
import { runStage } from '../pipeline/stage.js';
import { MatchingStage } from '../matching/matching-stage.js';
import { KEPT_FOR_EVER } from '../testing/kept-for-ever.js';
import { MatchedStore, SILENT } from '../testing/matched-store.js';
import { RetentionMetrics } from './retention-metrics.js';
import { UpkeepStage } from './upkeep-stage.js';

const RETENTION = { ...KEPT_FOR_EVER, eventsMs: 30 * 86_400_000 };
let store: MatchedStore;

beforeAll(async () => {
  store = await MatchedStore.open();
});
afterAll(() => store.close());

/** Runs upkeep as a worker does, until something holds. */
async function runUntil(metrics: RetentionMetrics, holds: () => Promise<boolean>): Promise<void> {
  const stop = new AbortController();
  const failures: unknown[] = [];
  const settings = { keepsIndex: false, removedAlertsKeptMs: 86_400_000, retention: RETENTION };
  const running = runStage(new UpkeepStage(store.database, settings, metrics), stop.signal, (error) =>
    failures.push(error),
  );
  try {
    while (!(await holds())) {
      if (failures.length > 0) throw new Error('Upkeep failed.', { cause: failures[0] });
      await sleep(5);
    }
  } finally {
    stop.abort();
    await running;
  }
}

async function age(days: number): Promise<void> {
  const at = new Date(Date.now() - days * 86_400_000);
  for (const { id } of await store.database.query<{ id: string }>('select id from alert_event'))
    await store.database.query('update alert_event set id = $2, created_at = $3 where id = $1', [id, newId(at), at]);
}

it('a running worker removes old events and counts them; a home that returns after that is new to its alert', async () => {
  const registry = new Registry();
  const metrics = new RetentionMetrics(registry, { retention: RETENTION });
  const matching = new MatchingStage(store.database, SILENT);
  await store.alert({ criteria: { price: { max: 300_000 } } });
  await store.feed({ price: 250_000 });
  await store.feed({ status: 'OFFLINE' });
  await store.walk(matching);
  expect(await store.events()).toEqual(['a 1 NEW_MATCH', 'a 2 LISTING_EXPIRED']);

  await age(29);
  await store.feed({ price: 240_000 });
  await store.walk(matching);
  expect((await store.events()).at(-1)).toBe('a 3 LISTING_REACTIVATED');
  await store.feed({ price: 240_000, status: 'OFFLINE' });
  await store.walk(matching);

  await age(31);
  const counted = async () => (await registry.metrics()).includes('removed_rows_total{table="alert_event"} 4');
  await runUntil(metrics, counted);
  expect(await store.events()).toEqual([]);
  expect(await registry.metrics()).toMatch(/^gable_retention_waiting_rows 0$/m);
  await store.feed({ price: 230_000 });
  await store.walk(matching);
  expect(await store.events()).toEqual(['a 5 NEW_MATCH']);
});

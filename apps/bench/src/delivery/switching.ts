import { AlertStore } from '@gable/persistence/alerts';
import { SkipStore } from '@gable/persistence/delivery';
import type { Database } from '@gable/persistence';
import { Sealer, readSecrets } from '@gable/runtime';
import { say, type BenchResult } from '../harness/print-results.js';
import { timed } from '../harness/times.js';
import { head, type DeliveryBench } from './delivery-bench.js';
import { criteriaOfKind, makeAlerts } from './delivery-data.js';

/** The goal: what the caller waits for. */
const GOAL_MS = 200;
const ENDS = ['deleted', 'switched off', 'sent elsewhere', 'left without its rule'] as const;

/**
 * Writes of alerts that have long queues: how long each takes, and how long the sweep goes on with what was queued,
 * portion by portion.
 */
export async function switching({ database, home, plan }: DeliveryBench): Promise<BenchResult[]> {
  const store = new AlertStore(database, new Sealer(readSecrets(home).signingKeyEncryptionKey));
  const skips = new SkipStore(database);
  const results: BenchResult[] = [];
  for (const end of ENDS) {
    const address = `https://receiver.example.com/${encodeURIComponent(end)}`;
    const [id] = (await makeAlerts(database, home, [{ criteria: criteriaOfKind(0), address }])) as [string];
    await queueMany(database, id, plan.waiting);
    const [{ account }] = (await database.query<{ account: string }>(
      'select account_id as account from alert where id = $1',
      [id],
    )) as [{ account: string }];
    const now = await database.now();
    const writeMs = await timed(() =>
      end === 'deleted' ? store.remove(account, id, now) : write(store, account, id, end, now),
    );
    say(`${end}: ${writeMs.toFixed(1)} ms; the sweep begins`);
    const portions: number[] = [];
    for (let swept = 1; swept > 0;)
      portions.push(
        await timed(async () => {
          swept = await skips.sweep(now);
        }),
      );
    const sweepSeconds = portions.reduce((sum, ms) => sum + ms, 0) / 1_000;
    results.push({
      ...head(end),
      waiting: plan.waiting,
      writeMs,
      goalMs: GOAL_MS,
      portions: portions.length - 1,
      longestPortionMs: Math.max(...portions),
      sweepSeconds,
    });
  }
  return results;
}

function write(
  store: AlertStore,
  account: string,
  id: string,
  end: Exclude<(typeof ENDS)[number], 'deleted'>,
  now: Date,
): Promise<unknown> {
  const changes = {
    'switched off': { active: false },
    'sent elsewhere': { destination: { channel: 'WEBHOOK', address: 'https://other.example.com/' } },
    'left without its rule': { notificationConfig: { rules: [{ eventType: 'LISTING_EXPIRED', enabled: true }] } },
  } as const;
  return store.replace(account, id, (current) => ({ ...current, ...changes[end] }), now);
}

/** Rows as `queueAttempts` writes them, of events of a listing that nobody reads. */
async function queueMany(database: Database, alertId: string, count: number): Promise<void> {
  await database.query(QUEUE_MANY, [alertId, count]);
  await database.query(
    `insert into delivery (id, account_id, alert_id, endpoint_id, channel, destination_id, notification_id,
       attempt_number, round_start, due_at)
     select delivery_id, attempt.account_id, alert_id, endpoint_id, attempt.channel, destination_id, attempt.id, 1, 0,
       now() + interval '1 day'
     from event_notification attempt join event_destination destination on destination.id = attempt.destination_id
     where attempt.alert_id = $1`,
    [alertId],
  );
  await database.query('analyze event_notification, delivery, alert_event');
}

const QUEUE_MANY = `
  with event as (
    insert into alert_event (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version,
      delivery_id, created_at)
    select id, $1::uuid, id, id, 1, 0, 1, id, now()
    from (select gen_random_uuid() as id from generate_series(1, $2::int)) made
    returning id
  )
  insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel,
    destination_id, destination_address, status, scheduled_at, created_at, updated_at)
  select gen_random_uuid(), alert.account_id, alert.id, event.id, event.id, 1, 'WEBHOOK', destination.id,
    destination.address, 'PENDING', now(), now(), now()
  from event, alert join event_destination destination on destination.id = alert.destination_id where alert.id = $1`;

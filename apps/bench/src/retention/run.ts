import type { Database } from '@gable/persistence';
import { DERIVATION_VERSION } from '@gable/persistence/listings';
import { RetentionPass } from '@gable/persistence/retention';
import { type ProgramCall, readOptions, wholeNumber } from '@gable/testing/options';
import { fillWithRevisions } from '../ingest/fill-with-revisions.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { quantile, rounded } from '../harness/times.js';

const DAY_MS = 86_400_000;

/**
 * How fast a first pass of retention removes what years have left, how long each portion takes, and what a pass costs
 * that finds nothing.
 */
export async function run(call: ProgramCall): Promise<void> {
  const { events, alerts, revisions, json } = readOptions(call, {
    events: wholeNumber('events in the store, each with its notification', 200_000),
    alerts: wholeNumber('alerts that they belong to', 10_000),
    revisions: wholeNumber('revisions, and as many market events', 200_000),
  });
  const results = await withBenchDatabase(async (database) => {
    await fillWithRevisions(database, revisions);
    await database.query(`update listing set derivation = ${DERIVATION_VERSION}`);
    for (const statement of FILL) await database.query(statement, valuesOf(statement, alerts, events));
    await database.query('vacuum analyze');
    say(`${events} events of ${alerts} alerts with their notifications, ${revisions} revisions and market events.`);
    return [await measure(database, 'first pass'), await measure(database, 'pass that finds nothing')];
  });
  printResults(results, json);
}

async function measure(database: Database, name: string): Promise<BenchResult> {
  const kept = { eventsMs: 730 * DAY_MS, notificationsMs: 730 * DAY_MS, revisionsMs: 730 * DAY_MS };
  const pass = new RetentionPass(database, { ...kept, marketEventsMs: 730 * DAY_MS });
  const times: number[] = [];
  let rows = 0;
  const began = performance.now();
  for (let isEnded = false; !isEnded;) {
    const startedAt = performance.now();
    const step = await pass.step();
    times.push(performance.now() - startedAt);
    rows += Object.values(step!.removed).reduce((sum, count) => sum + count, 0);
    isEnded = step!.ended !== null;
  }
  const seconds = (performance.now() - began) / 1_000;
  return {
    bench: 'retention',
    case: name,
    rows,
    seconds: rounded(seconds),
    rowsPerSecond: Math.round(rows / seconds),
    portions: times.length,
    portionP50Ms: rounded(quantile(times, 0.5)),
    portionP99Ms: rounded(quantile(times, 0.99)),
  };
}

const valuesOf = (statement: string, ...values: number[]): number[] =>
  values.filter((_, place) => statement.includes(`$${place + 1}`));

/** $1 alerts, $2 events, each sent by a webhook three years ago. */
const FILL = [
  `insert into account (id, name, created_at) values (md5('account')::uuid, 'Bench', now())`,
  `insert into alert (id, account_id, shard, name, active, search_mode, criteria, criteria_version, signing_key,
     active_since, xid, created_at, updated_at)
   select md5('alert ' || n)::uuid, md5('account')::uuid, n % 64, '', true, 'advanced',
     '{"operator":"AND","conditions":[],"children":[]}', 1, '', pg_current_snapshot(), pg_current_xact_id(), now(),
     now()
   from generate_series(1, $1::int) n`,
  `insert into alert_event (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version,
     delivery_id, created_at)
   select id, md5('alert ' || 1 + n % $1::int)::uuid, md5('property ' || n)::uuid, md5('listing ' || n)::uuid, 1, 0, 1,
     id, at
   from (select n, uuidv7(- interval '3 years') as id, now() - interval '3 years' as at
     from generate_series(1, $2::int) n offset 0) made`,
  `insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel,
     destination_id, destination_address, status, created_at, updated_at)
   select uuidv7(- interval '3 years'), md5('account')::uuid, alert_id, id, id, 1, 'WEBHOOK', md5('destination')::uuid,
     'https://hook.example/in', 'DELIVERED', created_at, created_at from alert_event`,
];

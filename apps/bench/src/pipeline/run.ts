import { criteriaNode } from '@gable/domain/testing';
import { AlertIndex } from '@gable/alert-index';
import { generateWorkload, type Workload, type WorkloadChange } from '@gable/alert-index/testing';
import type { Database } from '@gable/persistence';
import { type ProgramCall, readOptions, someOf, wholeNumber } from '@gable/testing/options';
import { withBenchDatabase } from '../harness/bench-database.js';
import { commitChanges } from '../data/commit-changes.js';
import { notifyByWebhook, writeAlerts } from '../data/write-alerts.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { atSteadyRate } from '../harness/steady-rate.js';
import { quantile } from '../harness/times.js';
import { servedAfter, ConsumerWatch } from '../harness/consumer-watch.js';
import { WorkerProcess } from '../harness/worker-process.js';
import { churn } from './churn.js';
import { arriving, head, PORTIONS_PER_SECOND, type MakeChanges, type Plan } from './plan.js';

const PARTS = ['start', 'backlog', 'steady', 'broad', 'churn'] as const;

/**
 * From a committed change to its events, through a real worker process: the first change, draining a backlog, lateness
 * under a steady load, writing where thousands of alerts match every listing, and while one account
 * writes such alerts all the time.
 */
export async function run(call: ProgramCall): Promise<void> {
  const { json, ...plan } = readOptions(call, {
    alerts: wholeNumber('alerts in the index', 100_000),
    backlog: wholeNumber('changes that are committed at once', 100_000),
    rate: wholeNumber('changes a second of the steady load', 500),
    seconds: wholeNumber('how long this load lasts', 30),
    broad: wholeNumber('alerts that match every listing', 2_000),
    puts: wholeNumber('writes of alerts a second in `churn`', 10),
    parts: someOf(PARTS, 'what is measured (`start` always)', ['start', 'backlog', 'steady', 'broad']),
  });
  const results = await withBenchDatabase((database, url) => measure(database, { ...plan, url }));
  printResults(results, json);
}

async function measure(database: Database, plan: Plan): Promise<BenchResult[]> {
  const workload = generateWorkload(1);
  say(`writing ${plan.alerts} alerts …`);
  await writeAlerts(database, plan.alerts, 'Workload', workload.alert);
  const quiet = quietChanges(workload, plan.alerts);
  const first = await commitChanges(database, quiet(1));
  const { worker, startedAt } = await WorkerProcess.start(plan.url);
  try {
    await servedAfter(database, worker, [first]);
    const start = {
      ...head('start', plan),
      secondsToFirstChange: (performance.now() - startedAt) / 1_000,
      ...cpuOf(worker),
      ...worker.memoryFigures(),
    };
    say(JSON.stringify(start));
    const results: BenchResult[] = [start];
    for (const [name, measured] of Object.entries({ backlog: drain, steady, broad: broadAlerts, churn })) {
      const found = plan.parts.includes(name) ? await measured(database, worker, plan, quiet) : [];
      for (const result of found) say(JSON.stringify(result));
      results.push(...found);
    }
    return results;
  } finally {
    await worker.stop();
  }
}

/**
 * Changes that hardly an alert matches, before or after: at most `FEW` of the first hundred thousand. Most changes are
 * like that where customers watch other towns. The index itself chooses them; they are made once and repeated for other
 * listings.
 */
function quietChanges(workload: Workload, alerts: number): MakeChanges {
  const index = new AlertIndex();
  const compared = Math.min(alerts, COMPARED_ALERTS);
  for (let number = 0; number < compared; number += 1) index.add(number, workload.alert(number));
  const found: WorkloadChange[] = [];
  for (let number = 0; found.length < DISTINCT_CHANGES; number += 1) {
    const change = workload.change(number);
    const matches = [change.before, change.after].map((listing) =>
      listing === null ? 0 : index.match(listing, NO_ROOM),
    );
    if (Math.max(...matches) <= FEW) found.push(change);
  }
  let next = 0;
  return (count) => Array.from({ length: count }, () => found[next++ % found.length]!);
}

/** Everything is committed at once, so that the worker never waits for the next change. */
async function drain(
  database: Database,
  worker: WorkerProcess,
  plan: Plan,
  quiet: MakeChanges,
): Promise<BenchResult[]> {
  const before = await countEvents(database);
  const batch = await commitChanges(database, quiet(plan.backlog));
  const [ms] = await servedAfter(database, worker, [batch]);
  const events = await eventsSince(database, before);
  return [
    {
      ...head('backlog, few matches', plan),
      changes: plan.backlog,
      changesPerSecond: Math.round((plan.backlog / ms!) * 1_000),
      eventsPerChange: events / plan.backlog,
      ...worker.memoryFigures(),
    },
  ];
}

/** Small transactions, as feeds that are read in portions. */
async function steady(
  database: Database,
  worker: WorkerProcess,
  plan: Plan,
  quiet: MakeChanges,
): Promise<BenchResult[]> {
  const before = await countEvents(database);
  const watch = new ConsumerWatch(database, worker);
  const { portions, seconds } = await atSteadyRate(
    PORTIONS_PER_SECOND,
    (portion) => portion < plan.seconds * PORTIONS_PER_SECOND,
    async () => watch.add(await commitChanges(database, quiet(plan.rate / PORTIONS_PER_SECOND))),
  );
  const times = (await watch.finish()).map(({ ms }) => ms);
  const events = await eventsSince(database, before);
  const changes = portions * (plan.rate / PORTIONS_PER_SECOND);
  return [
    {
      ...head('steady', plan),
      changes,
      changesPerSecond: Math.round(changes / seconds),
      eventsPerChange: events / changes,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
      maxMs: Math.max(...times),
    },
  ];
}

/** Alerts that every new listing meets, beside all others; first recorded alone, then notified by webhook too. */
async function broadAlerts(
  database: Database,
  worker: WorkerProcess,
  plan: Plan,
  quiet: MakeChanges,
): Promise<BenchResult[]> {
  await writeAlerts(database, plan.broad, BROAD, (number) =>
    criteriaNode([{ kind: 'range', field: 'price', min: null, max: 1_000_000_000 + number, allowNull: true }]),
  );
  const results: BenchResult[] = [];
  for (const name of ['broad, recorded', 'broad, told by webhook'] as const) {
    if (name === 'broad, told by webhook') await notifyByWebhook(database, BROAD);
    // The alerts are loaded by then.
    await servedAfter(database, worker, [await commitChanges(database, arriving(quiet, 5))]);
    const before = await countEvents(database);
    const batch = await commitChanges(database, arriving(quiet, BROAD_CHANGES));
    const [ms] = await servedAfter(database, worker, [batch]);
    const events = await eventsSince(database, before);
    results.push({
      ...head(name, plan),
      changes: BROAD_CHANGES,
      changesPerSecond: (BROAD_CHANGES / ms!) * 1_000,
      eventsPerChange: events / BROAD_CHANGES,
      eventsPerSecond: Math.round((events / ms!) * 1_000),
      ...worker.memoryFigures(),
    });
  }
  return results;
}

/** Only the count is asked for. */
const NO_ROOM = new Int32Array(0);
const FEW = 1;
const DISTINCT_CHANGES = 250;
/** Enough alerts to estimate how many of all match, and ten times as fast to ask as a million. */
const COMPARED_ALERTS = 100_000;
const BROAD = 'Broad';
const BROAD_CHANGES = 150;

/** Changes that nothing comes of cost next to nothing: figures of them would say nothing about alerts. */
async function eventsSince(database: Database, before: number): Promise<number> {
  const events = (await countEvents(database)) - before;
  if (events === 0) throw new Error('No change became an event: what was measured is not matching.');
  return events;
}

async function countEvents(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>('select count(*) as count from alert_event');
  return row!.count;
}

function cpuOf(worker: WorkerProcess): Record<string, number> {
  const cpuSeconds = worker.cpuSeconds();
  return cpuSeconds === undefined ? {} : { cpuSeconds };
}

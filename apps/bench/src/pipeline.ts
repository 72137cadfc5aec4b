import { criteriaNode } from '@gable/domain/testing';
import { AlertIndex } from '@gable/alert-index';

import { generateWorkload, type Workload, type WorkloadChange } from '@gable/alert-index/testing';
import type { Database } from '@gable/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withBenchDatabase } from './bench-database.js';
import { commitChanges, tellByWebhook, writeAlerts } from './pipeline-data.js';
import { printResults, type BenchResult } from './print-results.js';
import { quantile } from './response-times.js';
import { servedAfter, ConsumerWatch } from './consumer-watch.js';
import { WorkerProcess } from './worker-process.js';

interface Plan {
  readonly alerts: number;
  readonly backlog: number;
  readonly rate: number;
  readonly seconds: number;
  readonly broad: number;
  /** Beside `start`, which is always measured. */
  readonly parts: readonly string[];
  readonly url: string;
}

/**
 * From a committed change to its events, through a real worker process: how long the worker takes to serve its first change, how fast it drains a backlog,
 * how late events are under a steady load, and how fast it writes where thousands of alerts match every listing.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      alerts: { type: 'string', default: '100000' },
      backlog: { type: 'string', default: '100000' },
      rate: { type: 'string', default: '500' },
      seconds: { type: 'string', default: '30' },
      broad: { type: 'string', default: '2000' },
      parts: { type: 'string', default: 'start,backlog,steady,broad' },
    },
  });
  const [alerts, backlog, rate, seconds, broad] = (['alerts', 'backlog', 'rate', 'seconds', 'broad'] as const).map(
    (name) => wholeNumber(name, values[name]),
  );
  const results = await withBenchDatabase((database, url) =>
    measure(database, {
      alerts: alerts!,
      backlog: backlog!,
      rate: rate!,
      seconds: seconds!,
      broad: broad!,
      parts: values.parts.split(','),
      url,
    }),
  );
  printResults(results, values.json);
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
      ...memoryOf(worker),
    };
    say(JSON.stringify(start));
    const results: BenchResult[] = [start];
    for (const [name, measured] of Object.entries({ backlog: drain, steady, broad: broadAlerts })) {
      const found = plan.parts.includes(name) ? await measured(database, worker, plan, quiet) : [];
      for (const result of found) say(JSON.stringify(result));
      results.push(...found);
    }
    return results;
  } finally {
    await worker.stop();
  }
}

type MakeChanges = (count: number) => WorkloadChange[];

/**
 * Changes that hardly an alert matches, before or after: at most `FEW` of the first hundred thousand. What most changes are where customers watch other towns. Chosen by
 * the index itself, made once and told again of other listings.
 */
function quietChanges(workload: Workload, alerts: number): MakeChanges {
  const index = new AlertIndex();
  const judged = Math.min(alerts, JUDGED_ALERTS);
  for (let number = 0; number < judged; number += 1) index.add(number, workload.alert(number));
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
  const events = (await countEvents(database)) - before;
  return [
    {
      ...head('backlog, few matches', plan),
      changes: plan.backlog,
      changesPerSecond: Math.round((plan.backlog / ms!) * 1_000),
      eventsPerChange: events / plan.backlog,
      ...memoryOf(worker),
    },
  ];
}

/** Twenty transactions a second, as feeds that are read in small portions. */
async function steady(
  database: Database,
  worker: WorkerProcess,
  plan: Plan,
  quiet: MakeChanges,
): Promise<BenchResult[]> {
  const before = await countEvents(database);
  const watch = new ConsumerWatch(database, worker);
  const began = performance.now();
  const portions = plan.seconds * PORTIONS_PER_SECOND;
  for (let portion = 0; portion < portions; portion += 1) {
    await sleep(Math.max(0, began + (portion * 1_000) / PORTIONS_PER_SECOND - performance.now()));
    watch.add(await commitChanges(database, quiet(plan.rate / PORTIONS_PER_SECOND)));
  }
  const took = (performance.now() - began) / 1_000;
  const times = (await watch.finish()).map(({ ms }) => ms);
  const events = (await countEvents(database)) - before;
  const changes = portions * (plan.rate / PORTIONS_PER_SECOND);
  return [
    {
      ...head('steady', plan),
      changes,
      changesPerSecond: Math.round(changes / took),
      eventsPerChange: events / changes,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
      maxMs: Math.max(...times),
    },
  ];
}

/** Alerts that every new listing meets, beside all others; first recorded alone, then told by webhook too. */
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
    if (name === 'broad, told by webhook') await tellByWebhook(database, BROAD);
    const arriving = (count: number) =>
      quiet(count).map(({ before, after }): WorkloadChange => ({
        kind: 'new',
        before: null,
        after: (after ?? before)!,
      }));
    await servedAfter(database, worker, [await commitChanges(database, arriving(5))]); // the alerts are loaded by then
    const before = await countEvents(database);
    const batch = await commitChanges(database, arriving(BROAD_CHANGES));
    const [ms] = await servedAfter(database, worker, [batch]);
    const events = (await countEvents(database)) - before;
    results.push({
      ...head(name, plan),
      changes: BROAD_CHANGES,
      changesPerSecond: (BROAD_CHANGES / ms!) * 1_000,
      eventsPerChange: events / BROAD_CHANGES,
      eventsPerSecond: Math.round((events / ms!) * 1_000),
      ...memoryOf(worker),
    });
  }
  return results;
}

/** Only the count is asked for. */
const NO_ROOM = new Int32Array(0);
const FEW = 1;
const DISTINCT_CHANGES = 250;
/** As many alerts say well enough how many of all match, and are asked ten times as fast as a million. */
const JUDGED_ALERTS = 100_000;
const PORTIONS_PER_SECOND = 20;
const BROAD = 'Broad';
const BROAD_CHANGES = 150;

async function countEvents(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>('select count(*) as count from alert_event');
  return row!.count;
}

function cpuOf(worker: WorkerProcess): Record<string, number> {
  const cpuSeconds = worker.cpuSeconds();
  return cpuSeconds === undefined ? {} : { cpuSeconds };
}

function memoryOf(worker: WorkerProcess): Record<string, number> {
  const memory = worker.memory();
  return memory === undefined ? {} : { residentMegabytes: memory.now, peakMegabytes: memory.peak };
}

const head = (name: string, { alerts }: Plan) => ({ bench: 'pipeline', case: name, alerts });

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} expects a whole number from 1, got "${text}"`);
  return value;
}

import { generateWorkload } from '@gable/domain';
import type { Database } from '@gable/persistence';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withBenchDatabase } from './bench-database.js';
import { DeliveryQueue, HOMES, homeLine, ingest, KINDS, makeAlerts, wantsKind } from './delivery-data.js';
import type { Arrival } from './delivery-receivers.js';
import { writeAlerts } from './pipeline-data.js';
import { printResults, type BenchResult } from './print-results.js';
import { ReceiversProcess } from './receivers-process.js';
import { quantile } from './response-times.js';
import { WorkerProcess } from './worker-process.js';

interface Plan {
  readonly deliveries: number;
  readonly rate: number;
  readonly seconds: number;
  readonly backlog: number;
}

interface Bench {
  readonly database: Database;
  readonly url: string;
  readonly home: string;
  readonly receivers: ReceiversProcess;
  readonly plan: Plan;
}

/**
 * What one real worker process sends: signed webhooks a second to receivers at 16 origins that answer after 5 ms; how long after its change and its event
 * the first attempt of a delivery arrives, from the feed through matching, under a steady load; and what a destination that takes connections and never
 * answers, with a long backlog, costs the others.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false }, deliveries: { type: 'string', default: '20000' }, rate: { type: 'string', default: '500' }, seconds: { type: 'string', default: '20' },
      backlog: { type: 'string', default: '100000' },
    },
  });
  const [deliveries, rate, seconds, backlog] = (['deliveries', 'rate', 'seconds', 'backlog'] as const).map((name) => wholeNumber(name, values[name]));
  const plan = { deliveries: deliveries!, rate: rate!, seconds: seconds!, backlog: backlog! };
  const results: BenchResult[] = [];
  for (const part of [throughput, latency, deadDestination]) {
    const found = await onItsOwn(plan, part);
    for (const result of found) say(JSON.stringify(result));
    results.push(...found);
  }
  printResults(results, values.json);
}

/** Each part has a database, a home and receivers of its own. */
async function onItsOwn(plan: Plan, part: (bench: Bench) => Promise<BenchResult[]>): Promise<BenchResult[]> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-bench-delivery-'));
  const receivers = await ReceiversProcess.start(KINDS + 1);
  try {
    return await withBenchDatabase(async (database, url) => {
      await ingest(database, Array.from({ length: HOMES }, (_, number) => homeLine(number, 0)), home);
      return part({ database, url, home, receivers, plan });
    });
  } finally {
    receivers.stop();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/** All is queued before the worker starts; measured from the first arrival to the last. */
async function throughput(bench: Bench): Promise<BenchResult[]> {
  const { plan: { deliveries } } = bench;
  const queue = new DeliveryQueue(bench.database, await alertsOfKinds(bench));
  for (let left = deliveries; left > 0; left -= LOT) await queue.add(Math.min(LOT, left));
  const worker = await startWorker(bench);
  try {
    const first = await allArrived(bench, 1);
    const cpuMs = worker.cpuMs();
    const rest = await allArrived(bench, deliveries - first.length);
    const cpu: Record<string, number> = cpuMs === undefined ? {} : { workerCpuMicrosPerDelivery: Math.round(((worker.cpuMs()! - cpuMs) / rest.length) * 1_000) };
    const arrivals = [...first, ...rest];
    const times = arrivals.map(([, , at]) => at).sort((a, b) => a - b);
    return [{ ...head('throughput'), deliveries, origins: KINDS, deliveriesPerSecond: Math.round((deliveries / (times.at(-1)! - times[0]!)) * 1_000), repeated: repeatedIn(arrivals), ...cpu, ...memoryOf(worker) }];
  } finally {
    await worker.stop();
  }
}

/** Ten portions of a feed a second, every line a new price that one alert is told of, beside alerts that have to be matched and match nothing. */
async function latency(bench: Bench): Promise<BenchResult[]> {
  const { database, home, plan: { rate, seconds } } = bench;
  await alertsOfKinds(bench);
  const workload = generateWorkload(1);
  await writeAlerts(database, BACKGROUND_ALERTS, 'Workload', workload.alert);
  const worker = await startWorker(bench);
  try {
    let line = 0;
    const lines = (count: number) => Array.from({ length: count }, () => homeLine(line % HOMES, 1 + Math.floor(line++ / HOMES)));
    const each = Math.round(rate / FEEDS_PER_SECOND);
    const feed = async (forSeconds: number) => {
      const began = performance.now();
      for (let portion = 0; portion < forSeconds * FEEDS_PER_SECOND; portion += 1) {
        await sleep(Math.max(0, began + (portion * 1_000) / FEEDS_PER_SECOND - performance.now()));
        await ingest(database, lines(each), home);
      }
      const took = (performance.now() - began) / 1_000;
      return { arrivals: await allArrived(bench, forSeconds * FEEDS_PER_SECOND * each), took };
    };
    await feed(WARM_UP_SECONDS);
    const { arrivals, took } = await feed(seconds);
    const since = firstAttemptsAfter(arrivals, await timesOf(database));
    return [{
      ...head('feed to receiver'), deliveries: arrivals.length, alerts: BACKGROUND_ALERTS, changesPerSecond: Math.round(arrivals.length / took),
      ...spread('eventToFirst', since.map(({ event }) => event)), ...spread('changeToFirst', since.map(({ change }) => change)), ...memoryOf(worker),
    }];
  } finally {
    await worker.stop();
  }
}

/**
 * The same steady load on three workers, one after the other: without, with and again without the backlog of the dead destination, which is tried from the
 * start. The two without tell how quiet the machine was.
 */
async function deadDestination(bench: Bench): Promise<BenchResult[]> {
  const { database, home, receivers, plan: { backlog } } = bench;
  const well = new DeliveryQueue(database, await alertsOfKinds(bench));
  const without = await warmAndSteady(bench, well);
  const deadAlerts = await makeAlerts(database, home, Array.from({ length: DEAD_ALERTS }, (_, n) => ({ criteria: wantsKind(n), address: receivers.urlOf(KINDS, 'dead') })));
  const dead = new DeliveryQueue(database, deadAlerts);
  for (let left = backlog; left > 0; left -= LOT) await dead.add(Math.min(LOT, left));
  await database.query('analyze');
  const beside = await warmAndSteady(bench, well);
  const [{ waiting }] = await database.query<{ waiting: number }>('select count(*) as waiting from delivery') as [{ waiting: number }];
  if (waiting < backlog) throw new Error(`Only ${waiting} of ${backlog} deliveries wait for the dead destination.`);
  await database.query('delete from delivery where alert_id = any($1::uuid[])', [deadAlerts]);
  await database.query('vacuum analyze delivery');
  const again = await warmAndSteady(bench, well);
  return [
    { ...head('no dead destination'), deliveries: without.length, ...spread('eventToFirst', without) },
    { ...head('beside a dead one'), backlog, deliveries: beside.length, ...spread('eventToFirst', beside), p99Ratio: quantile(beside, 0.99) / quantile([...without, ...again], 0.99) },
    { ...head('it is gone'), deliveries: again.length, ...spread('eventToFirst', again) },
  ];
}

async function warmAndSteady(bench: Bench, queue: DeliveryQueue): Promise<number[]> {
  const { rate, seconds } = bench.plan;
  await bench.database.query('checkpoint'); // what was written before is not to be measured
  const worker = await startWorker(bench);
  try {
    await steady(bench, queue, rate / 2, WARM_UP_SECONDS);
    return await steady(bench, queue, rate / 2, seconds);
  } finally {
    await worker.stop();
  }
}

/** Queues deliveries of all receivers for a while; answers how long after its event the first attempt of each arrived. */
async function steady(bench: Bench, queue: DeliveryQueue, perSecond: number, seconds: number): Promise<number[]> {
  const began = performance.now();
  const each = Math.round(perSecond / PORTIONS_PER_SECOND);
  for (let portion = 0; portion < seconds * PORTIONS_PER_SECOND; portion += 1) {
    await sleep(Math.max(0, began + (portion * 1_000) / PORTIONS_PER_SECOND - performance.now()));
    await queue.add(each);
  }
  const arrivals = await allArrived(bench, each * seconds * PORTIONS_PER_SECOND);
  return firstAttemptsAfter(arrivals, await timesOf(bench.database)).map(({ event }) => event);
}

const FEEDS_PER_SECOND = 10;
const PORTIONS_PER_SECOND = 20;
const WARM_UP_SECONDS = 5;
const LOT = 5_000;
const BACKGROUND_ALERTS = 10_000;
/** Enough that their events make up the backlog; all send to one place. */
const DEAD_ALERTS = 8;
const PATIENCE_MS = 60_000;

/** One alert per receiver, for one kind of homes each. */
function alertsOfKinds({ database, home, receivers }: Bench): Promise<string[]> {
  return makeAlerts(database, home, Array.from({ length: KINDS }, (_, kind) => ({ criteria: wantsKind(kind), address: receivers.urlOf(kind, 'hook') })));
}

async function startWorker({ url, home }: Bench): Promise<WorkerProcess> {
  return (await WorkerProcess.start(url, { GABLE_HOME: home, DESTINATION_ALLOWED_NETWORKS: '127.0.0.0/8' })).worker;
}

/** Collects until so many different deliveries arrived. */
async function allArrived({ receivers }: Bench, count: number): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  const seen = new Set<string>();
  for (let last = performance.now(); seen.size < count; await sleep(50)) {
    const taken = await receivers.take();
    if (taken.length > 0) last = performance.now();
    if (performance.now() - last > PATIENCE_MS) throw new Error(`Nothing arrived for ${PATIENCE_MS / 1_000} s; ${seen.size} of ${count} deliveries did.`);
    arrivals.push(...taken);
    for (const [, id] of taken) seen.add(id);
  }
  return arrivals;
}

function repeatedIn(arrivals: readonly Arrival[]): number {
  return arrivals.length - new Set(arrivals.map(([, id]) => id)).size;
}

/** When each event was recorded and its change stored, by delivery, in milliseconds since 1970. */
async function timesOf(database: Database): Promise<Map<string, { event: number; change: number }>> {
  const rows = await database.query<{ id: string; event: Date; change: Date }>(`
    select event.delivery_id as id, event.created_at as event, revision.recorded_at as change
    from alert_event event join listing_revision revision on revision.listing_id = event.listing_id and revision.revision_id = event.revision_id`);
  return new Map(rows.map(({ id, event, change }) => [id, { event: event.getTime(), change: change.getTime() }]));
}

function firstAttemptsAfter(arrivals: readonly Arrival[], times: ReadonlyMap<string, { event: number; change: number }>): { event: number; change: number }[] {
  const first = new Map<string, number>();
  for (const [, id, at] of arrivals) first.set(id, Math.min(at, first.get(id) ?? Infinity));
  return [...first].map(([id, at]) => ({ event: at - times.get(id)!.event, change: at - times.get(id)!.change }));
}

function spread(name: string, times: readonly number[]): Record<string, number> {
  return { [`${name}P50Ms`]: quantile(times, 0.5), [`${name}P99Ms`]: quantile(times, 0.99), [`${name}MaxMs`]: Math.max(...times) };
}

function memoryOf(worker: WorkerProcess): Record<string, number> {
  const memory = worker.memory();
  return memory === undefined ? {} : { residentMegabytes: memory.now, peakMegabytes: memory.peak };
}

const head = (name: string) => ({ bench: 'delivery', case: name });

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} expects a whole number from 1, got "${text}"`);
  return value;
}

import { generateWorkload, type Workload } from '@gable/alert-index/testing';
import type { Database } from '@gable/persistence';
import { type ProgramCall, readOptions, wholeNumber } from '@gable/testing/options';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiProcess } from '../harness/api-process.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { fillWithShownProperties } from '../data/fill-with-shown-properties.js';
import { OutageClients } from './outage-clients.js';
import { heapOption, withOpenSearch, type OpenSearch } from '../harness/open-search.js';
import { commitChanges } from '../data/commit-changes.js';
import { writeAlerts } from '../data/write-alerts.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { atSteadyRate } from '../harness/steady-rate.js';
import { quantile } from '../harness/times.js';
import { servedAfter, ConsumerWatch } from '../harness/consumer-watch.js';
import { WorkerProcess } from '../harness/worker-process.js';

interface Plan {
  readonly properties: number;
  readonly alerts: number;
  /** Changes a second that alerts are matched with. */
  readonly rate: number;
  /** How long the engine is left alone before it is killed, and again before it is started anew. */
  readonly seconds: number;
}

/** From `from` to `to` on the clock of `performance.now()`. */
interface Phase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const PORTIONS_PER_SECOND = 20;
/** Longer than the longest pause between two probes of the breaker, and the fifteen seconds that are promised. */
const LONGEST_RETURN_MS = 60_000;

/**
 * What clients and alerts see when OpenSearch is killed under load and started again: real API and worker processes on
 * one database, clients that search all the time, and a steady stream of changes that alerts are matched with.
 */
export async function run(call: ProgramCall): Promise<void> {
  const { json, heap, ...plan } = readOptions(call, {
    properties: wholeNumber('properties in the store', 20_000),
    alerts: wholeNumber('alerts that watch', 20_000),
    rate: wholeNumber('changes a second that alerts are matched with', 100),
    seconds: wholeNumber(
      'how long the engine is left alone before it is killed, and again before it is started anew',
      20,
    ),
    heap: heapOption('512m'),
  });
  const results = await withOpenSearch(heap, (server) =>
    withBenchDatabase((database, url) => prepare(database, url, server, plan)),
  );
  printResults(results, json);
}

async function prepare(
  database: Database,
  databaseUrl: string,
  server: OpenSearch,
  plan: Plan,
): Promise<BenchResult[]> {
  say(`${plan.properties.toLocaleString('en')} properties and ${plan.alerts.toLocaleString('en')} alerts are made …`);
  await fillWithShownProperties(database, plan.properties);
  const workload = generateWorkload(1);
  await writeAlerts(database, plan.alerts, 'Workload', workload.alert);
  const engine = { SEARCH_ENGINE: 'opensearch', OPENSEARCH_URL: server.url };
  const api = await ApiProcess.start(databaseUrl, engine);
  const { worker } = await WorkerProcess.start(databaseUrl, { ...engine, GABLE_SECRETS_FILE: api.secretsFile });
  const clients = new OutageClients(api.url, await api.makeKey(database));
  try {
    await servedAfter(database, worker, [await commitChanges(database, [workload.change(0)])]);
    await clients.untilAnsweredBy('opensearch');
    return await measure(database, worker, server, clients, plan, workload);
  } finally {
    await clients.end();
    await api.stop();
    await worker.stop();
  }
}

async function measure(
  database: Database,
  worker: WorkerProcess,
  server: OpenSearch,
  clients: OutageClients,
  { alerts, properties, rate, seconds }: Plan,
  workload: Workload,
): Promise<BenchResult[]> {
  const watch = new ConsumerWatch(database, worker);
  const committed: number[] = [];
  let isOver = false;
  const size = Math.max(1, Math.round(rate / PORTIONS_PER_SECOND));
  const feeding = atSteadyRate(
    PORTIONS_PER_SECOND,
    () => !isOver,
    async (portion) => {
      const changes = Array.from({ length: size }, (_, i) => workload.change(1 + portion * size + i));
      const batch = await commitChanges(database, changes);
      committed.push(batch.committedAt);
      watch.add(batch);
    },
  );
  clients.begin();
  const began = performance.now();
  await sleep(seconds * 1_000);
  const killedAt = performance.now();
  server.kill();
  await sleep(seconds * 1_000);
  const restartedAt = performance.now();
  await server.startAgain();
  const backAt = performance.now();
  const usedAt = await Promise.race([clients.untilAnsweredBy('opensearch'), sleep(LONGEST_RETURN_MS).then(() => NaN)]);
  await sleep(seconds * 1_000);
  const phases: Phase[] = [
    { name: 'before', from: began, to: killedAt },
    { name: 'killed', from: killedAt, to: restartedAt },
    { name: 'starting again', from: restartedAt, to: backAt },
    { name: 'back', from: backAt, to: performance.now() },
  ];
  isOver = true;
  await clients.end();
  await feeding;
  const latencies = (await watch.finish()).map(({ ms }, place) => ({ ms, at: committed[place]! }));
  return phases.map(({ name, from, to }) => {
    const asked = clients.answers.filter(({ at }) => at >= from && at < to);
    const times = asked.map(({ ms }) => ms);
    const alertTimes = latencies.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms);
    return {
      bench: 'outage',
      case: name,
      properties,
      alerts,
      seconds: (to - from) / 1_000,
      requests: asked.length,
      statuses: [...new Set(asked.map(({ status }) => status))].sort().join(' '),
      byOpenSearch: asked.filter(({ backend }) => backend === 'opensearch').length,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
      maxMs: Math.max(...times),
      alertP50Ms: quantile(alertTimes, 0.5),
      alertP99Ms: quantile(alertTimes, 0.99),
      alertMaxMs: Math.max(...alertTimes),
      ...(name === 'back' && { usedAfterSeconds: (usedAt - backAt) / 1_000 }),
    };
  });
}

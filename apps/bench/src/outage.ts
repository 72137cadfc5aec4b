import { generateWorkload, type Workload } from '@gable/alert-index/testing';
import type { Database } from '@gable/persistence';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ApiProcess } from './api-process.js';
import { withBenchDatabase } from './bench-database.js';
import { fillWithShownProperties } from './http-data.js';
import { makeKey } from './http-load.js';
import { OutageClients } from './outage-clients.js';
import { withOpenSearch, type OpenSearch } from './percolator/open-search.js';
import { commitChanges, writeAlerts } from './pipeline-data.js';
import { printResults, type BenchResult } from './print-results.js';
import { quantile } from './response-times.js';
import { servedAfter, ConsumerWatch } from './consumer-watch.js';
import { WorkerProcess } from './worker-process.js';

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
 * What clients and alerts see when OpenSearch is killed under load and started again: real API and worker processes on one database, clients that search all the time, a
 * steady stream of changes that alerts are matched with.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      properties: { type: 'string', default: '20000' },
      alerts: { type: 'string', default: '20000' },
      rate: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '20' },
      heap: { type: 'string', default: '512m' },
    },
  });
  const [properties, alerts, rate, seconds] = [
    Number(values.properties),
    Number(values.alerts),
    Number(values.rate),
    Number(values.seconds),
  ];
  if (![properties, alerts, rate, seconds].every((value) => Number.isInteger(value) && value > 0))
    throw new Error('--properties, --alerts, --rate and --seconds expect whole numbers above 0');
  const results = await withOpenSearch(values.heap, (server) =>
    withBenchDatabase((database, url) => prepare(database, url, server, { properties, alerts, rate, seconds })),
  );
  printResults(results, values.json);
}

async function prepare(
  database: Database,
  databaseUrl: string,
  server: OpenSearch,
  plan: Plan,
): Promise<BenchResult[]> {
  console.error(
    `${plan.properties.toLocaleString('en')} properties and ${plan.alerts.toLocaleString('en')} alerts are made …`,
  );
  await fillWithShownProperties(database, plan.properties);
  const workload = generateWorkload(1);
  await writeAlerts(database, plan.alerts, 'Workload', workload.alert);
  const home = mkdtempSync(path.join(tmpdir(), 'gable-bench-api-'));
  const engine = { SEARCH_ENGINE: 'opensearch', OPENSEARCH_URL: server.url };
  const { worker } = await WorkerProcess.start(databaseUrl, engine);
  const api = await ApiProcess.start({ DATABASE_URL: databaseUrl, GABLE_HOME: home, ...engine });
  const clients = new OutageClients(api.url, await makeKey(database, home));
  try {
    await servedAfter(database, worker, [await commitChanges(database, [workload.change(0)])]);
    await clients.untilAnsweredBy('opensearch');
    return await measure(database, worker, server, clients, plan, workload);
  } finally {
    await clients.end();
    await api.stop();
    await worker.stop();
    rmSync(home, { recursive: true, force: true });
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
  const feeding = (async () => {
    const began = performance.now();
    const size = Math.max(1, Math.round(rate / PORTIONS_PER_SECOND));
    for (let portion = 0; !isOver; portion += 1) {
      await sleep(Math.max(0, began + (portion * 1_000) / PORTIONS_PER_SECOND - performance.now()));
      const batch = await commitChanges(
        database,
        Array.from({ length: size }, (_, i) => workload.change(1 + portion * size + i)),
      );
      committed.push(batch.committedAt);
      watch.add(batch);
    }
  })();
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

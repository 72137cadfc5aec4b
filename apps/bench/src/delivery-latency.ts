import { generateWorkload } from '@gable/alert-index/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  alertsOfKinds,
  allArrived,
  firstAttemptsAfter,
  head,
  memoryOf,
  spread,
  startWorker,
  timesOf,
  WARM_UP_SECONDS,
  type DeliveryBench,
} from './delivery-bench.js';
import { HOMES, homeLine, ingest } from './delivery-data.js';
import { writeAlerts } from './pipeline-data.js';
import type { BenchResult } from './print-results.js';

const FEEDS_PER_SECOND = 10;
const BACKGROUND_ALERTS = 10_000;

/** Ten portions of a feed a second, every line a new price that one alert is told of, beside alerts that have to be matched and match nothing. */
export async function latency(bench: DeliveryBench): Promise<BenchResult[]> {
  const {
    database,
    home,
    plan: { rate, seconds },
  } = bench;
  await alertsOfKinds(bench);
  const workload = generateWorkload(1);
  await writeAlerts(database, BACKGROUND_ALERTS, 'Workload', workload.alert);
  const worker = await startWorker(bench);
  try {
    let line = 0;
    const lines = (count: number) =>
      Array.from({ length: count }, () => homeLine(line % HOMES, 1 + Math.floor(line++ / HOMES)));
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
    return [
      {
        ...head('feed to receiver'),
        deliveries: arrivals.length,
        alerts: BACKGROUND_ALERTS,
        changesPerSecond: Math.round(arrivals.length / took),
        ...spread(
          'eventToFirst',
          since.map(({ event }) => event),
        ),
        ...spread(
          'changeToFirst',
          since.map(({ change }) => change),
        ),
        ...memoryOf(worker),
      },
    ];
  } finally {
    await worker.stop();
  }
}

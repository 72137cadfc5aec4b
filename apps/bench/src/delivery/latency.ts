import { generateWorkload } from '@gable/alert-index/testing';
import {
  alertsOfKinds,
  allArrived,
  firstAttemptsAfter,
  head,
  spread,
  startWorker,
  timesOf,
  WARM_UP_SECONDS,
  type DeliveryBench,
} from './delivery-bench.js';
import { LISTINGS, listingLine, ingest } from './delivery-data.js';
import { writeAlerts } from '../data/write-alerts.js';
import { atSteadyRate } from '../harness/steady-rate.js';
import type { BenchResult } from '../harness/print-results.js';

const FEEDS_PER_SECOND = 10;
const BACKGROUND_ALERTS = 10_000;

/**
 * Ten portions of a feed a second, every line a new price that one alert reports; beside it alerts that are matched too
 * and meet nothing.
 */
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
      Array.from({ length: count }, () => listingLine(line % LISTINGS, 1 + Math.floor(line++ / LISTINGS)));
    const each = Math.round(rate / FEEDS_PER_SECOND);
    const feed = async (forSeconds: number) => {
      const { portions, seconds: took } = await atSteadyRate(
        FEEDS_PER_SECOND,
        (portion) => portion < forSeconds * FEEDS_PER_SECOND,
        () => ingest(database, lines(each), home),
      );
      return { arrivals: await allArrived(bench, portions * each), took };
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
        ...worker.memoryFigures(),
      },
    ];
  } finally {
    await worker.stop();
  }
}

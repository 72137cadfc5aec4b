import {
  alertsOfKinds,
  allArrived,
  firstAttemptsAfter,
  head,
  LOT,
  spread,
  startWorker,
  timesOf,
  WARM_UP_SECONDS,
  type DeliveryBench,
} from './delivery-bench.js';
import { DeliveryQueue, KINDS, makeAlerts, criteriaOfKind } from './delivery-data.js';
import { atSteadyRate } from '../harness/steady-rate.js';
import type { BenchResult } from '../harness/print-results.js';
import { quantile } from '../harness/times.js';

const PORTIONS_PER_SECOND = 20;
/** Enough that their events make up the backlog; all send to one place. */
const DEAD_ALERTS = 8;

/**
 * The same steady load on three workers, one after the other: without, with and again without the backlog of the dead
 * destination, which is tried from the start. The two without show how quiet the machine was.
 */
export async function deadDestination(bench: DeliveryBench): Promise<BenchResult[]> {
  const {
    database,
    home,
    receivers,
    plan: { backlog },
  } = bench;
  const well = new DeliveryQueue(database, await alertsOfKinds(bench));
  const without = await warmAndSteady(bench, well);
  const deadAlerts = await makeAlerts(
    database,
    home,
    Array.from({ length: DEAD_ALERTS }, (_, n) => ({
      criteria: criteriaOfKind(n),
      address: receivers.urlOf(KINDS, 'dead'),
    })),
  );
  const dead = new DeliveryQueue(database, deadAlerts);
  for (let left = backlog; left > 0; left -= LOT) await dead.add(Math.min(LOT, left));
  await database.query('analyze');
  const beside = await warmAndSteady(bench, well);
  const [{ waiting }] = (await database.query<{ waiting: number }>('select count(*) as waiting from delivery')) as [
    { waiting: number },
  ];
  if (waiting < backlog) throw new Error(`Only ${waiting} of ${backlog} deliveries wait for the dead destination.`);
  await database.query('delete from delivery where alert_id = any($1::uuid[])', [deadAlerts]);
  await database.query('vacuum analyze delivery');
  const again = await warmAndSteady(bench, well);
  return [
    { ...head('no dead destination'), deliveries: without.length, ...spread('eventToFirst', without) },
    {
      ...head('beside a dead one'),
      backlog,
      deliveries: beside.length,
      ...spread('eventToFirst', beside),
      p99Ratio: quantile(beside, 0.99) / quantile([...without, ...again], 0.99),
    },
    { ...head('it is gone'), deliveries: again.length, ...spread('eventToFirst', again) },
  ];
}

async function warmAndSteady(bench: DeliveryBench, queue: DeliveryQueue): Promise<number[]> {
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

/**
 * Queues deliveries of all receivers for a while; answers how long after its event the first attempt of each arrived.
 */
async function steady(
  bench: DeliveryBench,
  queue: DeliveryQueue,
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const each = Math.round(perSecond / PORTIONS_PER_SECOND);
  const { portions } = await atSteadyRate(
    PORTIONS_PER_SECOND,
    (portion) => portion < seconds * PORTIONS_PER_SECOND,
    () => queue.add(each),
  );
  const arrivals = await allArrived(bench, each * portions);
  return firstAttemptsAfter(arrivals, await timesOf(bench.database)).map(({ event }) => event);
}

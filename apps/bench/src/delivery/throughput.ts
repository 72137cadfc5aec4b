import { alertsOfKinds, allArrived, head, LOT, startWorker, type DeliveryBench } from './delivery-bench.js';
import { DeliveryQueue, KINDS } from './delivery-data.js';
import type { Arrival } from './receivers.js';
import { databaseSeconds, secondsBetween } from '../harness/database-seconds.js';
import type { BenchResult } from '../harness/print-results.js';

/** All is queued before the worker starts; measured from the first arrival to the last. */
export async function throughput(bench: DeliveryBench): Promise<BenchResult[]> {
  const {
    plan: { deliveries },
  } = bench;
  const queue = new DeliveryQueue(bench.database, await alertsOfKinds(bench));
  for (let left = deliveries; left > 0; left -= LOT) await queue.add(Math.min(LOT, left));
  const worker = await startWorker(bench);
  try {
    const first = await allArrived(bench, 1);
    const cpuSeconds = worker.cpuSeconds();
    const before = cpuSeconds === undefined ? undefined : await databaseSeconds(bench.database, CONNECTIONS);
    const rest = await allArrived(bench, deliveries - first.length);
    const micros = (seconds: number): number => Math.round((seconds / rest.length) * 1e6);
    const cpu: Record<string, number> =
      cpuSeconds === undefined
        ? {}
        : {
            workerCpuMicrosPerDelivery: micros(worker.cpuSeconds()! - cpuSeconds),
            databaseCpuMicrosPerDelivery: micros(
              secondsBetween(before!, await databaseSeconds(bench.database, CONNECTIONS)),
            ),
          };
    const arrivals = [...first, ...rest];
    const times = arrivals.map(([, , at]) => at).sort((a, b) => a - b);
    return [
      {
        ...head('throughput'),
        deliveries,
        origins: KINDS,
        deliveriesPerSecond: Math.round((deliveries / (times.at(-1)! - times[0]!)) * 1_000),
        repeated: repeatedIn(arrivals),
        ...cpu,
        ...worker.memoryFigures(),
      },
    ];
  } finally {
    await worker.stop();
  }
}

/** Of the worker, by their application name. */
const CONNECTIONS = '%worker%';

function repeatedIn(arrivals: readonly Arrival[]): number {
  return arrivals.length - new Set(arrivals.map(([, id]) => id)).size;
}

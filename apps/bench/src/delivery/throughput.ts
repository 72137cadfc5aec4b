import { alertsOfKinds, allArrived, head, LOT, startWorker, type DeliveryBench } from './delivery-bench.js';
import { DeliveryQueue, KINDS } from './delivery-data.js';
import type { Arrival } from './receivers.js';
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
    const rest = await allArrived(bench, deliveries - first.length);
    const cpu: Record<string, number> =
      cpuSeconds === undefined
        ? {}
        : { workerCpuMicrosPerDelivery: Math.round(((worker.cpuSeconds()! - cpuSeconds) / rest.length) * 1e6) };
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

function repeatedIn(arrivals: readonly Arrival[]): number {
  return arrivals.length - new Set(arrivals.map(([, id]) => id)).size;
}

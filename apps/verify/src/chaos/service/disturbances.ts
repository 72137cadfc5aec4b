import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '@gable/domain/testing';
import type { WorkerFleet } from '../worker-fleet.js';
import type { LoadedService } from './loaded-service.js';

/** Who is disturbed, and for how long. */
export interface Disturbing {
  /** Are killed, and started again. */
  readonly workers: readonly WorkerFleet[];
  /** Stand still for a while now and then. */
  readonly suspended?: readonly WorkerFleet[];
  readonly apis: readonly number[];
  readonly forMs: number;
  readonly random: SeededRandom;
  readonly signal: AbortSignal;
}

/** Kills workers and APIs at random moments until the time is over. */
export async function disturbProcesses(
  service: LoadedService,
  { workers, suspended = [], apis, forMs, random, signal }: Disturbing,
): Promise<void> {
  for (const until = performance.now() + forMs; performance.now() < until && !signal.aborted;) {
    await sleep(random.whole(500, 4_000));
    if (suspended.length > 0 && random.chance(0.3)) await suspendOne(random.pick([...suspended]), random);
    else if (apis.length > 0 && random.chance(0.3)) {
      const api = random.pick([...apis]);
      await service.killApi(api);
      await service.apis.start(api);
    } else {
      const fleet = random.pick([...workers]);
      const place = random.whole(0, fleet.size - 1);
      await service.killWorker(fleet, place);
      await fleet.start(place);
    }
  }
}

async function suspendOne(fleet: WorkerFleet, random: SeededRandom): Promise<void> {
  const place = random.whole(0, fleet.size - 1);
  fleet.suspend(place);
  await sleep(random.whole(200, 3_000));
  fleet.resume(place);
}

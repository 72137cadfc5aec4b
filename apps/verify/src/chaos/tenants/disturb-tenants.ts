import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '@gable/domain/testing';
import type { Database } from '@gable/persistence';
import type { InFlight } from '../delivery/check-arrivals.js';
import { leasedDeliveries } from '../delivery/leased-deliveries.js';
import type { ServiceProcesses } from './service-processes.js';

/** Between two kills, in milliseconds: a process that never runs for long proves nothing. */
const [SOONEST_MS, LATEST_MS] = [6_000, 14_000];

/**
 * Kills worker and API by turns until the signal aborts: the same moments and the same pauses for the same seed.
 * Answers what was in flight at each kill of the worker.
 */
export async function disturbTenants(
  database: Database,
  processes: ServiceProcesses,
  random: SeededRandom,
  signal: AbortSignal,
): Promise<{ kills: number; inFlight: InFlight[] }> {
  const inFlight: InFlight[] = [];
  for (let kills = 0; ; kills += 1) {
    const [waitMs, downMs] = [random.whole(SOONEST_MS, LATEST_MS), random.whole(0, 300)];
    await sleep(waitMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return { kills, inFlight };
    await processes.kill(kills % 2 === 0 ? 'worker' : 'api', downMs, async () => {
      if (kills % 2 === 0) inFlight.push(await leasedDeliveries(database)); // its leases stand until they run out
    });
  }
}

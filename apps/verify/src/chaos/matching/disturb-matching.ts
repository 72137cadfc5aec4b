import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@gable/persistence';
import type { SeededRandom } from '@gable/domain/testing';
import type { WorkerFleet } from '../worker-fleet.js';

/** What was done to the workers. */
export interface Disturbance {
  kills: number;
  /** Stopped for longer than their lease, then let go on. */
  suspensions: number;
}

/**
 * Kills workers at random moments and starts them again, now and then stops one beyond its lease instead, until enough
 * were killed or the signal aborts.
 */
export async function disturbWorkers(
  database: Database,
  fleet: WorkerFleet,
  random: SeededRandom,
  { kills, signal }: { kills: number; signal: AbortSignal },
  onKill: (done: Disturbance) => void,
): Promise<Disturbance> {
  const done: Disturbance = { kills: 0, suspensions: 0 };
  while (done.kills < kills && !signal.aborted) {
    await sleep(random.whole(100, 1_600));
    const place = random.whole(0, fleet.size - 1);
    if (random.chance(0.1)) {
      await suspendBeyondLease(database, fleet, place, random);
      done.suspensions += 1;
      continue;
    }
    await fleet.kill(place);
    done.kills += 1;
    onKill(done);
    await sleep(random.whole(0, 300));
    await fleet.start(place);
  }
  return done;
}

/**
 * Leases are ended by hand instead of waiting half a minute: a worker that stands still cannot tell the difference, and
 * one that runs is taken for dead by mistake.
 */
async function suspendBeyondLease(
  database: Database,
  fleet: WorkerFleet,
  place: number,
  random: SeededRandom,
): Promise<void> {
  fleet.suspend(place);
  try {
    await sleep(random.whole(50, 300));
    await database.query(`update match_worker set leased_until = clock_timestamp() - interval '1 s'`);
    await sleep(random.whole(500, 2_500));
  } finally {
    fleet.resume(place);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { LEASE_MS } from '@gable/domain/delivery';
import type { Database } from '@gable/persistence';
import type { SeededRandom } from '@gable/domain/testing';
import type { EmbeddedInstallation } from '../../installation.js';
import type { WorkerFleet } from '../worker-fleet.js';
import type { InFlight } from './check-arrivals.js';
import { leasedDeliveries } from './leased-deliveries.js';

/** What was done, and what was in flight at each of it. */
export interface DeliveryDisturbance {
  kills: number;
  /** Immediate stops of the database server; every second is a `kill -9`. */
  stops: number;
  /** Workers that stood still while their leases ended. */
  suspensions: number;
  readonly inFlight: InFlight[];
}

/**
 * Kills workers at random moments, stops the database at once in between, and now and then lets a worker sleep through
 * its leases, until enough was done or the signal aborts.
 */
export async function disturbDelivery(
  { database, postgres }: EmbeddedInstallation,
  fleet: WorkerFleet,
  random: SeededRandom,
  { kills, stops, signal }: { kills: number; stops: number; signal: AbortSignal },
  onDeed: (done: DeliveryDisturbance) => void,
): Promise<DeliveryDisturbance> {
  const done: DeliveryDisturbance = { kills: 0, stops: 0, suspensions: 0, inFlight: [] };
  // Always the worker that ran longest: one that is still starting holds nothing.
  while ((done.kills < kills || done.stops < stops) && !signal.aborted) {
    await sleep(random.whole(200, 1_500));
    await freshLease(database);
    const isStopDue = done.stops < stops && done.stops * kills <= done.kills * stops;
    if (isStopDue) {
      done.inFlight.push(await leasedDeliveries(database)); // before: results that cannot be written may come too late
      await postgres.stopAtOnce(random.whole(50, 1_500), done.stops % 2 === 0 ? 'SIGQUIT' : 'SIGKILL');
      done.stops += 1;
      await sleep(STARTING_MS);
      await fleet.startMissing();
    } else if (done.suspensions < Math.floor(done.kills / KILLS_PER_SUSPENSION)) {
      done.inFlight.push(await suspendBeyondLeases(database, fleet, done.kills % fleet.size, random));
      done.suspensions += 1;
    } else {
      const place = done.kills % fleet.size;
      await fleet.kill(place);
      done.inFlight.push(await leasedDeliveries(database)); // after: its leases stand until they run out
      done.kills += 1;
      await sleep(random.whole(0, 300));
      await fleet.start(place);
    }
    onDeed(done);
  }
  return done;
}

const KILLS_PER_SUSPENSION = 3;
/** A worker that finds no database ends within this time. */
const STARTING_MS = 3_000;
const PATIENCE_MS = 20_000;

/** Waits until somebody has claimed something from now on: killing workers that only ever start would prove nothing. */
async function freshLease(database: Database): Promise<void> {
  const [{ since }] = (await database.query<{ since: Date }>(
    `select clock_timestamp() + interval '${LEASE_MS} ms' as since`,
  )) as [{ since: Date }];
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(20)) {
    const [row] = await database.query<{ fresh: boolean }>(
      'select exists (select from delivery where owner is not null and leased_until > $1) as fresh',
      [since],
    );
    if (row!.fresh) return;
  }
}

/**
 * Leases are ended by hand instead of waiting half a minute: a worker that stands still cannot tell the difference, and
 * one that runs is robbed by mistake.
 */
async function suspendBeyondLeases(
  database: Database,
  fleet: WorkerFleet,
  place: number,
  random: SeededRandom,
): Promise<InFlight> {
  fleet.suspend(place);
  try {
    await sleep(random.whole(50, 300));
    const rows = await database.query<{ id: string }>(`
      with leased as (select id from delivery where owner is not null for update skip locked)
      update delivery set leased_until = clock_timestamp() - interval '1 s' from leased where delivery.id = leased.id
        returning delivery.id`);
    await freshLease(database); // another one has them now
    await sleep(random.whole(0, 1_000));
    return new Set(rows.map(({ id }) => id));
  } finally {
    fleet.resume(place);
  }
}

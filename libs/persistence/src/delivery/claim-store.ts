import type { DestinationChannel } from '@gable/domain/alert';
import type { Database } from '../database/database.js';
import { releaseQueues } from './blocked-queues.js';
import type { ClaimedDelivery } from './delivery-rows.js';
import { endQueues, endRuns, lease, runFor, takeWakeUps, type PickedRow } from './endpoint-runs.js';
import { SHORT_PATIENCE } from './statement-fragments.js';
import { FREE_EXPIRED, PICK_ENDPOINTS } from './statements/claim-deliveries.js';

/** Who claims, and what it can send. */
export interface ClaimOptions {
  /** One id per process, for as long as it lives. */
  readonly owner: string;
  /** Channels that are configured; deliveries of others wait and say why. */
  readonly channels: readonly DestinationChannel[];
  /** At most so many endpoints; each gives a few deliveries. */
  readonly endpoints: number;
  /** Deliveries under way with this owner, by endpoint. */
  readonly underWay: ReadonlyMap<number, number>;
  /** At least this long between two mails of an alert. */
  readonly mailGatherMs: number;
}

export interface Claim {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Endpoints served: 0 = nothing was due. */
  readonly runs: number;
  /** Deliveries ended because their endpoint was given up. */
  readonly ended: number;
}

/**
 * Hands out deliveries, the endpoint that waits longest first and a few of each, so that a receiver with a long queue
 * or a slow answer keeps nobody waiting. Leases what it hands out: a delivery whose worker is gone comes back by
 * itself, at the same attempt.
 */
export class DeliveryClaimStore {
  private low = EVERYTHING;
  private sweptAt = -Infinity;
  private freedAt = -Infinity;
  private freedAllAt = -Infinity;
  private releasedAt = -Infinity;

  constructor(private readonly database: Database) {}

  async claim(options: ClaimOptions, now: Date): Promise<Claim> {
    await this.freeExpired(now);
    if (options.channels.includes('EMAIL')) await this.release(now);
    const low = this.lowWatermark(now);
    return this.database.transaction(async (transaction) => {
      await transaction.query(SHORT_PATIENCE);
      const picked = await transaction.query<PickedRow>(PICK_ENDPOINTS, [now, low, options.endpoints, WAKEUPS_READ]);
      this.low = picked.length < options.endpoints ? before(now) : before(picked.at(-1)!.waiting_since);
      if (picked.length === 0) return { deliveries: [], runs: 0, ended: 0 };
      const runs = (await takeWakeUps(transaction, picked, low)).map((row) => runFor(row, options, now));
      const ended = await endQueues(transaction, runs, now);
      const deliveries = await lease(transaction, runs, options, now);
      await endRuns(transaction, runs, deliveries, now);
      return { deliveries, runs: runs.length, ended };
    });
  }

  /** At the start, and now and then. */
  private async release(now: Date): Promise<void> {
    if (Math.abs(now.getTime() - this.releasedAt) < RELEASE_EVERY_MS) return;
    await releaseQueues(this.database, now);
    this.releasedAt = now.getTime();
  }

  /** Now and then; the deliveries of a worker that is gone are due at once. */
  private async freeExpired(now: Date): Promise<void> {
    if (Math.abs(now.getTime() - this.freedAt) < FREE_EVERY_MS) return;
    const isSweep = Math.abs(now.getTime() - this.freedAllAt) >= SWEEP_MS;
    await this.database.query(FREE_EXPIRED, [
      now,
      isSweep ? EVERYTHING : before(new Date(this.freedAt)),
      FREED_AT_ONCE,
    ]);
    this.freedAt = now.getTime();
    if (isSweep) this.freedAllAt = now.getTime();
  }

  /**
   * Where to begin to look. Removed rows stay in an index for as long as somebody's old transaction is open, and
   * reading past them would take ever longer; what a slow commit put below the mark is found by a full sweep now and
   * then.
   */
  private lowWatermark(now: Date): Date {
    if (Math.abs(now.getTime() - this.sweptAt) < SWEEP_MS) return this.low;
    this.sweptAt = now.getTime();
    return EVERYTHING;
  }
}

const EVERYTHING = new Date(0);
const WAKEUPS_READ = 1_000;
const SWEEP_MS = 5_000;
const FREE_EVERY_MS = 500;
const FREED_AT_ONCE = 5_000;
/** Commits of those who queue take less than this. */
const LATE_COMMIT_MS = 2_000;
const RELEASE_EVERY_MS = 60_000;

const before = (at: Date): Date => new Date(at.getTime() - LATE_COMMIT_MS);

import { DueLines, type DuePick } from '@gable/domain/delivery';
import type { Database, Transaction } from '../database/database.js';
import { releaseQueues } from './blocked-queues.js';
import type { Claim, ClaimOptions } from './claim.js';
import { maySend } from './delivery-pause-store.js';
import { DueReader, LATE_COMMIT_MS } from './due-reader.js';
import { endQueues, endRuns, lease, takeEndpoints } from './endpoint-runs.js';
import { countMails } from './mail-allowances.js';
import { planRuns } from './plan-runs.js';
import { SHORT_PATIENCE } from './statement-fragments.js';
import { FREE_EXPIRED } from './statements/claim-deliveries.js';

/**
 * Hands out deliveries that can begin now: accounts in turn, the origins of each in turn, and a few of each endpoint,
 * so that no account, no host and no long queue keeps another waiting. Leases what it hands out: a delivery whose
 * worker is gone comes back by itself, at the same attempt.
 */
export class DeliveryClaimStore {
  private readonly due: DueReader;
  private readonly lines = new DueLines();
  private freedAt = -Infinity;
  private freedAllAt = -Infinity;
  private releasedAt = -Infinity;

  constructor(private readonly database: Database) {
    this.due = new DueReader(database);
  }

  async claim(options: ClaimOptions, now: Date): Promise<Claim> {
    await this.freeExpired(now);
    if (options.channels.includes('EMAIL')) await this.release(now);
    for (const endpoint of await this.due.read(now)) this.lines.note(endpoint);
    const picks = this.lines.next(options.slots, options.endpoints, now.getTime());
    if (picks.length === 0) return { deliveries: [], runs: 0, ended: 0 };
    try {
      return await this.database.transaction(
        (transaction) => this.serve(transaction, picks, options, now),
        SHORT_PATIENCE,
      );
    } catch (error) {
      for (const { endpoint } of picks) this.lines.note(endpoint);
      throw error;
    } finally {
      for (const { endpoint, take } of picks) options.slots.giveBack(endpoint, take);
    }
  }

  private async serve(
    transaction: Transaction,
    picks: readonly DuePick[],
    options: ClaimOptions,
    now: Date,
  ): Promise<Claim> {
    if (!(await maySend(transaction))) {
      for (const { endpoint } of picks) this.lines.note(endpoint);
      return { deliveries: [], runs: 0, ended: 0 };
    }
    const { due, locked } = await takeEndpoints(transaction, picks, now);
    // Who locks an endpoint serves it or writes down results, and is gone in a moment.
    for (const { endpoint } of locked) this.lines.note(endpoint);
    if (due.length === 0) return { deliveries: [], runs: 0, ended: 0 };
    const runs = await planRuns(transaction, due, options, now);
    const ended = await endQueues(transaction, runs, now);
    const deliveries = await lease(transaction, runs, options, now);
    const nextMails = await countMails(transaction, runs, deliveries, options, now);
    await endRuns(transaction, runs, deliveries, nextMails, now);
    return { deliveries, runs: runs.length, ended };
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
    const isSweep = Math.abs(now.getTime() - this.freedAllAt) >= FREE_ALL_EVERY_MS;
    const low = new Date(isSweep ? 0 : this.freedAt - LATE_COMMIT_MS);
    await this.database.query(FREE_EXPIRED, [now, low, FREED_AT_ONCE]);
    this.freedAt = now.getTime();
    if (isSweep) this.freedAllAt = now.getTime();
  }
}

const FREE_EVERY_MS = 500;
const FREE_ALL_EVERY_MS = 5_000;
const FREED_AT_ONCE = 5_000;
const RELEASE_EVERY_MS = 60_000;

import type { Database, Transaction } from '../../database/database.js';
import { suspectsAfterLoss, type SuspectRange } from './suspects.js';
import type { OwnedShard } from './consumer-rows.js';
import {
  CLEAR_SUSPECTS,
  DELETE_WORKER,
  FORGET_INFLIGHT,
  GIVE_BACK_ALL_SHARDS,
  GIVE_BACK_SHARDS,
  RENEW_LEASE,
  SELECT_LIVE_WORKERS,
  SELECT_OWNED_SHARDS,
  SELECT_SUSPECTS,
  SELECT_SUSPECTS_AFTER,
  TAKE_INFLIGHT,
  TAKE_SHARDS,
  UPSERT_SUSPECT,
} from '../statements/shards.js';

/**
 * Which worker owns which shards. A worker is alive while its lock is held and its lease has not run out; the fence of
 * every commit is the epoch.
 */
export class ShardStore {
  constructor(private readonly database: Database) {}

  /** Extends a worker's lease by the database's clock. Answers false where the worker is no longer registered. */
  async renew(workerId: number): Promise<boolean> {
    return (await this.database.query(RENEW_LEASE, [workerId])).length > 0;
  }

  /** Workers alive, ascending. */
  async liveWorkers(): Promise<number[]> {
    return (await this.database.query<{ id: number }>(SELECT_LIVE_WORKERS)).map(({ id }) => id);
  }

  /**
   * Takes up to `limit` shards that no living worker owns, each with its next epoch. What a dead worker had under way
   * becomes a suspicion first: whoever goes on from there has to know.
   */
  async take(workerId: number, limit: number): Promise<OwnedShard[]> {
    return this.database.transaction(async (transaction) => {
      const taken = await transaction.query<OwnedShard>(TAKE_SHARDS, [workerId, limit]);
      if (taken.length > 0) await noteLosses(transaction);
      return taken;
    });
  }

  /** Gives shards back that this worker still owns; others take them from where they stand. */
  async giveBack(shards: readonly OwnedShard[]): Promise<void> {
    await this.database.query(GIVE_BACK_SHARDS, [shards.map(({ shard }) => shard), shards.map(({ epoch }) => epoch)]);
  }

  /** The shards a worker owns, as the database knows: what it remembers may be void after a failure. */
  async held(workerId: number): Promise<OwnedShard[]> {
    return this.database.query<OwnedShard>(SELECT_OWNED_SHARDS, [workerId]);
  }

  /** Ends a worker that leaves in order: nothing of it is left to be suspected. */
  async leave(workerId: number): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await transaction.query(FORGET_INFLIGHT, [workerId]);
      await transaction.query(GIVE_BACK_ALL_SHARDS, [workerId]);
      await transaction.query(DELETE_WORKER, [workerId]);
    });
  }

  /** Ranges in which workers were lost, as far as they matter after `position`. */
  async suspects(position: number): Promise<SuspectRange[]> {
    return this.database.query<SuspectRange>(SELECT_SUSPECTS_AFTER, [position]);
  }

  /** Clears ranges that were consumed after all. */
  async acquit(through: number): Promise<void> {
    await this.database.query(CLEAR_SUSPECTS, [through]);
  }
}

async function noteLosses(transaction: Transaction): Promise<void> {
  const lost = await transaction.query<{ firstChange: number; lastChange: number }>(TAKE_INFLIGHT);
  if (lost.length === 0) return;
  const known = await transaction.query<SuspectRange>(SELECT_SUSPECTS);
  for (const { firstChange, lastChange } of lost) {
    const suspect = suspectsAfterLoss(known, firstChange, lastChange);
    await transaction.query(UPSERT_SUSPECT, [suspect.firstChange, suspect.lastChange, suspect.losses]);
  }
}

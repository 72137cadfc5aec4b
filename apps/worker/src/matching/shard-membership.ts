import { giveSignOfLife, ShardStore, type OwnedShard, type SignOfLife } from '@gable/persistence/alerts';
import type { Database } from '@gable/persistence';
import { fairShare } from './fair-share.js';

const RENEW_MS = 5_000;
const BALANCE_MS = 1_000;

/** What a look at the other workers led to. */
export interface Balance {
  readonly taken: OwnedShard[];
  readonly givenBack: OwnedShard[];
}

/** A worker's place among the others: its registration, its lease, its share of the shards. */
export class ShardMembership {
  private readonly store: ShardStore;
  private readonly renewing: NodeJS.Timeout;
  private balancedAt = -Infinity;
  private isRegistered = true;

  private constructor(
    database: Database,
    private readonly sign: SignOfLife,
  ) {
    this.store = new ShardStore(database);
    // A renewal that fails is tried again; the lease outlasts several.
    this.renewing = setInterval(() => void this.renew().catch(() => {}), RENEW_MS).unref();
  }

  static async take(database: Database): Promise<ShardMembership> {
    return new ShardMembership(database, await giveSignOfLife(database));
  }

  get workerId(): number {
    return this.sign.workerId;
  }

  /**
   * False once the others take this worker for dead, or upkeep has removed its registration while it was stopped: it
   * has to begin anew.
   */
  isHeld(): boolean {
    return this.isRegistered && this.sign.isHeld();
  }

  /** Once a second: takes shards that no live worker owns, or gives some back, so that all have their share. */
  async balance(owned: readonly OwnedShard[]): Promise<Balance> {
    const nothing: Balance = { taken: [], givenBack: [] };
    if (performance.now() - this.balancedAt < BALANCE_MS) return nothing;
    const share = fairShare(await this.store.liveWorkers(), this.workerId);
    this.balancedAt = performance.now();
    if (share === 0)
      await this.renew(); // its lease ran out: it was stopped
    else if (owned.length < share)
      return { ...nothing, taken: await this.store.take(this.workerId, share - owned.length) };
    else if (owned.length > share) {
      const givenBack = owned.slice(share);
      await this.store.giveBack(givenBack);
      return { ...nothing, givenBack };
    }
    return nothing;
  }

  private async renew(): Promise<void> {
    this.isRegistered = await this.store.renew(this.workerId);
  }

  /** The shards it owns as the database knows. */
  async owned(): Promise<OwnedShard[]> {
    return this.store.held(this.workerId);
  }

  /** Leaves in order: others may take the shards at once. */
  async leave(): Promise<void> {
    clearInterval(this.renewing);
    await this.store.leave(this.workerId);
    await this.sign.end();
  }

  /** Leaves without a word: the connection is lost, or the process is about to end. */
  async abandon(): Promise<void> {
    clearInterval(this.renewing);
    await this.sign.end();
  }
}

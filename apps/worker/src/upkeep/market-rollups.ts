import { RollupStore } from '@gable/persistence/analytics';
import type { Database } from '@gable/persistence';

const MONTHS_AT_ONCE = 10;
const LOOK_EVERY_MS = 30_000;
const LIST_EVERY_MS = 300_000;

/**
 * Keeps the rollups of large markets up with their events: now and then it looks which are behind, and which are large
 * by now.
 */
export class MarketRollups {
  private readonly store: RollupStore;
  private listedAt = -Infinity;
  private lookedAt = -Infinity;

  constructor(database: Database) {
    this.store = new RollupStore(database);
  }

  get isDue(): boolean {
    return performance.now() - this.lookedAt >= LOOK_EVERY_MS;
  }

  /** Some of those that are behind; it stays due until none is. Answers how many were summed up. */
  async rollUp(): Promise<number> {
    if (performance.now() - this.listedAt >= LIST_EVERY_MS) {
      await this.store.listLarge();
      this.listedAt = performance.now();
    }
    const count = await this.store.rollUpStale(MONTHS_AT_ONCE);
    if (count === 0) this.lookedAt = performance.now();
    return count;
  }
}

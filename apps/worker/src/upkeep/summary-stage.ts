import { LOCKS, type Database } from '@gable/persistence';
import { DivisionCountStore } from '@gable/persistence/geography';
import type { Stage } from '../pipeline/stage.js';
import { MarketRollups } from './market-rollups.js';

/**
 * Counts the properties of divisions and builds the rollups of large markets. In a store of millions a count reads for
 * a minute: what upkeep removes does not wait for it.
 */
export class SummaryStage implements Stage {
  readonly name = 'summaries';
  private readonly divisionCounts: DivisionCountStore;
  private readonly rollups: MarketRollups;

  constructor(private readonly database: Database) {
    this.divisionCounts = new DivisionCountStore(database);
    this.rollups = new MarketRollups(database);
  }

  /** Two at once, of which one has lost the lock, are harmless: a rollup says of which events it is. */
  async step(): Promise<boolean> {
    await this.divisionCounts.countWhenDue();
    if (!this.rollups.isDue) return false;
    return ((await this.database.withLock(LOCKS.rollups, () => this.rollups.rollUp())) ?? 0) > 0;
  }
}

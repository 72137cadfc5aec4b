import { ChangeStore, SweepStore, type Database } from '@gable/persistence';
import type { Stage } from '../stage.js';

const BATCH = 5_000;
/** Any number; the same in every worker. */
const UPKEEP_LOCK = 4_225_304;
const SWEEP_EVERY_MS = 60_000;

/** Removes what has been used: changes that every shard has passed, marks for an index that is not there, and the remains of removed alerts, old requests and dead workers. */
export class UpkeepStage implements Stage {
  readonly name = 'upkeep';
  private readonly changes: ChangeStore;
  private readonly sweep: SweepStore;
  private sweptAt = -Infinity;

  constructor(private readonly database: Database) {
    this.changes = new ChangeStore(database);
    this.sweep = new SweepStore(database);
  }

  async step(): Promise<boolean> {
    const removed = await this.database.withLock(UPKEEP_LOCK, async () => {
      const passed = await this.changes.removePassed(BATCH);
      return passed + (await this.changes.discardDirty(BATCH)) + (await this.sweepWhenDue());
    });
    return (removed ?? 0) > 0;
  }

  /** Once a minute, and on as long as there is something left. */
  private async sweepWhenDue(): Promise<number> {
    if (performance.now() - this.sweptAt < SWEEP_EVERY_MS) return 0;
    const removed = (await this.sweep.removedAlerts(BATCH)) + (await this.sweep.idempotentRequests(BATCH));
    if (removed === 0) {
      await this.sweep.deadWorkers();
      this.sweptAt = performance.now();
    }
    return removed;
  }
}

import { ChangeStore } from '@gable/persistence/listings';
import { DivisionCountStore } from '@gable/persistence/geography';
import { SweepStore } from '@gable/persistence/alerts';
import { UsageStore } from '@gable/persistence/usage';
import type { Database } from '@gable/persistence';
import type { Stage } from '../pipeline/stage.js';
import { MarketRollups } from './market-rollups.js';

const BATCH = 5_000;
/** Any number; the same in every worker. */
const UPKEEP_LOCK = 4_225_304;
const SWEEP_EVERY_MS = 60_000;

/** Removes what has been used, and the remains of removed alerts, requests and workers; sums up usage and markets. */
export class UpkeepStage implements Stage {
  readonly name = 'upkeep';
  private readonly changes: ChangeStore;
  private readonly sweep: SweepStore;
  private readonly divisionCounts: DivisionCountStore;
  private readonly usage: UsageStore;
  private readonly rollups: MarketRollups;
  private sweptAt = -Infinity;

  /** `keepsIndex` = another stage reads the marks. */
  constructor(
    private readonly database: Database,
    private readonly keepsIndex: boolean,
  ) {
    this.changes = new ChangeStore(database);
    this.sweep = new SweepStore(database);
    this.divisionCounts = new DivisionCountStore(database);
    this.usage = new UsageStore(database);
    this.rollups = new MarketRollups(database);
  }

  async step(): Promise<boolean> {
    const removed = await this.database.withLock(UPKEEP_LOCK, async () => {
      const passed = await this.changes.removePassed(BATCH);
      const discarded = this.keepsIndex ? 0 : await this.changes.discardDirty(BATCH);
      const swept = await this.sweepWhenDue();
      await this.divisionCounts.countWhenDue();
      return passed + discarded + swept + (await this.rollups.rollUpWhenDue());
    });
    return (removed ?? 0) > 0;
  }

  /** Once a minute, and on as long as there is something left. */
  private async sweepWhenDue(): Promise<number> {
    if (performance.now() - this.sweptAt < SWEEP_EVERY_MS) return 0;
    const removed =
      (await this.sweep.removedAlerts(BATCH)) +
      (await this.sweep.idempotentRequests(BATCH)) +
      (await this.usage.fold(await this.database.now(), BATCH));
    if (removed === 0) {
      await this.sweep.deadWorkers();
      this.sweptAt = performance.now();
    }
    return removed;
  }
}

import { ChangeStore, SourceStore, WordIndexStore } from '@gable/persistence/listings';
import { AccountErasureStore, EventErasureStore } from '@gable/persistence/erasure';
import { SweepStore } from '@gable/persistence/alerts';
import { PropertyWriteStore, TileSearchStore } from '@gable/persistence/properties';
import type { Retention } from '@gable/persistence/retention';
import { UsageStore } from '@gable/persistence/usage';
import { LOCKS, type Database } from '@gable/persistence';
import type { Stage } from '../pipeline/stage.js';
import { RetentionPasses, type RetentionListener } from './retention-passes.js';

/** Some 50 ms of one transaction: until it ends, alerts are not matched with what others commit meanwhile. */
const BATCH = 2_000;
const SWEEP_EVERY_MS = 60_000;
/** How often the index of words sorts in what waits: of rows since, searches read which words they lack. */
const SORT_WORDS_EVERY_MS = 10_000;

/** What upkeep leaves alone, and for how long. */
export interface UpkeepSettings {
  /** Another stage reads the marks. */
  readonly keepsIndex: boolean;
  readonly removedAlertsKeptMs: number;
  readonly retention: Retention;
}

/**
 * Removes what has been used, what was kept long enough, and the remains of removed alerts, erased listings, requests
 * and workers; sums up usage; has the index of words sort in new rows. Two at once, of which one has lost
 * the lock, are harmless: each statement looks for what there still is to do, sums add up what they have removed, and
 * where both want the same rows the second one finds them gone, or fails and goes on with its next step.
 */
export class UpkeepStage implements Stage {
  readonly name = 'upkeep';
  private readonly changes: ChangeStore;
  private readonly sweep: SweepStore;
  private readonly usage: UsageStore;
  private readonly retention: RetentionPasses;
  private readonly sources: SourceStore;
  private readonly erasures: EventErasureStore;
  private readonly accounts: AccountErasureStore;
  private readonly tileSearches: TileSearchStore;
  private readonly propertyWrites: PropertyWriteStore;
  private readonly wordIndex: WordIndexStore;
  private sweptAt = -Infinity;
  private wordsSortedAt = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly settings: UpkeepSettings,
    listener?: RetentionListener,
  ) {
    this.changes = new ChangeStore(database);
    this.sweep = new SweepStore(database);
    this.usage = new UsageStore(database);
    this.retention = new RetentionPasses(database, settings.retention, listener);
    this.sources = new SourceStore(database);
    this.erasures = new EventErasureStore(database);
    this.accounts = new AccountErasureStore(database);
    this.tileSearches = new TileSearchStore(database);
    this.propertyWrites = new PropertyWriteStore(database);
    this.wordIndex = new WordIndexStore(database);
  }

  async step(): Promise<boolean> {
    const isMore = await this.database.withLock(LOCKS.upkeep, async () => {
      const passed = await this.changes.removePassed(BATCH);
      const discarded = this.settings.keepsIndex ? 0 : await this.changes.discardDirty(BATCH);
      await this.sortWordsWhenDue();
      const swept = await this.sweepWhenDue();
      const isRetaining = await this.retention.stepWhenDue();
      // What came meanwhile can wait: looked for at once, it would be removed one by one.
      return passed === BATCH || discarded === BATCH || swept > 0 || isRetaining;
    });
    return isMore ?? false;
  }

  private async sortWordsWhenDue(): Promise<void> {
    if (performance.now() - this.wordsSortedAt < SORT_WORDS_EVERY_MS) return;
    await this.wordIndex.sortIn();
    this.wordsSortedAt = performance.now();
  }

  /** Once a minute, and on as long as there is something left. */
  private async sweepWhenDue(): Promise<number> {
    if (performance.now() - this.sweptAt < SWEEP_EVERY_MS) return 0;
    const now = await this.database.now();
    const removed =
      (await this.sweep.removedAlerts(BATCH, this.settings.removedAlertsKeptMs)) +
      (await this.sweep.spentCriteria(BATCH)) +
      (await this.sweep.removedShapes(BATCH)) +
      (await this.sweep.idempotentRequests(BATCH)) +
      (await this.sources.forgetRejects(BATCH)) +
      (await this.tileSearches.sweep(now, BATCH)) +
      (await this.propertyWrites.sweep(BATCH)) +
      (await this.usage.fold(now, BATCH)) +
      Number((await this.erasures.step()).state === 'GOES_ON'); // of a command that was killed
    if (removed === 0) {
      await this.sweep.deadWorkers();
      await this.accounts.sweep();
      this.sweptAt = performance.now();
    }
    return removed;
  }
}

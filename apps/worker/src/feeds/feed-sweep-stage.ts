import { Database, LOCKS } from '@gable/persistence';
import { FeedSweepStore } from '@gable/persistence/feeds';
import { Injectable } from '@nestjs/common';
import type { Stage } from '../pipeline/stage.js';

/** Of 256 kB each: some 20 ms of one transaction. */
const PORTIONS = 40;
const JOBS = 50;
/** Bytes of rejected lines, as they are stored, that are kept of one account. */
const REJECT_BYTES = 256 * 2 ** 20;
const LOOK_EVERY_MS = 5_000;

/**
 * Removes from the spool what was read or never arrived, and jobs of long ago. Two at once, of which one has lost the
 * lock, remove the same, and a job keeps its mark until its last portion is gone.
 */
@Injectable()
export class FeedSweepStage implements Stage {
  readonly name = 'feed-sweep';
  private readonly store: FeedSweepStore;
  private sweptAt = -Infinity;

  constructor(private readonly database: Database) {
    this.store = new FeedSweepStore(database);
  }

  async step(): Promise<boolean> {
    if (performance.now() - this.sweptAt < LOOK_EVERY_MS) return false;
    const removed = await this.database.withLock(LOCKS.feedSweep, () => this.sweep());
    if (removed !== undefined && removed > 0) return true;
    this.sweptAt = performance.now();
    return false;
  }

  private async sweep(): Promise<number> {
    return (
      (await this.store.portions(PORTIONS)) +
      (await this.store.cutUploads(JOBS)) +
      (await this.store.rejectsBeyond(REJECT_BYTES, JOBS)) +
      (await this.store.oldJobs(JOBS))
    );
  }
}

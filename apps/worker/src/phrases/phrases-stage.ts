import { LOCKS, type Database } from '@gable/persistence';
import { SegmentStore } from '@gable/persistence/phrases';
import type { Stage } from '../pipeline/stage.js';

const LOOK_EVERY_MS = 5_000;

/**
 * Puts signed texts that wait into segments, where a search for phrases reads few bytes of each, and renews segments
 * whose listings are gone. Two at once, of which one has lost the lock, lose nothing (`SegmentStore`).
 */
export class PhrasesStage implements Stage {
  readonly name = 'phrases';
  private readonly segments: SegmentStore;
  private lookedAt = -Infinity;

  constructor(private readonly database: Database) {
    this.segments = new SegmentStore(database);
  }

  async step(): Promise<boolean> {
    if (performance.now() - this.lookedAt < LOOK_EVERY_MS) return false;
    const worked = await this.database.withLock(
      LOCKS.phrases,
      async () => (await this.segments.fill()) || (await this.segments.renew()),
    );
    if (!worked) this.lookedAt = performance.now();
    return worked ?? false;
  }
}

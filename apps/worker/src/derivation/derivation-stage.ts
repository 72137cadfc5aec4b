import { BatchPace } from '@gable/ingest';
import { LOCKS, type Database } from '@gable/persistence';
import { DerivationStore } from '@gable/persistence/listings';
import type { Stage } from '../pipeline/stage.js';

const MOST_LISTINGS = 1_000;
const LOOK_EVERY_MS = 30_000;

/**
 * Brings listings up to date that an earlier release stored, in portions that are written in a twentieth of a second.
 * Each row says by itself whether it is done: killed anywhere, whoever comes next goes on. Two at once, of which one
 * has lost the lock, share the rows: each passes over what the other has locked.
 */
export class DerivationStage implements Stage {
  readonly name = 'derivation';
  private readonly store: DerivationStore;
  private readonly pace = new BatchPace(MOST_LISTINGS);
  private after: string | null = null;
  private lookedAt = -Infinity;

  constructor(private readonly database: Database) {
    this.store = new DerivationStore(database);
  }

  async step(): Promise<boolean> {
    if (this.after === null && performance.now() - this.lookedAt < LOOK_EVERY_MS) return false;
    const worked = await this.database.withLock(LOCKS.derivation, () => this.derive());
    return worked ?? false;
  }

  private async derive(): Promise<boolean> {
    const portion = await this.store.derive(this.after, this.pace.lines);
    this.after = portion?.last ?? null;
    if (portion !== null) this.pace.written(portion.count, portion.writingMs);
    // From the first again after the last: what an ingest held was passed over. Then it rests.
    else this.lookedAt = performance.now();
    return portion !== null;
  }
}

import { ChangeStore, type Database } from '@gable/persistence';
import type { Stage } from '../stage.js';

const BATCH = 5_000;
/** Any number; the same in every worker. */
const UPKEEP_LOCK = 4_225_304;

/**
 * Keeps the queues from growing where nobody reads them: changes that no alert walks, and marks for an index that is not there because
 * PostgreSQL itself is searched.
 */
export class UpkeepStage implements Stage {
  readonly name = 'upkeep';
  private readonly changes: ChangeStore;

  constructor(private readonly database: Database) {
    this.changes = new ChangeStore(database);
  }

  async step(): Promise<boolean> {
    const removed = await this.database.withLock(UPKEEP_LOCK, async () => (await this.changes.discardChanges(BATCH)) + (await this.changes.discardDirty(BATCH)));
    return (removed ?? 0) > 0;
  }
}

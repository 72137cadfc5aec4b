import type { Database } from '@gable/persistence';
import type { Logger, Registry } from '@gable/runtime';

/** What answers from memory is given: what it may take, where it reads, and where it shows and says what it does. */
export interface MemorySurroundings {
  /** In bytes. */
  readonly mostBytes: number;
  readonly database: Database;
  readonly metrics: Registry;
  readonly log: Logger;
}

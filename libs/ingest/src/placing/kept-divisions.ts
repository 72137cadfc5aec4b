import { DivisionStore } from '@gable/persistence/geography';
import type { Database } from '@gable/persistence';
import { DivisionIndex } from './division-index.js';

/**
 * The index of all divisions, made anew only after divisions were written: a small feed is read in less time than tens
 * of thousands of outlines.
 */
export class KeptDivisions {
  private readonly store: DivisionStore;
  private last: Promise<unknown> = Promise.resolve();
  private kept: { edition: number; index: DivisionIndex } | undefined;

  constructor(database: Database) {
    this.store = new DivisionStore(database);
  }

  /** Of several feeds that ask at the same time the first one has it made. */
  current(): Promise<DivisionIndex> {
    const current = this.last.then(() => this.look());
    this.last = current.catch(() => {});
    return current;
  }

  private async look(): Promise<DivisionIndex> {
    // Before the outlines: a write in between makes the next feed look again.
    const edition = await this.store.edition();
    if (this.kept?.edition !== edition) this.kept = { edition, index: new DivisionIndex(await this.store.outlines()) };
    return this.kept.index;
  }
}

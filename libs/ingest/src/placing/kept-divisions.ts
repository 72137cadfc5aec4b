import { DivisionStore } from '@gable/persistence/geography';
import type { Database } from '@gable/persistence';
import { DivisionIndex } from './division-index.js';

/**
 * The index of all divisions, made anew only after divisions were written: a small feed is read in less time than tens
 * of thousands of outlines.
 */
export class KeptDivisions {
  private readonly store: DivisionStore;
  private kept: { edition: number; index: DivisionIndex } | undefined;

  constructor(database: Database) {
    this.store = new DivisionStore(database);
  }

  async current(): Promise<DivisionIndex> {
    // Before the outlines: a write in between makes the next feed look again.
    const edition = await this.store.edition();
    if (this.kept?.edition !== edition) this.kept = { edition, index: new DivisionIndex(await this.store.outlines()) };
    return this.kept.index;
  }
}

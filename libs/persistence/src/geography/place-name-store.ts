import { namedDivisions, namedSources, type PlaceNames, type StoredCriteria } from '@gable/domain/criteria';
import type { Database } from '../database/database.js';
import { SourceStore } from '../listings/source-store.js';
import { DivisionStore } from './division-store.js';

/** What people call the places and sources that criteria name by their ids, for sentences. */
export class PlaceNameStore {
  private readonly divisions: DivisionStore;
  private readonly sources: SourceStore;

  constructor(database: Database) {
    this.divisions = new DivisionStore(database);
    this.sources = new SourceStore(database);
  }

  /** Names of everything that one of these criteria names: divisions, and the domains of sources. */
  async of(criteria: Iterable<StoredCriteria>): Promise<PlaceNames> {
    const all = [...criteria];
    const [divisions, sources] = await Promise.all([
      this.divisions.names([...new Set(all.flatMap(namedDivisions))]),
      this.sources.domains([...new Set(all.flatMap(namedSources))]),
    ]);
    return { division: (id) => divisions.get(id), source: (id) => sources.get(id) };
  }
}

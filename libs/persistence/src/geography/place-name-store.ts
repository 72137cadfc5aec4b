import {
  namedDivisions,
  namedShapes,
  namedSources,
  type PlaceNames,
  type StoredCriteria,
} from '@gable/domain/criteria';
import type { Database } from '../database/database.js';
import { SourceStore } from '../listings/source-store.js';
import { DivisionStore } from './division-store.js';
import { SELECT_SHAPE_NAMES } from './statements/shapes.js';

/** What people call the places and sources that criteria name by their ids, for sentences. */
export class PlaceNameStore {
  private readonly divisions: DivisionStore;
  private readonly sources: SourceStore;

  constructor(private readonly database: Database) {
    this.divisions = new DivisionStore(database);
    this.sources = new SourceStore(database);
  }

  /**
   * Names of everything that one of these criteria names: divisions, shapes that were given one, and the domains of
   * sources. Of shapes of any account, for who has seen to it that the criteria may be read.
   */
  async of(criteria: Iterable<StoredCriteria>): Promise<PlaceNames> {
    const all = [...criteria];
    const [divisions, shapes, sources] = await Promise.all([
      this.divisions.names([...new Set(all.flatMap(namedDivisions))]),
      this.shapes([...new Set(all.flatMap(namedShapes))]),
      this.sources.domains([...new Set(all.flatMap(namedSources))]),
    ]);
    return {
      division: (id) => divisions.get(id),
      shape: (id) => shapes.get(id),
      source: (id) => sources.get(id),
    };
  }

  private async shapes(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<{ id: string; name: string }>(SELECT_SHAPE_NAMES, [ids]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}

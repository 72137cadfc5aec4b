import { In, Not, type Repository } from 'typeorm';
import type { Database } from '../database/database.js';
import { SearchIndexEntity } from './search-index.entity.js';
import {
  ADVANCE_LOAD,
  INSERT_INDEX,
  LOCK_BUILDING,
  MAKE_LIVE,
  RETIRE_ABANDONED,
  RETIRE_LIVE,
  SELECT_AUDIT_DUE,
  SELECT_IS_BESIDE_REBUILDER,
  SELECT_RETIRED,
} from './statements/search-indexes.js';

/** An index of the search engine as this store knows it. */
export type SearchIndexRecord = Pick<
  SearchIndexEntity,
  'name' | 'state' | 'mappingVersion' | 'loadedTo' | 'loaded' | 'isLoaded' | 'auditedAt' | 'drift' | 'retiredBecause'
>;

/** The register of the indices that were made for this store. */
export class SearchIndexStore {
  constructor(private readonly database: Database) {}

  /** Those that are written, by name. */
  async targets(): Promise<SearchIndexRecord[]> {
    return this.indices().find({ select: RECORD, where: { state: In(['BUILDING', 'LIVE']) }, order: { name: 'ASC' } });
  }

  async live(): Promise<SearchIndexRecord | null> {
    return this.indices().findOne({ select: RECORD, where: { state: 'LIVE' } });
  }

  /** The one that is being made; null where none is. */
  async inTheMaking(): Promise<SearchIndexRecord | null> {
    return this.indices().findOne({ select: RECORD, where: { state: In(['CREATING', 'BUILDING']) } });
  }

  async find(name: string): Promise<SearchIndexRecord | null> {
    return this.indices().findOne({ select: RECORD, where: { name } });
  }

  /** Notes an index that is about to be made; null when one is in the making already. */
  async begin(name: string, mappingVersion: number): Promise<SearchIndexRecord | null> {
    await this.database.query(INSERT_INDEX, [name, mappingVersion]);
    return this.find(name);
  }

  /** From now on it is written along. */
  async created(name: string): Promise<void> {
    await this.indices().update({ name, state: 'CREATING' }, { state: 'BUILDING' });
  }

  /** Notes how far the load is; `loadedTo` null = to the end. */
  async advance(name: string, loadedTo: string | null, loaded: number): Promise<void> {
    await this.database.query(ADVANCE_LOAD, [name, loadedTo, loaded]);
  }

  /**
   * Makes it the one that is searched and retires the one before. Answers false when it was retired itself meanwhile.
   */
  async makeLive(name: string): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const building = await transaction.query(LOCK_BUILDING, [name]);
      if (building.length === 0) return false;
      await transaction.query(RETIRE_LIVE);
      await transaction.query(MAKE_LIVE, [name]);
      return true;
    });
  }

  /** Takes an index out of use: nothing is written to it any more. */
  async retire(name: string, because: string): Promise<void> {
    await this.indices().update(
      { name, state: Not('RETIRED') },
      { state: 'RETIRED', retiredAt: CLOCK, retiredBecause: because },
    );
  }

  /** Retires one whose making nobody has gone on with for this long. */
  async retireAbandoned(afterMs: number): Promise<void> {
    await this.database.query(RETIRE_ABANDONED, [afterMs]);
  }

  /** Those retired longer ago than this. */
  async retiredBefore(ageMs: number): Promise<string[]> {
    return (await this.database.query<{ name: string }>(SELECT_RETIRED, [ageMs])).map(({ name }) => name);
  }

  async forget(name: string): Promise<void> {
    await this.indices().delete({ name, state: 'RETIRED' });
  }

  /** Whether the live index was not compared with the store for this long. */
  async auditIsDue(everyMs: number): Promise<boolean> {
    return (await this.database.query(SELECT_AUDIT_DUE, [everyMs])).length > 0;
  }

  async audited(name: string, drift: Readonly<Record<string, number>>): Promise<void> {
    await this.indices().update({ name }, { auditedAt: CLOCK, drift });
  }

  /**
   * Whether a worker is connected whose release makes its own index in place of any other, a newer one too. Connections
   * name the schema of their release since releases leave a newer index alone (decision 0062).
   */
  async isBesideRebuilder(): Promise<boolean> {
    const [row] = await this.database.query<{ isBeside: boolean }>(SELECT_IS_BESIDE_REBUILDER);
    return row!.isBeside;
  }

  private indices(): Repository<SearchIndexEntity> {
    return this.database.manager.getRepository(SearchIndexEntity);
  }
}

/** The one clock that every process shares. */
const CLOCK = () => 'clock_timestamp()';

const RECORD = {
  name: true,
  state: true,
  mappingVersion: true,
  loadedTo: true,
  loaded: true,
  isLoaded: true,
  auditedAt: true,
  drift: true,
  retiredBecause: true,
} as const satisfies Record<keyof SearchIndexRecord, true>;

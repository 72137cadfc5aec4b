import type { Database } from '../database.js';

/** An index of the search engine as this store knows it. */
export interface SearchIndexRecord {
  name: string;
  /** BUILDING and LIVE are written, LIVE is searched. */
  state: 'CREATING' | 'BUILDING' | 'LIVE' | 'RETIRED';
  mappingVersion: number;
  /** How far the first load is: all properties up to this id; null = none yet. */
  loadedTo: string | null;
  loaded: number;
  isLoaded: boolean;
  auditedAt: Date | null;
  /** Differences that the last audit found, by kind. */
  drift: Record<string, number> | null;
  retiredBecause: string | null;
}

/** The register of the indices that were made for this store. */
export class SearchIndexStore {
  constructor(private readonly database: Database) {}

  /** Those that are written, by name. */
  async targets(): Promise<SearchIndexRecord[]> {
    return this.select(`state in ('BUILDING', 'LIVE') order by name`);
  }

  async live(): Promise<SearchIndexRecord | null> {
    return (await this.select(`state = 'LIVE'`))[0] ?? null;
  }

  /** The one that is being made; null where none is. */
  async inTheMaking(): Promise<SearchIndexRecord | null> {
    return (await this.select(`state in ('CREATING', 'BUILDING')`))[0] ?? null;
  }

  async find(name: string): Promise<SearchIndexRecord | null> {
    return (await this.select('name = $1', [name]))[0] ?? null;
  }

  /** Notes an index that is about to be made; null when one is in the making already. */
  async begin(name: string, mappingVersion: number): Promise<SearchIndexRecord | null> {
    await this.database.query(
      `
      insert into search_index (name, state, mapping_version, created_at, advanced_at) values ($1, 'CREATING', $2, clock_timestamp(), clock_timestamp()) on conflict do nothing`,
      [name, mappingVersion],
    );
    return this.find(name);
  }

  /** From now on it is written along. */
  async created(name: string): Promise<void> {
    await this.database.query(`update search_index set state = 'BUILDING' where name = $1 and state = 'CREATING'`, [
      name,
    ]);
  }

  /** Notes how far the load is; `loadedTo` null = to the end. */
  async advance(name: string, loadedTo: string | null, loaded: number): Promise<void> {
    await this.database.query(
      `
      update search_index set loaded_to = coalesce($2, loaded_to), is_loaded = $2 is null, loaded = loaded + $3, advanced_at = clock_timestamp()
      where name = $1 and state = 'BUILDING'`,
      [name, loadedTo, loaded],
    );
  }

  /** Makes it the one that is searched and retires the one before. Answers false when it was retired itself meanwhile. */
  async makeLive(name: string): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const building = await transaction.query(
        `select from search_index where name = $1 and state = 'BUILDING' for update`,
        [name],
      );
      if (building.length === 0) return false;
      await transaction.query(
        `update search_index set state = 'RETIRED', retired_at = clock_timestamp(), retired_because = 'replaced' where state = 'LIVE'`,
      );
      await transaction.query(
        `update search_index set state = 'LIVE', live_at = clock_timestamp(), audited_at = clock_timestamp(), drift = '{}' where name = $1`,
        [name],
      );
      return true;
    });
  }

  /** Takes an index out of use: nothing is written to it any more. */
  async retire(name: string, because: string): Promise<void> {
    await this.database.query(
      `
      update search_index set state = 'RETIRED', retired_at = clock_timestamp(), retired_because = $2 where name = $1 and state <> 'RETIRED'`,
      [name, because],
    );
  }

  /** Retires one whose making nobody has gone on with for this long. */
  async retireAbandoned(afterMs: number): Promise<void> {
    await this.database.query(
      `
      update search_index set state = 'RETIRED', retired_at = clock_timestamp(), retired_because = 'abandoned'
      where state in ('CREATING', 'BUILDING') and advanced_at < clock_timestamp() - $1 * interval '1 ms'`,
      [afterMs],
    );
  }

  /** Those retired longer ago than this. */
  async retiredBefore(ageMs: number): Promise<string[]> {
    return (
      await this.select(`state = 'RETIRED' and retired_at < clock_timestamp() - $1 * interval '1 ms' order by name`, [
        ageMs,
      ])
    ).map(({ name }) => name);
  }

  async forget(name: string): Promise<void> {
    await this.database.query(`delete from search_index where name = $1 and state = 'RETIRED'`, [name]);
  }

  /** Whether the live index was not compared with the store for this long. */
  async auditIsDue(everyMs: number): Promise<boolean> {
    const due = await this.select(
      `state = 'LIVE' and coalesce(audited_at, '-infinity') < clock_timestamp() - $1 * interval '1 ms'`,
      [everyMs],
    );
    return due.length > 0;
  }

  async audited(name: string, drift: Readonly<Record<string, number>>): Promise<void> {
    await this.database.query('update search_index set audited_at = clock_timestamp(), drift = $2 where name = $1', [
      name,
      JSON.stringify(drift),
    ]);
  }

  private async select(condition: string, parameters: readonly unknown[] = []): Promise<SearchIndexRecord[]> {
    return this.database.query<SearchIndexRecord>(
      `
      select name, state, mapping_version as "mappingVersion", loaded_to as "loadedTo", loaded, is_loaded as "isLoaded", audited_at as "auditedAt", drift, retired_because as "retiredBecause"
      from search_index where ${condition}`,
      parameters,
    );
  }
}

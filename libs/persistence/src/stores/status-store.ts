import type { Queryable } from '../database.js';

/** Sizes of the store and of what still waits for the worker. */
export interface StoreStatus {
  listings: number;
  properties: number;
  pending: { changes: number; indexing: number };
}

/** What `gable status` shows. */
export class StatusStore {
  constructor(private readonly database: Queryable) {}

  async read(): Promise<StoreStatus> {
    const [row] = await this.database.query<Record<'listings' | 'properties' | 'changes' | 'indexing', number>>(`
      select (select count(*) from listing) as listings,
        (select count(*) from property where merged_into is null) as properties,
        (select count(*) from listing_change) as changes,
        (select count(*) from index_dirty) as indexing`);
    const { listings, properties, changes, indexing } = row!;
    return { listings, properties, pending: { changes, indexing } };
  }

  /** True when nothing was ever ingested: the demo may be loaded. */
  async isEmpty(): Promise<boolean> {
    const [row] = await this.database.query<{ empty: boolean }>('select not exists (select from listing) as empty');
    return row!.empty;
  }
}

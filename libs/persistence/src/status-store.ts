import type { Queryable } from './database.js';

/** Sizes of the store and of what still waits for the worker. */
export interface StoreStatus {
  listings: number;
  properties: number;
  /** Those switched on. */
  alerts: number;
  /** Changes that some shard of the alerts has not walked yet, properties to index, notifications to send. */
  pending: { changes: number; indexing: number; deliveries: number };
}

/** What `gable status` shows. */
export class StatusStore {
  constructor(private readonly database: Queryable) {}

  async read(): Promise<StoreStatus> {
    const [row] = await this.database.query<
      Record<'listings' | 'properties' | 'alerts' | 'changes' | 'indexing' | 'deliveries', number>
    >(`
      select (select count(*) from listing) as listings,
        (select count(*) from property where merged_into is null) as properties,
        (select count(*) from alert where active and deleted_at is null) as alerts,
        (select count(*) from listing_change where id > (select min(position) from alert_shard)) as changes,
        (select count(*) from index_dirty) as indexing,
        (select count(*) from event_notification where status = 'PENDING') as deliveries`);
    const { listings, properties, alerts, changes, indexing, deliveries } = row!;
    return { listings, properties, alerts, pending: { changes, indexing, deliveries } };
  }

  /** True when nothing was ever ingested: the demo may be loaded. */
  async isEmpty(): Promise<boolean> {
    const [row] = await this.database.query<{ empty: boolean }>('select not exists (select from listing) as empty');
    return row!.empty;
  }
}

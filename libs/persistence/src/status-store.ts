import type { Queryable } from './database/database.js';
import { SELECT_IS_EMPTY, SELECT_STATUS } from './statements/status.js';

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
    const [row] =
      await this.database.query<
        Record<'listings' | 'properties' | 'alerts' | 'changes' | 'indexing' | 'deliveries', number>
      >(SELECT_STATUS);
    const { listings, properties, alerts, changes, indexing, deliveries } = row!;
    return { listings, properties, alerts, pending: { changes, indexing, deliveries } };
  }

  /** True when nothing was ever ingested: the demo may be loaded. */
  async isEmpty(): Promise<boolean> {
    const [row] = await this.database.query<{ empty: boolean }>(SELECT_IS_EMPTY);
    return row!.empty;
  }
}

import type { Queryable } from './database/database.js';
import { SELECT_IS_EMPTY, SELECT_PENDING, SELECT_SIZES } from './statements/status.js';

/** What still waits for the worker: changes that some shard of the alerts has not consumed, properties, deliveries. */
export interface PendingWork {
  changes: number;
  indexing: number;
  deliveries: number;
}

/** Sizes of the store and of what waits. */
export interface StoreStatus {
  listings: number;
  properties: number;
  /** Those switched on. */
  alerts: number;
  pending: PendingWork;
}

/** What `gable status` shows. */
export class StatusStore {
  constructor(private readonly database: Queryable) {}

  /** Counts everything: its cost grows with the store. `pending` where it is known already. */
  async read(pending?: PendingWork): Promise<StoreStatus> {
    const [sizes] = await this.database.query<Omit<StoreStatus, 'pending'>>(SELECT_SIZES);
    return { ...sizes!, pending: pending ?? (await this.readPending()) };
  }

  /** Its cost grows with what waits alone, so that it can be asked again and again. */
  async readPending(): Promise<PendingWork> {
    const [pending] = await this.database.query<PendingWork>(SELECT_PENDING);
    return pending!;
  }

  /** True when nothing was ever ingested: the demo may be loaded. */
  async isEmpty(): Promise<boolean> {
    const [row] = await this.database.query<{ empty: boolean }>(SELECT_IS_EMPTY);
    return row!.empty;
  }
}

import type { Queryable } from '../database/database.js';
import { SWEEP_PROPERTY_WRITES } from './statements/property-writes.js';

/** The log of which transaction wrote which properties. */
export class PropertyWriteStore {
  constructor(private readonly database: Queryable) {}

  /** Removes up to `limit` rows that are older than an hour; answers how many went. */
  async sweep(limit: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(SWEEP_PROPERTY_WRITES, [limit]);
    return row!.count;
  }
}

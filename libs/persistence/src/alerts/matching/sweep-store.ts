import type { Database } from '../../database/database.js';
import {
  DELETE_ALERTS,
  DELETE_BELONGINGS,
  DELETE_DEAD_WORKERS,
  DELETE_OLD_ANSWERS,
  SELECT_REMOVED_ALERTS,
} from '../statements/sweep.js';

const ALERTS_AT_ONCE = 200;

/** Removes what nobody needs any more, in bounded portions. Every method answers how many rows went. */
export class SweepStore {
  constructor(private readonly database: Database) {}

  /**
   * Alerts removed longer ago than workers need to see it, with all they have. An alert's own row goes last, when
   * nothing of it is left: what was swept halfway is found again.
   */
  async removedAlerts(limit: number): Promise<number> {
    const alerts = await this.database.query<{ id: string }>(SELECT_REMOVED_ALERTS, [ALERTS_AT_ONCE]);
    if (alerts.length === 0) return 0;
    const ids = alerts.map(({ id }) => id);
    let removed = 0;
    for (const statement of DELETE_BELONGINGS) {
      removed += await this.count(statement, [ids, limit - removed]);
      if (removed >= limit) return removed;
    }
    return removed + (await this.count(DELETE_ALERTS, [ids]));
  }

  /** First answers of requests, kept for a day. */
  async idempotentRequests(limit: number): Promise<number> {
    return this.count(DELETE_OLD_ANSWERS, [limit]);
  }

  /** Workers long dead. */
  async deadWorkers(): Promise<number> {
    return this.count(DELETE_DEAD_WORKERS, []);
  }

  private async count(statement: string, parameters: readonly unknown[]): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(statement, parameters);
    return row!.count;
  }
}

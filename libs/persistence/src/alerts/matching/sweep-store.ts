import type { Database } from '../../database/database.js';
import { SWEEP_SHAPES } from '../../geography/statements/shapes.js';
import {
  DELETE_ALERTS,
  DELETE_BELONGINGS,
  DELETE_DEAD_WORKERS,
  DELETE_OLD_ANSWERS,
  REDUCE_ALERTS,
  SELECT_EXPIRED_ALERTS,
  SELECT_REMOVED_ALERTS,
  SELECT_UNSETTLED_ALERTS,
  SELECT_UNSETTLED_CRITERIA,
  SETTLE_CRITERIA,
} from '../statements/sweep.js';

const ALERTS_AT_ONCE = 200;

/** Removes what nobody needs any more, in bounded portions. Every method answers how many rows went. */
export class SweepStore {
  constructor(private readonly database: Database) {}

  /**
   * Alerts removed longer ago than workers need to see it: one that recorded nothing goes, of others the row and what
   * explains their events stay until `keptMs` have passed since they were removed.
   */
  async removedAlerts(limit: number, keptMs: number): Promise<number> {
    const removed = await this.database.query<RemovedAlert>(SELECT_REMOVED_ALERTS, [ALERTS_AT_ONCE]);
    const [kept, unused] = [true, false].map((has) => idsOf(removed.filter(({ hasRecords }) => hasRecords === has)));
    const expired = await this.database.query<{ id: string }>(SELECT_EXPIRED_ALERTS, [ALERTS_AT_ONCE, keptMs]);
    const reduced = kept!.length === 0 ? 0 : await this.count(REDUCE_ALERTS, [kept]);
    return reduced + (await this.alerts([...unused!, ...idsOf(expired)], limit));
  }

  /** An alert's own row goes last, when nothing of it is left: what was swept halfway is found again. */
  private async alerts(ids: readonly string[], limit: number): Promise<number> {
    if (ids.length === 0) return 0;
    let removed = 0;
    for (const statement of DELETE_BELONGINGS) {
      removed += await this.count(statement, [ids, limit - removed]);
      if (removed >= limit) return removed;
    }
    return removed + (await this.count(DELETE_ALERTS, [ids]));
  }

  /** Criteria that were replaced before they made an event; of others it is noted that they did. */
  async spentCriteria(limit: number): Promise<number> {
    let settled = 0;
    for (const { id } of await this.database.query<{ id: string }>(SELECT_UNSETTLED_ALERTS, [limit])) {
      if (settled >= limit) break;
      // Apart from the writes: what reads for long must not have a transaction id meanwhile.
      const found = await this.database.query<{ version: number; explains: boolean }>(SELECT_UNSETTLED_CRITERIA, [
        id,
        limit - settled,
      ]);
      const [kept, gone] = [true, false].map((does) => found.filter(({ explains }) => explains === does));
      settled += await this.count(SETTLE_CRITERIA, [
        id,
        ...[gone!, kept!].map((all) => all.map((each) => each.version)),
      ]);
    }
    return settled;
  }

  /** First answers of requests, kept for a day. */
  async idempotentRequests(limit: number): Promise<number> {
    return this.count(DELETE_OLD_ANSWERS, [limit]);
  }

  /** Shapes that were removed, once no criteria name them any more. */
  async removedShapes(limit: number): Promise<number> {
    return this.count(SWEEP_SHAPES, [limit]);
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

interface RemovedAlert {
  readonly id: string;
  readonly hasRecords: boolean;
}

const idsOf = (alerts: readonly { readonly id: string }[]): string[] => alerts.map(({ id }) => id);

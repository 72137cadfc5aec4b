import type { Database } from '../../database.js';

/** Removes what nobody needs any more, in bounded portions. Every method answers how many rows went. */
export class SweepStore {
  constructor(private readonly database: Database) {}

  /**
   * Alerts removed longer ago than workers need to see it, with all they have. An alert's own row goes last, when
   * nothing of it is left: what was swept halfway is found again.
   */
  async removedAlerts(limit: number): Promise<number> {
    const alerts = await this.database.query<{ id: string }>(
      `
      select id from alert where deleted_at < clock_timestamp() - interval '${KEPT_FOR_WORKERS}'
      order by deleted_at limit $1`,
      [ALERTS_AT_ONCE],
    );
    if (alerts.length === 0) return 0;
    const ids = alerts.map(({ id }) => id);
    let removed = 0;
    for (const [table, key] of BELONGINGS) {
      removed += await this.count(
        `delete from ${table}
         where ctid = any(array(select ctid from ${table} where ${key} = any($1::uuid[]) limit $2))`,
        [ids, limit - removed],
      );
      if (removed >= limit) return removed;
    }
    return removed + (await this.count('delete from alert where id = any($1::uuid[])', [ids]));
  }

  /** First answers of requests, kept for a day. */
  async idempotentRequests(limit: number): Promise<number> {
    return this.count(
      `
      delete from idempotent_request where id = any(array(
        select id from idempotent_request where created_at < clock_timestamp() - interval '24 hours'
        order by created_at limit $1))`,
      [limit],
    );
  }

  /** Workers long dead. What they had under way was taken over with their shards. */
  async deadWorkers(): Promise<number> {
    return this.count(
      `
      delete from match_worker worker where leased_until < clock_timestamp() - interval '10 minutes'
        and not exists (select from alert_shard where worker_id = worker.id)
        and not exists (select from match_inflight where worker_id = worker.id)`,
      [],
    );
  }

  private async count(deletion: string, parameters: readonly unknown[]): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `with gone as (${deletion} returning 1) select count(*) from gone`,
      parameters,
    );
    return row!.count;
  }
}

/** A worker that did not read alerts for ten minutes begins anew: an hour is plenty. */
const KEPT_FOR_WORKERS = '1 hour';
const ALERTS_AT_ONCE = 200;
const BELONGINGS = [
  ['event_notification', 'alert_id'],
  ['alert_event', 'alert_id'],
  ['alert_criteria_history', 'alert_id'],
  ['alert_mail', 'alert_id'],
  ['mail_subscription', 'alert_id'],
] as const;

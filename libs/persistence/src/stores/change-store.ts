import type { Queryable } from '../database.js';

/** The two queues that ingest fills: changes for the matcher, dirty properties for the index. */
export class ChangeStore {
  constructor(private readonly database: Queryable) {}

  /**
   * Removes up to `limit` changes that nobody has to read: no alert shard walks them. Fenced by xid as every reader of the queue is, so that
   * rows of transactions still open are never passed over. Answers how many went.
   */
  async discardChanges(limit: number): Promise<number> {
    return this.count(`
      with passed as (
        select id from listing_change where xid < pg_snapshot_xmin(pg_current_snapshot()) order by id limit $1 for update skip locked
      ), gone as (delete from listing_change using passed where listing_change.id = passed.id returning 1)
      select count(*) from gone`, limit);
  }

  /** Removes up to `limit` marks of the dirty set: where PostgreSQL itself is searched there is no index to bring up to date. */
  async discardDirty(limit: number): Promise<number> {
    return this.count(`
      with passed as (select property_id from index_dirty limit $1 for update skip locked),
      gone as (delete from index_dirty using passed where index_dirty.property_id = passed.property_id returning 1)
      select count(*) from gone`, limit);
  }

  private async count(text: string, limit: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(text, [limit]);
    return row!.count;
  }
}

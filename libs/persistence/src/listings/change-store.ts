import type { Queryable } from '../database.js';

/** The two queues that ingest fills: changes for the matcher, dirty properties for the index. */
export class ChangeStore {
  constructor(private readonly database: Queryable) {}

  /** Removes up to `limit` changes that every shard has walked past, and answers how many went. */
  async removePassed(limit: number): Promise<number> {
    return this.count(
      `
      with passed as (
        select id from listing_change where id <= (select min(position) from alert_shard) order by id limit $1
      ), gone as (delete from listing_change using passed where listing_change.id = passed.id returning 1)
      select count(*) from gone`,
      limit,
    );
  }

  /**
   * Removes up to `limit` marks of the dirty set: where PostgreSQL itself is searched there is no index to bring up to date. An index that was kept until then
   * is out of date with the first of them, and retired.
   */
  async discardDirty(limit: number): Promise<number> {
    return this.count(
      `
      with passed as (select property_id from index_dirty limit $1 for update skip locked),
      gone as (delete from index_dirty using passed where index_dirty.property_id = passed.property_id returning 1),
      outdated as (
        update search_index set state = 'RETIRED', retired_at = clock_timestamp(), retired_because = 'the search engine was switched'
        where state <> 'RETIRED' and exists (select from gone))
      select count(*) from gone`,
      limit,
    );
  }

  /** Seconds that the oldest change waits which some shard has not passed; 0 where none does. By the database's clock. */
  async oldestWaitingSeconds(): Promise<number> {
    const [row] = await this.database.query<{ seconds: number }>(`
      select coalesce((
        select greatest(extract(epoch from clock_timestamp() - created_at), 0)::float8 from listing_change
        where id > (select min(position) from alert_shard) order by id limit 1), 0) as seconds`);
    return row!.seconds;
  }

  private async count(text: string, limit: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(text, [limit]);
    return row!.count;
  }
}

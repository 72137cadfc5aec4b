import type { Queryable } from '../database/database.js';
import { DISCARD_MARKS, REMOVE_PASSED_CHANGES, SELECT_OLDEST_WAITING } from './statements/changes.js';

/** The two queues that ingest fills: changes for the matcher, dirty properties for the index. */
export class ChangeStore {
  constructor(private readonly database: Queryable) {}

  /** Removes up to `limit` changes that every shard has consumed, and answers how many went. */
  async removePassed(limit: number): Promise<number> {
    return this.count(REMOVE_PASSED_CHANGES, limit);
  }

  /**
   * Removes up to `limit` marks of the dirty set: where PostgreSQL itself is searched there is no index to bring up to
   * date. An index that was kept until then is out of date with the first of them, and retired.
   */
  async discardDirty(limit: number): Promise<number> {
    return this.count(DISCARD_MARKS, limit);
  }

  /**
   * Seconds that the oldest change waits which some shard has not passed; 0 where none does. By the database's clock.
   */
  async oldestWaitingSeconds(): Promise<number> {
    const [row] = await this.database.query<{ seconds: number }>(SELECT_OLDEST_WAITING);
    return row!.seconds;
  }

  private async count(text: string, limit: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(text, [limit]);
    return row!.count;
  }
}

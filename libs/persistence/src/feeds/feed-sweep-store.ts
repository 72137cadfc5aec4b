import type { Database } from '../database/database.js';
import {
  DELETE_CUT,
  DELETE_JOBS,
  DELETE_PORTIONS,
  DELETE_REJECTS_OF,
  FORGET_PORTIONS,
  FORGET_REJECTS,
  SELECT_ENDED,
  SELECT_OLD,
  SELECT_REJECTS_BEYOND,
} from './statements/sweep.js';

/** Removes what the spool needs no more, a bounded piece at a time. */
export class FeedSweepStore {
  constructor(private readonly database: Database) {}

  /** Portions of one job that ended; how many went. */
  async portions(limit: number): Promise<number> {
    const [ended] = await this.database.query<{ id: string }>(SELECT_ENDED);
    if (ended === undefined) return 0;
    const [row] = await this.database.query<{ count: number }>(DELETE_PORTIONS, [ended.id, limit]);
    if (row!.count < limit) await this.database.query(FORGET_PORTIONS, [ended.id]);
    return Math.max(1, row!.count);
  }

  /** Jobs that never arrived. */
  async cutUploads(limit: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(DELETE_CUT, [limit]);
    return row!.count;
  }

  /** Rejected lines of an account beyond so many bytes, those of the oldest jobs first. */
  async rejectsBeyond(bytes: number, limit: number): Promise<number> {
    const ids = await this.ids(SELECT_REJECTS_BEYOND, [bytes, limit]);
    if (ids.length === 0) return 0;
    await this.database.query(DELETE_REJECTS_OF, [ids]);
    await this.database.query(FORGET_REJECTS, [ids]);
    return ids.length;
  }

  /** Jobs that ended 30 days ago. */
  async oldJobs(limit: number): Promise<number> {
    const ids = await this.ids(SELECT_OLD, [limit]);
    if (ids.length === 0) return 0;
    await this.database.query(DELETE_REJECTS_OF, [ids]);
    await this.database.query(DELETE_JOBS, [ids]);
    return ids.length;
  }

  private async ids(statement: string, parameters: readonly unknown[]): Promise<string[]> {
    return (await this.database.query<{ id: string }>(statement, parameters)).map(({ id }) => id);
  }
}

import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { Queryable } from '../database/database.js';
import { LOOKED_AT, readEndlessPage, type EndlessPage, type ListRange } from '../database/endless-list.js';
import type { FeedJobState } from './feed-job.entity.js';
import type { FeedJob } from './feed-job.js';
import type { FeedOwner } from './feed-upload-store.js';
import {
  COUNT_JOBS,
  DROP_JOB,
  RETRY_JOB,
  SELECT_FIGURES,
  SELECT_JOB,
  SELECT_JOBS,
  SELECT_JOBS_IN_STATES,
  SELECT_LAST_JOBS,
  SELECT_REJECTS,
} from './statements/jobs.js';

const unzip = promisify(gunzip);

/** What waits and what fails, for metrics. */
export interface FeedFigures {
  readonly waiting: number;
  readonly reading: number;
  readonly uploading: number;
  /** Given up, and still in the spool. */
  readonly failed: number;
  readonly spooledBytes: number;
  /** How long the oldest job waits that is not read to its end. */
  readonly oldestSeconds: number;
}

/** What became of feeds that arrived over HTTP. */
export class FeedJobStore {
  constructor(private readonly database: Queryable) {}

  async find({ accountId, domain }: FeedOwner, id: string): Promise<FeedJob | null> {
    const [job] = await this.database.query<FeedJob>(SELECT_JOB, [accountId, domain, id]);
    return job ?? null;
  }

  /** Newest first. */
  list({ accountId, domain }: FeedOwner, range: ListRange): Promise<EndlessPage<FeedJob>> {
    const of = [accountId, domain];
    return readEndlessPage<FeedJob>(
      {
        isFiltered: false,
        count: async () => {
          const [row] = await this.database.query<{ count: number }>(COUNT_JOBS, [...of, LOOKED_AT]);
          return { seen: row!.count, selected: row!.count };
        },
        read: ({ offset, limit, after }) =>
          this.database.query<FeedJob>(SELECT_JOBS, [...of, after?.id ?? null, offset, limit]),
        lastLookedAt: () => Promise.resolve(null),
      },
      range,
    );
  }

  /** The last job of each of these domains, by domain, whoever sent it. */
  async lastOf(domains: readonly string[]): Promise<Map<string, FeedJob>> {
    const jobs = await this.database.query<FeedJob>(SELECT_LAST_JOBS, [domains]);
    return new Map(jobs.map((job) => [job.domain, job]));
  }

  /** The rejected lines of a job as NDJSON, portion by portion: memory does not grow with them. */
  async *rejects(jobId: string): AsyncGenerator<Buffer> {
    for (let number = 0; ; number += 1) {
      const [row] = await this.database.query<{ bytes: Buffer }>(SELECT_REJECTS, [jobId, number]);
      if (row === undefined) return;
      yield await unzip(row.bytes);
    }
  }

  /** Of all accounts, for the operator; oldest first. */
  inStates(states: readonly FeedJobState[], limit: number): Promise<(FeedJob & { accountName: string })[]> {
    return this.database.query(SELECT_JOBS_IN_STATES, [states, limit]);
  }

  /**
   * Lets a job be read again that was given up; with `force` a snapshot takes offline however many it does not name.
   * False where there is none, or it is in the spool no more.
   */
  async retry(id: string, { force = false } = {}): Promise<boolean> {
    return (await this.database.query(RETRY_JOB, [id, force])).length > 0;
  }

  /** Removes from the spool a job that was given up; its report stays. False where there is none. */
  async drop(id: string): Promise<boolean> {
    return (await this.database.query(DROP_JOB, [id])).length > 0;
  }

  async figures(): Promise<FeedFigures> {
    const [row] = await this.database.query<FeedFigures>(SELECT_FIGURES);
    return row!;
  }
}

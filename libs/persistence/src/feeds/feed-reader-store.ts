import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { Database } from '../database/database.js';
import type { FeedJobReject, FeedJobReport } from './feed-job.js';
import {
  BEGIN_READING,
  DELETE_REJECTS,
  FINISH_READING,
  GIVE_UP,
  INSERT_REJECTS,
  NOTE_PROGRESS,
  SELECT_ANY_WAITING,
  SELECT_INTERRUPTED,
  SELECT_PORTION,
  SELECT_WAITING,
  SET_BACK,
} from './statements/reading.js';

const zip = promisify(gzip);

/** A job that may be begun. */
export interface WaitingJob {
  readonly id: string;
  readonly accountId: string;
  readonly domain: string;
  readonly unpackedBytes: number;
}

/** One reading of a job. What it writes counts only as long as no other reading has replaced it. */
export interface JobReading {
  readonly id: string;
  readonly domain: string;
  readonly attempt: number;
  readonly tries: number;
  readonly deaths: number;
}

/** A reading that has begun. */
export interface BegunReading extends JobReading {
  readonly accountId: string;
  readonly portions: number;
  /** A snapshot takes offline what it does not name, however many. */
  readonly force: boolean;
}

/** Another worker reads the job, or has read it. */
export class ReadingReplaced extends Error {
  override readonly name = 'ReadingReplaced';
}

/** What a worker does with the jobs of the spool. All but `isAnyWaiting` is for who alone reads them. */
export class FeedReaderStore {
  constructor(private readonly database: Database) {}

  /** Whether there is something to do. */
  async isAnyWaiting(): Promise<boolean> {
    const [row] = await this.database.query<{ isAny: boolean }>(SELECT_ANY_WAITING);
    return row!.isAny;
  }

  /** Readings that ended with their worker. */
  interrupted(): Promise<JobReading[]> {
    return this.database.query<JobReading>(SELECT_INTERRUPTED);
  }

  /** The oldest job of each domain but these, up to `limit` of each account. */
  waiting(besides: readonly string[], limit: number): Promise<WaitingJob[]> {
    return this.database.query<WaitingJob>(SELECT_WAITING, [besides, limit]);
  }

  /** Begins to read a job; null where it waits no more. */
  async begin(id: string): Promise<BegunReading | null> {
    return this.database.transaction(async (transaction) => {
      const [begun] = await transaction.query<BegunReading>(BEGIN_READING, [id]);
      if (begun !== undefined) await transaction.query(DELETE_REJECTS, [id]);
      return begun ?? null;
    });
  }

  /** The gzip stream of a job, portion by portion. @throws ReadingReplaced where one is gone */
  async *portions({ id, portions }: { id: string; portions: number }): AsyncGenerator<Buffer> {
    for (let number = 0; number < portions; number += 1) {
      const [row] = await this.database.query<{ bytes: Buffer }>(SELECT_PORTION, [id, number]);
      if (row === undefined) throw new ReadingReplaced(`portion ${number} of feed job ${id} is gone`);
      yield row.bytes;
    }
  }

  /** Keeps rejected lines, NDJSON. Gives the bytes that they take. @throws ReadingReplaced */
  async addRejects({ id, attempt }: JobReading, number: number, lines: string): Promise<number> {
    const bytes = await zip(lines);
    const rows = await this.database.query(INSERT_REJECTS, [id, attempt, number, bytes]);
    if (rows.length === 0) throw new ReadingReplaced(`feed job ${id} is read by another worker`);
    return bytes.length;
  }

  async noteProgress({ id, attempt }: JobReading, report: FeedJobReport): Promise<void> {
    await this.database.query(NOTE_PROGRESS, [id, attempt, JSON.stringify(report)]);
  }

  /** False where another reading has replaced this one. */
  async finish(
    { id, attempt }: JobReading,
    report: FeedJobReport,
    firstRejects: readonly FeedJobReject[],
  ): Promise<boolean> {
    const cells = [id, attempt, JSON.stringify(report), JSON.stringify(firstRejects)];
    return (await this.database.query(FINISH_READING, cells)).length > 0;
  }

  /** The job waits again, for so many milliseconds. */
  async setBack(reading: JobReading, waitMs: number, reason: string | null = null): Promise<void> {
    const { id, attempt, tries, deaths } = reading;
    await this.database.query(SET_BACK, [id, attempt, tries, deaths, waitMs, reason]);
  }

  /** The job is read no more, unless an operator says so. */
  async giveUp(
    reading: JobReading,
    reason: string,
    report: FeedJobReport | null = null,
    firstRejects: readonly FeedJobReject[] | null = null,
  ): Promise<void> {
    const { id, attempt, tries, deaths } = reading;
    const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
    await this.database.query(GIVE_UP, [id, attempt, tries, deaths, reason, json(report), json(firstRejects)]);
  }
}

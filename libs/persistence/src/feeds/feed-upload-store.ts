import type { Database } from '../database/database.js';
import { newId } from '../database/new-id.js';
import {
  CUT_UPLOAD,
  INSERT_PORTION,
  INSERT_UPLOAD,
  LOCK_ACCOUNT,
  LOCK_KEY,
  RECEIVE_JOB,
  SELECT_JOB_OF_KEY,
  SELECT_SPOOL_USE,
} from './statements/uploads.js';

/** Whose feed it is, and of which source. */
export interface FeedOwner {
  readonly accountId: string;
  readonly domain: string;
}

/** A job that has arrived as a whole. */
export interface ReceivedFeed {
  readonly idempotencyKey: string | null;
  /** SHA-256 of the unpacked content. */
  readonly contentHash: Buffer;
  readonly receivedBytes: number;
  readonly unpackedBytes: number;
  readonly portions: number;
}

/** What a job becomes: its own, or the earlier one with the same key and content, or nothing. */
export type Reception =
  | { readonly kind: 'received'; readonly jobId: string }
  | { readonly kind: 'repeated'; readonly jobId: string }
  | { readonly kind: 'other-content' };

/** An upload was swept away, because nothing of it came for minutes. */
export class UploadGone extends Error {
  override readonly name = 'UploadGone';
}

/** Takes feeds into the spool. A job whose upload does not come to `receive` is never read. */
export class FeedUploadStore {
  constructor(private readonly database: Database) {}

  /** A new job; null where the account has `mostOpen` that are not read yet. */
  async begin({ accountId, domain }: FeedOwner, mostOpen: number): Promise<string | null> {
    const now = await this.database.now();
    return this.database.transaction(async (transaction) => {
      await transaction.query(LOCK_ACCOUNT, [accountId]);
      const cells = [newId(now), accountId, domain, now, mostOpen];
      const [row] = await transaction.query<{ id: string }>(INSERT_UPLOAD, cells);
      return row?.id ?? null;
    });
  }

  /** Bytes that lie in the spool: of all, and of the account. */
  async use(accountId: string): Promise<{ total: number; own: number }> {
    const [row] = await this.database.query<{ total: number; own: number }>(SELECT_SPOOL_USE, [accountId]);
    return row!;
  }

  /** Keeps a portion of the job's gzip stream. @throws UploadGone */
  async addPortion(jobId: string, number: number, bytes: Buffer): Promise<void> {
    const rows = await this.database.query(INSERT_PORTION, [jobId, number, bytes]);
    if (rows.length === 0) throw new UploadGone('the upload is gone');
  }

  /** The job that was made with a key before. */
  async findByKey({ accountId, domain }: FeedOwner, key: string): Promise<{ id: string; contentHash: Buffer } | null> {
    const cells = [accountId, domain, key];
    const [row] = await this.database.query<{ id: string; contentHash: Buffer }>(SELECT_JOB_OF_KEY, cells);
    return row ?? null;
  }

  /**
   * Lets the job be read, or finds the one that was received with the same key before. Once it answers, the job is on
   * disk. @throws UploadGone
   */
  async receive(owner: FeedOwner, jobId: string, feed: ReceivedFeed): Promise<Reception> {
    const { accountId, domain } = owner;
    const { idempotencyKey: key, contentHash } = feed;
    return this.database.transaction(async (transaction): Promise<Reception> => {
      if (key !== null) {
        await transaction.query(LOCK_KEY, [JSON.stringify(['feed', accountId, domain, key])]);
        const cells = [accountId, domain, key];
        const [before] = await transaction.query<{ id: string; contentHash: Buffer }>(SELECT_JOB_OF_KEY, cells);
        if (before !== undefined) return receptionOf(before, contentHash);
      }
      const { receivedBytes, unpackedBytes, portions } = feed;
      const cells = [jobId, key, contentHash, receivedBytes, unpackedBytes, portions];
      const rows = await transaction.query(RECEIVE_JOB, cells);
      if (rows.length === 0) throw new UploadGone('the upload is gone');
      return { kind: 'received', jobId };
    });
  }

  /** Gives up what arrived of a job. */
  async cut(jobId: string): Promise<void> {
    await this.database.query(CUT_UPLOAD, [jobId]);
  }
}

/** What a content is beside the job that was received with the same key. */
export function receptionOf(before: { id: string; contentHash: Buffer }, contentHash: Buffer): Reception {
  return before.contentHash.equals(contentHash) ? { kind: 'repeated', jobId: before.id } : { kind: 'other-content' };
}

import type { FeedJobState } from './feed-job.entity.js';

/** Accounting of a job: read = accepted + rejected; accepted = changed + unchanged + stale. */
export interface FeedJobReport {
  readonly read: number;
  readonly accepted: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly stale: number;
  readonly rejected: number;
  readonly unknownFields: Readonly<Record<string, number>>;
  /** Of a snapshot: listings that it took offline. */
  readonly offline?: number;
  /** Of a snapshot behind a newer one of its source: the instant of that one, ISO 8601. It takes nobody offline. */
  readonly newerSnapshot?: string;
}

/** A rejected line without its text. */
export interface FeedJobReject {
  readonly line: number;
  readonly reasons: readonly { readonly path: string; readonly message: string }[];
}

/** A feed that arrived over HTTP, and what became of it. */
export interface FeedJob {
  readonly id: string;
  readonly accountId: string;
  readonly domain: string;
  readonly state: FeedJobState;
  readonly createdAt: Date;
  readonly receivedAt: Date | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** Bytes that came over the network. */
  readonly receivedBytes: number;
  readonly unpackedBytes: number;
  readonly portions: number;
  /** Bytes in the spool; 0 once they were removed. */
  readonly spooledBytes: number;
  /** Bytes of the rejected lines that are kept. */
  readonly rejectBytes: number;
  /** How often it was begun to be read. */
  readonly attempt: number;
  readonly tries: number;
  readonly deaths: number;
  readonly report: FeedJobReport | null;
  readonly firstRejects: readonly FeedJobReject[] | null;
  /** Why it failed. */
  readonly reason: string | null;
}

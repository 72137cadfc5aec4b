import { LOCKS } from '../database/advisory-locks.js';
import type { Database } from '../database/database.js';
import {
  SELECT_ADVISORY_LOCKS,
  SELECT_BLOCKED_SESSIONS,
  SELECT_SESSIONS,
  SELECT_TABLES,
  SELECT_WRITES,
} from './statements/server.js';

/** What the sessions of the PostgreSQL server do; those of other roles as far as this one may see them. */
export interface ServerSessions {
  readonly maxConnections: number;
  /** Connections to this database, by what they do. */
  readonly active: number;
  readonly idle: number;
  readonly inTransaction: number;
  readonly ofOtherDatabases: number;
  /** Sessions that wait for a lock. */
  readonly lockWaits: number;
  readonly longestLockWaitSeconds: number;
  /** How long some transaction of the whole server has been open that has an id: alerts wait for it. */
  readonly oldestTransactionIdSeconds: number;
  /** How long some snapshot has been held: rows that ended since stay in their tables. */
  readonly oldestSnapshotSeconds: number;
}

/** A table with its indexes and partitions. */
export interface TableSize {
  readonly name: string;
  readonly bytes: number;
  /** Estimates of PostgreSQL. */
  readonly rows: number;
  readonly deadRows: number;
}

/** Rows ever written to a table, as the server's statistics count them. */
export interface TableWrites {
  readonly name: string;
  readonly inserted: number;
  readonly deleted: number;
}

/** A session that holds an advisory lock of ours, or waits for it. */
export interface AdvisoryLock {
  readonly lock: keyof typeof LOCKS;
  /** The number of a worker, where the lock is of one. */
  readonly worker: number | null;
  readonly isShared: boolean;
  readonly isHeld: boolean;
  /** Of the session at the server, not of the process that connected. */
  readonly pid: number;
  readonly applicationName: string;
  /** Null where it came over a socket of the machine. */
  readonly host: string | null;
  /** How long it waits, or how long ago it last did something. */
  readonly seconds: number;
}

/** A session that waits for a lock. */
export interface BlockedSession {
  readonly pid: number;
  readonly applicationName: string;
  readonly lockType: string;
  readonly mode: string;
  /** The table, where the lock is of one. */
  readonly name: string | null;
  readonly seconds: number;
  /** Sessions that keep it waiting. */
  readonly blockedBy: readonly number[];
}

const NAMES = new Map<number, keyof typeof LOCKS>(
  Object.entries(LOCKS).map(([name, key]) => [key, name as keyof typeof LOCKS]),
);

/** What the PostgreSQL server says of itself. */
export class ServerStore {
  constructor(private readonly database: Pick<Database, 'query' | 'queryWithin'>) {}

  async sessions(): Promise<ServerSessions> {
    return (await this.database.query<ServerSessions>(SELECT_SESSIONS))[0]!;
  }

  /** The largest first; null where it took longer than so many milliseconds, as while a table is locked. */
  async tables(withinMs: number): Promise<TableSize[] | null> {
    return this.database.queryWithin<TableSize>(withinMs, SELECT_TABLES);
  }

  async writes(tables: readonly string[]): Promise<TableWrites[]> {
    return this.database.query<TableWrites>(SELECT_WRITES, [tables]);
  }

  async advisoryLocks(): Promise<AdvisoryLock[]> {
    const rows = await this.database.query<
      Omit<AdvisoryLock, 'lock' | 'worker'> & { key: number; secondKey: number | null }
    >(SELECT_ADVISORY_LOCKS);
    return rows.map(({ key, secondKey, ...row }) => ({ lock: NAMES.get(key)!, worker: secondKey, ...row }));
  }

  async blockedSessions(): Promise<BlockedSession[]> {
    return this.database.query<BlockedSession>(SELECT_BLOCKED_SESSIONS);
  }
}

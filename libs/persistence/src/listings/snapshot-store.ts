import type { Database, Session } from '../database/database.js';
import { NOTE_NAMED, NOTE_SNAPSHOT, SELECT_SNAPSHOT_SOURCE, SELECT_UNNAMED } from './statements/snapshots.js';

/**
 * Where the ids of a file are kept while it is read: neither in memory, nor where another reading could meet them or a
 * killed one leave them. The key is made with the table, since building it later would hold a transaction id for long.
 */
export const CREATE_NAMED = 'create temporary table snapshot_named (external_id text primary key)';

/** Memory of the server for that table: a million ids in any order take three times as long with 8 MB. */
const WITH_ROOM = `set temp_buffers = '64MB'`;

/** Listings looked at in one step. */
const PORTION = 5_000;

/** The source of a snapshot as it is stored. */
export interface SnapshotSource {
  id: string;
  name: string;
  /** Of its newest snapshot that was read to its end. */
  snapshotAt: Date | null;
}

/** A part of a source's listings, compared with what a snapshot names. */
export interface SnapshotPortion {
  /** Listings online in this part. */
  online: number;
  /** External ids of those that the snapshot does not name, and of which nothing newer is known. */
  missing: string[];
}

interface ComparedRow {
  last: string | null;
  online: number;
  missing: string[] | null;
}

/** Which listings a snapshot names, and which of its source it does not. Has a connection of its own until closed. */
export class SnapshotStore {
  private constructor(private readonly session: Session) {}

  static async open(database: Database): Promise<SnapshotStore> {
    const session = await database.openSession();
    try {
      await session.query(WITH_ROOM);
      await session.query(CREATE_NAMED);
      return new SnapshotStore(session);
    } catch (error) {
      session.close();
      throw error;
    }
  }

  /** Notes listings that the file names, known or not. */
  async note(externalIds: readonly string[]): Promise<void> {
    if (externalIds.length > 0) await this.session.query(NOTE_NAMED, [externalIds]);
  }

  /** The source of a domain; null where nothing of it is stored. */
  async source(domain: string): Promise<SnapshotSource | null> {
    const [source] = await this.session.query<SnapshotSource>(SELECT_SNAPSHOT_SOURCE, [domain]);
    return source ?? null;
  }

  /** All listings of a source in portions, compared with what is noted. Reads without a lock. */
  async *compare(sourceId: string, observedAt: Date): AsyncGenerator<SnapshotPortion> {
    for (let after: string | null = ''; after !== null;) {
      const rows: ComparedRow[] = await this.session.query(SELECT_UNNAMED, [sourceId, after, PORTION, observedAt]);
      const { last, online, missing } = rows[0]!;
      if (last !== null) yield { online, missing: missing ?? [] };
      after = last;
    }
  }

  /** Notes that a snapshot was read to its end and every listing that it does not name was taken offline. */
  async finish(sourceId: string, observedAt: Date): Promise<void> {
    await this.session.query(NOTE_SNAPSHOT, [sourceId, observedAt]);
  }

  close(): void {
    this.session.close();
  }
}

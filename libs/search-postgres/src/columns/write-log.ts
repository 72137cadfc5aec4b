import { prepared } from '@gable/persistence';

/** A moment of the store: what it shows, and the start of the server that counted its transactions. */
export interface Position {
  readonly snapshot: string;
  readonly server: string;
}

/** What the log of writes tells of the properties that were written since a position. */
export interface Written extends Position {
  /** The log does not tell where this is false: all has to be read anew. */
  readonly isWhole: boolean;
  /** Whether they were few enough to be read again. */
  readonly isRead: boolean;
  readonly ids: Buffer | null;
  /** What they are now, packed. */
  readonly rows: Buffer | null;
}

/** Columns of a statement that is of one moment: which one. */
export const POSITION = 'pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server';

/** Where the log stands before anything is read. */
export const SELECT_POSITION = prepared(`select ${POSITION}`);

/** Rows of the log that the snapshot $1 does not show: transactions that have its xmin or a higher number. */
export const SINCE = 'xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)';

/**
 * Whether the log reaches back to the snapshot $1 of the server that began at $2. It loses its lowest numbers first:
 * where a lower one than the xmin of the snapshot is still there, none of those since is lost.
 */
export const REACHES_BACK = `pg_postmaster_start_time()::text = $2
  and coalesce((select xid from property_write order by xid limit 1) < pg_snapshot_xmin($1::pg_snapshot), false)`;

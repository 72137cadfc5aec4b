import type { ColumnType } from 'typeorm';

/** A transaction id that never wraps around. PostgreSQL has the type, TypeORM does not list it. */
export const XID8 = 'xid8' as unknown as ColumnType;

/** Which transactions were committed at a moment. PostgreSQL has the type, TypeORM does not list it. */
export const PG_SNAPSHOT = 'pg_snapshot' as unknown as ColumnType;

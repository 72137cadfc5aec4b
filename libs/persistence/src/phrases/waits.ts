/**
 * True of every signature that waits. Rows come and go, and what they leave free is many times what is there after a
 * large ingest: this lets PostgreSQL read them by the key.
 */
export const WAITS = `listing_id > '00000000-0000-0000-0000-000000000000'`;

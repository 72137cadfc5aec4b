/** 3 is the first ordinary transaction id: a snapshot that has seen nothing. */
export const RESTAMP = [
  'update listing_change set xid = pg_current_xact_id()',
  `update alert set xid = pg_current_xact_id(), active_since = '3:3:'`,
  'update market_rollup_month set fence = pg_current_xact_id()',
  'update erased_listing set fence = null where not is_done', // it is taken anew
  `update word_index_state set whole_before = '0'`,
  `with gone as (delete from property_write) insert into property_write (property_ids) values ('{}')`,
];

/** The server we are on. */
export const SELECT_SERVER = 'select system_identifier::text as id from pg_control_system()';

/** The server whose transaction ids stand in the tables. */
export const SELECT_ORIGIN = 'select system_identifier as id from transaction_origin';

/** Together with INSERT_ORIGIN: makes this server the origin. */
export const DELETE_ORIGIN = 'delete from transaction_origin';

/** Notes the server $1. */
export const INSERT_ORIGIN = 'insert into transaction_origin values ($1)';

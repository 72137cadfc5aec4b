/** 3 is the first ordinary transaction id: a snapshot that has seen nothing. */
export const RESTAMP = [
  'update listing_change set xid = pg_current_xact_id()',
  `update alert set xid = pg_current_xact_id(), active_since = '3:3:'`,
  'update market_rollup_month set fence = pg_current_xact_id()',
];

export const SELECT_SERVER = 'select system_identifier::text as id from pg_control_system()';

export const SELECT_ORIGIN = 'select system_identifier as id from transaction_origin';

export const DELETE_ORIGIN = 'delete from transaction_origin';

export const INSERT_ORIGIN = 'insert into transaction_origin values ($1)';

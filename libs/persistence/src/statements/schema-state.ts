/** Whether anything was ever migrated. */
export const SELECT_HAS_MIGRATIONS = `select to_regclass('gable_migration') is not null as "isThere"`;

/** The migrations that were applied, in their order. */
export const SELECT_APPLIED = 'select name from gable_migration order by timestamp, id';

/** What the newest migrate noted of the releases that may run on its schema. */
export const SELECT_COMPATIBILITY = `select obj_description(to_regclass('gable_migration'), 'pg_class') as text`;

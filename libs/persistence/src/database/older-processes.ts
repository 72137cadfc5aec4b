/**
 * A statement that answers `isBeside`: whether a process of a release before this schema is connected, by the names
 * that `markedName` gives. `kinds` is a part of a regular expression, such as `worker`; names without a schema are of
 * releases before any.
 */
export const besideProcessBefore = (schema: number, kinds: string): string => `
  select exists (
    select from pg_stat_activity
    where datname = current_database() and application_name ~ '^gable (${kinds})'
      and coalesce(substring(application_name from ' s([0-9]+)$')::int, 0) < ${schema}
  ) as "isBeside"`;

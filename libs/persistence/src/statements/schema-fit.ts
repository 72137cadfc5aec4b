/** Where the first migration would make its tables, and whether it may. */
export const SELECT_PLACE = `
  select current_database() as database, current_user as role, current_setting('search_path') as path,
    current_schema() as schema, has_schema_privilege(current_schema(), 'create') as "mayCreate"`;

/** Which of these names somebody has there: tables, views and sequences share them. */
export const SELECT_TAKEN_NAMES = `
  select relname as name from pg_class
  where relnamespace = to_regnamespace(quote_ident(current_schema())) and relname = any($1::text[]) order by 1`;

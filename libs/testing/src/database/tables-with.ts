import type { Queryable } from '@gable/persistence';

/** Tables with a row that holds a text anywhere, whatever its case: what an erasure has to leave none of. */
export async function tablesWith(database: Queryable, text: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relkind in ('r', 'p', 'm') and relnamespace = 'public'::regnamespace order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query(
      `select from ${name} row where position(lower($1) in lower(to_jsonb(row)::text)) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

import type { Queryable } from '@gable/persistence';

/**
 * Tables with a row that holds a text anywhere, whatever its case: what an erasure has to leave none of. Bit strings
 * are left out: written out they are megabytes of 0 and 1.
 */
export async function tablesWith(database: Queryable, text: string): Promise<string[]> {
  const tables = await database.query<{ name: string; columns: string }>(
    `select quote_ident(relname) as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relkind in ('r', 'p', 'm') and relnamespace = 'public'::regnamespace
       and attnum > 0 and not attisdropped and atttypid not in ('bit'::regtype, 'varbit'::regtype)
     group by relname order by 1`,
  );
  const found: string[] = [];
  for (const { name, columns } of tables) {
    const rows = await database.query(
      `select from (select ${columns} from ${name}) row
       where position(lower($1) in lower(to_jsonb(row)::text)) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

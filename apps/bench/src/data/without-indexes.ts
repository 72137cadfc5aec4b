import type { Database } from '@gable/persistence';

/** Fills tables while they have no indexes but those of their constraints, then makes the indexes again and vacuums. */
export async function withoutIndexes(
  database: Database,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const indexes = await database.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.tablename = any($1) and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [tables],
  );
  for (const { name } of indexes) await database.query(`drop index ${name}`);
  await fill();
  for (const { definition } of indexes) await database.query(definition);
  await database.query(`vacuum analyze ${tables.join(', ')}`);
}

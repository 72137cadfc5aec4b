import type { Database } from '@gable/persistence';

/** What PostgreSQL counts of a table; sizes in kB. */
export interface TableFigures {
  readonly name: string;
  readonly inserts: number;
  readonly updates: number;
  /** Updates that wrote no index (heap-only tuples). */
  readonly hotUpdates: number;
  readonly deadRows: number;
  readonly tableKilobytes: number;
  readonly indexKilobytes: number;
}

const SELECT_TABLES = `
  select relname as name, n_tup_ins as inserts, n_tup_upd as updates, n_tup_hot_upd as "hotUpdates",
    n_dead_tup as "deadRows", pg_table_size(relid) / 1024 as "tableKilobytes",
    pg_indexes_size(relid) / 1024 as "indexKilobytes"
  from pg_stat_user_tables order by relname`;

export function readTables(database: Database): Promise<TableFigures[]> {
  return database.query(SELECT_TABLES);
}

/** Of the tables that were written: how often, and how much larger they became. `deadRows` as it is at the end. */
export function changesOf(before: readonly TableFigures[], after: readonly TableFigures[]): TableFigures[] {
  return after.flatMap((now) => {
    const then = before.find(({ name }) => name === now.name)!;
    const grown = {
      ...now,
      inserts: now.inserts - then.inserts,
      updates: now.updates - then.updates,
      hotUpdates: now.hotUpdates - then.hotUpdates,
    };
    const sizes = { tableKilobytesBefore: then.tableKilobytes, indexKilobytesBefore: then.indexKilobytes };
    return grown.inserts + grown.updates > 100 ? [{ ...grown, ...sizes }] : [];
  });
}

/** Bytes that the server wrote to its log so far. */
export async function writtenAheadBytes(database: Database): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`,
  );
  return row!.bytes;
}

const parameterOf = (name: string): string => `coalesce((
    select option_value from pg_options_to_table(class.reloptions) where option_name = '${name}'
  ), current_setting('${name}'))::float8`;

/** Tables with more dead rows than autovacuum leaves alone, by the server's own rule. */
const SELECT_DUE = `
  select stat.relname as name from pg_stat_user_tables stat join pg_class class on class.oid = stat.relid
  where n_dead_tup > ${parameterOf('autovacuum_vacuum_threshold')}
    + ${parameterOf('autovacuum_vacuum_scale_factor')} * greatest(class.reltuples, 0)`;

/** Vacuums where autovacuum would by now; answers how many tables. */
export async function vacuumWhereDue(database: Database): Promise<number> {
  const due = await database.query<{ name: string }>(SELECT_DUE);
  for (const { name } of due) await database.query(`vacuum (analyze) ${name}`);
  return due.length;
}

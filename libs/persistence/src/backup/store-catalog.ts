import type { Queryable } from '../database/database.js';
import { entities } from '../entities.js';
import { getMetadataArgsStorage } from 'typeorm';

/** Of processes of one server and what they hold: the server that a backup is restored on has none of them. */
export const OF_PROCESSES = ['match_inflight', 'match_worker', 'property_write', 'worker_process'];

/** A table with the columns that are stored, those that PostgreSQL computes left out. */
export interface StoreTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The tables of our schema that are there, by name. Tables of others in the same database are left alone. */
export async function readTables(database: Queryable): Promise<StoreTable[]> {
  const own = getMetadataArgsStorage()
    .tables.filter(({ target }) => (entities as unknown[]).includes(target))
    .map(({ name }) => name);
  return database.query<StoreTable>(
    `select relname::text as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname = any($1::text[])
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname order by relname`,
    [own],
  );
}

/** The sequences of these tables as they stand now: never behind what a snapshot shows. */
export async function readSequences(database: Queryable, tables: readonly string[]) {
  const names = await database.query<{ name: string }>(
    `select sequence.relname::text as name
     from pg_class sequence join pg_depend on pg_depend.objid = sequence.oid and deptype in ('a', 'i')
     join pg_class owner on owner.oid = refobjid and owner.relname = any($1::text[])
     where sequence.relkind = 'S' and sequence.relnamespace = current_schema()::regnamespace order by 1`,
    [tables],
  );
  const sequences: { name: string; value: string; isCalled: boolean }[] = [];
  for (const { name } of names) {
    const [row] = await database.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    );
    sequences.push({ name, ...row! });
  }
  return sequences;
}

/** Text of every value that any server reads back as the same value. */
export const EXACT_TEXT = [
  `set local datestyle = 'ISO'`,
  `set local intervalstyle = 'postgres'`,
  `set local timezone = 'UTC'`,
  'set local extra_float_digits = 3',
  `set local bytea_output = 'hex'`,
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
];

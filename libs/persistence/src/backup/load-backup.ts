import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { from as copyFrom } from 'pg-copy-streams';
import type { Queryable, Transaction } from '../database/database.js';
import { BackupUnreadable, type BackupTrailer } from './backup-format.js';
import { readBackup } from './read-backup.js';
import { EXACT_TEXT, readTables } from './store-catalog.js';

interface LoadOptions {
  /** Between statements; whoever aborts it cancels the one under way. */
  readonly signal?: AbortSignal;
  /** Bytes of rows so far. */
  readonly onProgress?: (bytes: number) => void;
}

/**
 * Replaces all rows by those of a backup, in the caller's transaction: indexes and foreign keys are made again behind
 * the rows, which checks them. The schema has to be that of the backup.
 * @throws BackupUnreadable where a table has other rows than the backup says
 */
export async function loadBackup(
  transaction: Transaction,
  file: Readable,
  trailer: BackupTrailer,
  { signal, onProgress = () => {} }: LoadOptions = {},
): Promise<void> {
  for (const statement of [...EXACT_TEXT, `set local maintenance_work_mem = '256MB'`])
    await transaction.query(statement);
  const tables = await readTables(transaction);
  const names = tables.map(({ name }) => name);
  for (const name of names) await transaction.query(`alter table ${name} disable trigger user`);
  const after = [...(await takeForeignKeys(transaction, names)), ...(await takeIndexes(transaction, names))].reverse();
  await transaction.query(`truncate ${names.join(', ')}`);
  await copyTables(transaction, file, new Map(tables.map(({ name, columns }) => [name, columns])), trailer, onProgress);
  for (const { name, value, isCalled } of trailer.sequences)
    await transaction.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
  for (const statement of after) {
    signal?.throwIfAborted();
    await transaction.query(statement);
  }
  for (const name of names) await transaction.query(`alter table ${name} enable trigger user`);
}

async function copyTables(
  transaction: Transaction,
  file: Readable,
  known: ReadonlyMap<string, readonly string[]>,
  trailer: BackupTrailer,
  onProgress: (bytes: number) => void,
): Promise<void> {
  let [bytes, at] = [0, 0];
  let stream: ReturnType<typeof copyFrom> | undefined;
  let failed: Promise<never> | undefined;
  try {
    for await (const part of readBackup(file)) {
      if (part.kind === 'table') {
        const { table, columns } = part;
        const strange = columns.find((column) => known.get(table)?.includes(column) !== true);
        if (strange !== undefined) throw new BackupUnreadable(`This schema has no column ${strange} in ${table}.`);
        stream = transaction.client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin with (freeze)`));
        failed = once(stream, 'never').then(never); // rejects with the error of the stream
        failed.catch(() => {});
      } else if (part.kind === 'rows') {
        onProgress((bytes += part.bytes.length));
        if (!stream!.write(part.bytes)) await Promise.race([once(stream!, 'drain'), failed!]);
      } else if (part.kind === 'table-end') {
        stream!.end();
        await Promise.race([once(stream!, 'finish'), failed!]);
        const { name, rows } = trailer.tables[at++]!;
        if (stream!.rowCount !== rows)
          throw new BackupUnreadable(`${name} has ${stream!.rowCount} rows; the backup says ${rows}.`);
      }
    }
  } catch (error) {
    if (stream?.writableEnded === false) stream.destroy(); // the server waits for more, and would not roll back
    throw error;
  }
}

function never(): never {
  throw new Error('unreachable');
}

/** Drops the foreign keys and answers the statements that make them again. */
async function takeForeignKeys(database: Queryable, tables: readonly string[]): Promise<string[]> {
  const keys = await database.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[]) order by conname`,
    [tables],
  );
  for (const { drop } of keys) await database.query(drop);
  return keys.map(({ make }) => make);
}

/** The same for indexes, but for those of keys: they refuse what is there twice while it is read. */
async function takeIndexes(database: Queryable, tables: readonly string[]): Promise<string[]> {
  const indexes = await database.query<{ drop: string; make: string }>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
     from pg_index where indrelid = any($1::text[]::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid) order by 1`,
    [tables],
  );
  for (const { drop } of indexes) await database.query(drop);
  return indexes.map(({ make }) => make);
}

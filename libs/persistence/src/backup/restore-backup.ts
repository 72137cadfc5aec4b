import { addAbortSignal, type Readable } from 'node:stream';
import { LOCKS } from '../database/advisory-locks.js';
import type { Database, Queryable, Transaction } from '../database/database.js';
import { INSERT_PAUSE } from '../delivery/statements/delivery-pause.js';
import { migrate, migrateTo, openDatabase } from '../open-database.js';
import {
  describeMark,
  markLoaded,
  readRestoreMark,
  RestoreRefused,
  setRestoreMark,
  type RestoreMark,
} from '../restore-mark.js';
import { appliedMigrations, MIGRATION_NAMES, schemaOf } from '../schema-state.js';
import type { BackupHeader } from './backup-format.js';
import { loadBackup } from './load-backup.js';
import { verifyBackup, type VerifiedBackup } from './read-backup.js';
import { readTables } from './store-catalog.js';

/** How a backup is restored, and who does it. */
export interface RestoreOptions {
  /** Whether rows that are there may go. */
  readonly replace?: boolean;
  /** Deliveries stay as they were in the backup, instead of paused. */
  readonly keepDelivery?: boolean;
  readonly by: string;
  readonly name: string;
  /** Ends the restore in order, up to the migrations at its end; the error says what to do then. */
  readonly signal?: AbortSignal;
  /** Bytes of the file while it is verified, then bytes of rows while they are loaded. */
  readonly onProgress?: (step: 'Verify' | 'Load', done: number, total: number) => void;
}

const NAME = 'gable restore';
/** In the columns that audit_entry had in the first release with backups: its migrations come after. */
const NOTE_RESTORE = `
  insert into audit_entry (at, finished_at, actor, action, subject, outcome)
  values (clock_timestamp(), clock_timestamp(), $1, 'restore', $2, $3)`;
/** Rows that every store has, from its migrations or from its first process. */
const ALWAYS_THERE = [
  'alert_shard',
  'audit_entry',
  'delivery_pause',
  'division_count_state',
  'division_edition',
  'ingest_lock',
  'mail_policy',
  'match_worker',
  'property_write',
  'secret_key',
  'transaction_origin',
  'word_index_state',
  'worker_process',
];

/**
 * Makes a store what a backup says. Nothing is written before all digests were compared; the rows come in one
 * transaction, so a restore that is killed leaves what was there, and a mark that keeps everybody from beginning.
 * @throws BackupUnreadable, RestoreRefused, and an AbortError that says what to do
 */
export async function restoreBackup(
  url: string,
  openFile: () => Readable,
  { onProgress, ...options }: RestoreOptions,
): Promise<VerifiedBackup> {
  const { signal = new AbortController().signal } = options;
  const open = (): Readable => addAbortSignal(signal, openFile());
  const backup = await verifyBackup(open(), (bytes) => onProgress?.('Verify', bytes, 0)).catch((error: unknown) => {
    throw signal.aborted ? interrupted(null) : error;
  });
  refuseNewerBackup(backup.header);
  const database = await openDatabase(url, { poolSize: 3, applicationName: NAME });
  try {
    const restore = async (ended: AbortSignal): Promise<true> => {
      await refuseUsed(database);
      await prepareSchema(database, url, backup.header, options.replace === true);
      ended.throwIfAborted();
      await setRestoreMark(database);
      await refuseUsed(database); // who began before the mark is connected; who comes now waits
      const total = backup.trailer.tables.reduce((sum, { bytes }) => sum + bytes, 0);
      const onLoad = (bytes: number): void => onProgress?.('Load', bytes, total);
      await inTransaction(database, ended, (transaction) =>
        load(transaction, open(), backup, { ...options, signal: ended }, onLoad),
      );
      return true;
    };
    // Once the lock is lost another restore may have begun.
    const done = await database.withLock(LOCKS.restore, restore, signal);
    if (done === undefined) throw new RestoreRefused('Another restore of this store is running.');
    await inTransaction(database, signal, (transaction) => transaction.query('analyze'));
  } catch (error) {
    throw signal.aborted ? interrupted(await readRestoreMark(database)) : error;
  } finally {
    await database.close();
  }
  await migrate(url); // to this release; makes the server its own, and removes the mark
  return backup;
}

function interrupted(mark: RestoreMark | null): DOMException {
  const what = mark === null ? 'No row was touched.' : describeMark(mark);
  return new DOMException(`Interrupted. ${what}`, 'AbortError');
}

/** A transaction whose statement under way ends with the signal: one that makes an index may take minutes. */
async function inTransaction<T>(
  database: Database,
  signal: AbortSignal,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    const [session] = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid');
    const cancel = (): void => void database.query('select pg_cancel_backend($1)', [session!.pid]).catch(() => {});
    signal.addEventListener('abort', cancel, { once: true });
    try {
      signal.throwIfAborted();
      const result = await work(transaction);
      signal.throwIfAborted();
      return result;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  });
}

async function load(
  transaction: Transaction,
  file: Readable,
  { header, trailer }: VerifiedBackup,
  { keepDelivery, by, name, signal }: RestoreOptions,
  onProgress: (bytes: number) => void,
): Promise<void> {
  await loadBackup(transaction, file, trailer, { signal, onProgress });
  // What the search engine has belongs to another store, or to this one as it was later: a worker makes it anew.
  await transaction.query('delete from search_index');
  if (keepDelivery !== true) await transaction.query(INSERT_PAUSE, [`${NAME} of ${name}, of ${header.createdAt}`]);
  const subject = { file: name, createdAt: header.createdAt };
  await transaction.query(NOTE_RESTORE, [by, subject, { tables: trailer.tables.length }]);
  await markLoaded(transaction);
}

function refuseNewerBackup({ migrations }: BackupHeader): void {
  if (migrations.every((name) => MIGRATION_NAMES.includes(name))) return;
  throw new RestoreRefused(
    `The backup has schema ${schemaOf(migrations)}, of a newer release; this one knows schemas up to ` +
      `${schemaOf(MIGRATION_NAMES)}. Restore it with the newer release.`,
  );
}

/** @throws RestoreRefused where API, worker or a command is connected */
async function refuseUsed(database: Queryable): Promise<void> {
  const users = await database.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'gable%' and application_name <> $1 order by 1`,
    [NAME],
  );
  if (users.length > 0)
    throw new RestoreRefused(`Stop what uses this store first: ${users.map(({ name }) => name).join(', ')}.`);
}

async function prepareSchema(
  database: Database,
  url: string,
  { migrations }: BackupHeader,
  mayReplace: boolean,
): Promise<void> {
  const filled = await filledTables(database);
  if (filled.length > 0 && !mayReplace)
    throw new RestoreRefused(
      `The store is not empty (${filled.slice(0, 5).join(', ')}). Restore into an empty one, or say --replace.`,
    );
  const applied = await appliedMigrations(database);
  if (filled.length > 0 && applied.join() !== migrations.join())
    throw new RestoreRefused(
      `The store has schema ${schemaOf(applied)}, the backup ${schemaOf(migrations)}: only an empty database is ` +
        'taken there. Restore into a new one.',
    );
  if (applied.join() !== migrations.join()) await migrateTo(url, migrations);
}

/** Tables with rows that no empty store has. */
async function filledTables(database: Queryable): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of await readTables(database)) {
    if (ALWAYS_THERE.includes(name)) continue;
    const [row] = await database.query<{ is: boolean }>(`select exists (select from ${name}) as is`);
    if (row!.is) filled.push(name);
  }
  return filled;
}

/**
 * Gives a restore up that was killed: what was there before it is there still. Answers whether there was one.
 * @throws RestoreRefused where one is running, or its rows are all there
 */
export async function cancelRestore(url: string): Promise<boolean> {
  const database = await openDatabase(url, { poolSize: 2, applicationName: NAME });
  try {
    const cancelled = await database.withLock(LOCKS.restore, async () => {
      const mark = await readRestoreMark(database);
      if (mark?.state === 'LOADED') throw new RestoreRefused(`It is too late to give it up. ${describeMark(mark)}`);
      if (mark !== null) await database.query('drop table gable_restore');
      return mark !== null;
    });
    if (cancelled === undefined) throw new RestoreRefused('A restore of this store is running.');
    return cancelled;
  } finally {
    await database.close();
  }
}

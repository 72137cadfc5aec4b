import { createHash } from 'node:crypto';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import { LOCKS } from '../database/advisory-locks.js';
import type { Database, Transaction } from '../database/database.js';
import { RestoreRefused } from '../restore-mark.js';
import { appliedMigrations } from '../schema-state.js';
import { SELECT_SECRET_KEYS } from '../operation/statements/secret-keys.js';
import {
  BACKUP_FORMAT,
  copyLine,
  digestOf,
  type BackedUpTable,
  type BackupHeader,
  type BackupTrailer,
} from './backup-format.js';
import { EXACT_TEXT, OF_PROCESSES, readSequences, readTables, type StoreTable } from './store-catalog.js';

/** Level 1 takes a third of the time of the default and makes 15 % more. */
const GZIP = { level: 1, chunkSize: 1 << 18 };
/** Handed to the compressor at once. */
const BLOCK_BYTES = 1 << 18;

/** What a caller may want to know of a backup while it is written, and what ends it. */
export interface BackupOptions {
  readonly signal?: AbortSignal;
  /** Bytes of text so far. */
  readonly onProgress?: (bytes: number) => void;
  /** While the snapshot is held and nothing was read: others may look at the same moment by its id. */
  readonly onSnapshot?: (id: string) => Promise<void>;
}

/** What was written. */
export interface BackupReport {
  readonly tables: readonly BackedUpTable[];
  readonly rows: number;
  /** Of the file, and so its digest. */
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes every table as it is at one moment, while everything runs: one read-only transaction on one snapshot, one COPY
 * per table, compressed on its way. Memory does not grow with the store. Ends the sink.
 */
export async function writeBackup(
  database: Database,
  sink: Writable,
  { signal, onProgress, onSnapshot }: BackupOptions = {},
): Promise<BackupReport> {
  return database.transaction(async (transaction) => {
    await transaction.query('set transaction isolation level repeatable read, read only');
    for (const statement of EXACT_TEXT) await transaction.query(statement);
    const tables = await holdTables(transaction);
    if (onSnapshot) await onSnapshot(await exportSnapshot(transaction));
    const [hash, written, done] = [createHash('sha256'), { bytes: 0 }, [] as BackedUpTable[]];
    const meter = new PassThrough({
      transform(chunk: Buffer, _encoding, callback) {
        hash.update(chunk);
        written.bytes += chunk.length;
        callback(null, chunk);
      },
    });
    try {
      await pipeline(() => inBlocks(script(transaction, tables, done, onProgress)), createGzip(GZIP), meter, sink, {
        signal,
      });
    } catch (error) {
      cut(transaction);
      throw error;
    }
    const rows = done.reduce((sum, table) => sum + table.rows, 0);
    return { tables: done, rows, bytes: written.bytes, sha256: hash.digest('hex') };
  });
}

/** A COPY that nobody reads to its end keeps its connection for ever: that ends, and with it the transaction. */
function cut({ client }: Transaction): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** Nobody migrates or truncates them until the transaction ends; reading and writing go on. */
async function holdTables(transaction: Transaction): Promise<StoreTable[]> {
  const [lock] = await transaction.query<{ held: boolean }>(
    `select pg_try_advisory_xact_lock_shared(${LOCKS.migration}) as held`,
  );
  if (!lock!.held)
    throw new RestoreRefused('The schema is being migrated at this moment. Try again when that is done.');
  const tables = (await readTables(transaction)).filter(({ name }) => !OF_PROCESSES.includes(name));
  await transaction.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
  return tables;
}

async function exportSnapshot(transaction: Transaction): Promise<string> {
  const [row] = await transaction.query<{ id: string }>('select pg_export_snapshot() as id');
  return row!.id;
}

async function* script(
  transaction: Transaction,
  tables: readonly StoreTable[],
  done: BackedUpTable[],
  onProgress: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const header = JSON.stringify(await readHeader(transaction));
  yield Buffer.from(`-- Gable backup: gable restore FILE\n-- ${header}\n`);
  let before = 0;
  for (const { name, columns } of tables) {
    yield Buffer.from(copyLine(name, columns));
    const [hash, stream] = [createHash('sha256'), copyTo(`copy ${name} (${columns.join(', ')}) to stdout`)];
    let bytes = 0;
    for await (const chunk of transaction.client.query(stream) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      onProgress(before + bytes);
      yield chunk;
    }
    yield Buffer.from('\\.\n');
    before += bytes;
    done.push({ name, rows: stream.rowCount, bytes, sha256: hash.digest('hex') });
  }
  const sequences = await readSequences(transaction, [...tables.map(({ name }) => name), ...OF_PROCESSES]);
  yield Buffer.from(`-- ${JSON.stringify(seal(header, { tables: done, sequences }))}\n`);
}

/** The trailer with its digest. */
function seal(header: string, rest: Omit<BackupTrailer, 'sha256'>): BackupTrailer {
  return { ...rest, sha256: digestOf(header, rest) };
}

async function readHeader(transaction: Transaction): Promise<BackupHeader> {
  const [server] = await transaction.query<{ postgres: string; now: Date }>(
    `select current_setting('server_version') as postgres, now() as now`,
  );
  const keys = await transaction.query<{ kind: string; keyId: string; state: string }>(SELECT_SECRET_KEYS);
  return {
    format: BACKUP_FORMAT,
    createdAt: server!.now.toISOString(),
    postgres: server!.postgres,
    migrations: await appliedMigrations(transaction),
    secrets: keys.filter(({ state }) => state !== 'RETIRED').map(({ kind, keyId }) => ({ kind, keyId })),
  };
}

/** COPY comes in pieces of a row; the compressor wants more at once. */
async function* inBlocks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [block, bytes] = [[] as Buffer[], 0];
  for await (const piece of pieces) {
    block.push(piece);
    bytes += piece.length;
    if (bytes < BLOCK_BYTES) continue;
    yield Buffer.concat(block);
    [block, bytes] = [[], 0];
  }
  yield Buffer.concat(block);
}

import { createHash } from 'node:crypto';

/**
 * A backup is a gzip of text that psql could read as well: comments with JSON at its begin and end, and a
 * `copy … from stdin` for each table, with rows in COPY's text format up to a line `\.`. So rows can be saved from it
 * with `zcat` alone, and a server of another major version reads them.
 */
export const BACKUP_FORMAT = 1;

/** What stands before the rows. */
export interface BackupHeader {
  readonly format: number;
  readonly createdAt: string;
  /** Of the server it was made on. */
  readonly postgres: string;
  /** Names of the migrations that made the schema, in their order. */
  readonly migrations: readonly string[];
  /** Ids of the secrets that its keys and sealed values need: never the secrets themselves. */
  readonly secrets: readonly { readonly kind: string; readonly keyId: string }[];
}

/** One table as it stands in a backup. */
export interface BackedUpTable {
  readonly name: string;
  readonly rows: number;
  /** Of its rows as text, before compression. */
  readonly bytes: number;
  /** Of the same text. */
  readonly sha256: string;
}

/** What stands behind the rows: a backup without it is not whole. */
export interface BackupTrailer {
  readonly tables: readonly BackedUpTable[];
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly isCalled: boolean }[];
  /** Of the header and of all before in the trailer, so that neither can be changed unnoticed. */
  readonly sha256: string;
}

/** The file is no backup, not whole, or was changed; the sentence says which. */
export class BackupUnreadable extends Error {
  override readonly name = 'BackupUnreadable';
}

/** Of header and trailer together. */
export function digestOf(header: string, { tables, sequences }: Omit<BackupTrailer, 'sha256'>): string {
  return createHash('sha256')
    .update(`${header}\n${JSON.stringify({ tables, sequences })}`)
    .digest('hex');
}

/** The line that begins the rows of a table. Names are those of the catalog. */
export function copyLine(table: string, columns: readonly string[]): string {
  return `copy ${table} (${columns.join(', ')}) from stdin;\n`;
}

/** The table and columns of such a line; only plain names, since they become part of a statement. */
export function parseCopyLine(line: string): { table: string; columns: string[] } {
  const [, table, columns] = /^copy ([a-z_][a-z0-9_]*) \(([a-z0-9_, ]+)\) from stdin;$/.exec(line) ?? [];
  if (table === undefined || columns === undefined)
    throw new BackupUnreadable(`The backup has a line that does not belong there: ${line.slice(0, 80)}`);
  return { table, columns: columns.split(', ') };
}

import { once } from 'node:events';
import { from as copyFrom } from 'pg-copy-streams';
import type { Transaction } from '../database/database.js';

/**
 * What a cell of a COPY may hold. Objects are written as JSON, arrays of numbers or uuids as PostgreSQL arrays, bytes
 * as bytea.
 */
export type Cell =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | readonly (number | string)[]
  | { readonly json: unknown }
  | null
  | undefined;

/** Rows of one table, ready to be sent. */
export interface EncodedRows {
  readonly statement: string;
  readonly bytes: Buffer;
}

/**
 * Turns rows into the text that COPY reads (PostgreSQL documentation, COPY, "Text Format"). Table and columns are names
 * of ours, never a caller's.
 */
export function encodeRows(table: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): EncodedRows {
  return { statement: `copy ${table} (${columns.join(', ')}) from stdin`, bytes: Buffer.from(rows.map(line).join('')) };
}

/** Writes rows with COPY, the fastest way in (about 5 times a multi-row insert). */
export async function copyRows(transaction: Transaction, { statement, bytes }: EncodedRows): Promise<void> {
  if (bytes.length === 0) return;
  const stream = transaction.client.query(copyFrom(statement));
  const finished = once(stream, 'finish');
  stream.end(bytes);
  await finished;
}

function line(cells: readonly Cell[]): string {
  let text = '';
  for (let i = 0; i < cells.length; i++) text += (i === 0 ? '' : '\t') + encode(cells[i]);
  return text + '\n';
}

function encode(cell: Cell): string {
  if (cell === null || cell === undefined) return '\\N';
  switch (typeof cell) {
    case 'string':
      return escape(cell);
    case 'boolean':
      return cell ? 't' : 'f';
    case 'number':
    case 'bigint':
      return String(cell);
  }
  if (cell instanceof Date) return cell.toISOString();
  if (cell instanceof Uint8Array)
    return `\\\\x${Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('hex')}`;
  if ('json' in cell) return escape(JSON.stringify(cell.json));
  return `{${cell.join(',')}}`;
}

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escape(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!) : text;
}

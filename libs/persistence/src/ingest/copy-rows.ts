import { once } from 'node:events';
import { from as copyFrom } from 'pg-copy-streams';
import type { Transaction } from '../database.js';

/** What a cell of a COPY may hold. Objects are written as JSON, arrays of numbers as PostgreSQL arrays, bytes as bytea. */
export type Cell = string | number | bigint | boolean | Date | Uint8Array | readonly number[] | { readonly json: unknown } | null | undefined;

/**
 * Writes rows with COPY, the fastest way in (about 5 times a multi-row insert). Table and columns are names of ours, never a caller's.
 * PostgreSQL documentation, COPY, "Text Format".
 */
export async function copyRows(transaction: Transaction, table: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): Promise<void> {
  if (rows.length === 0) return;
  const stream = transaction.client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  const finished = once(stream, 'finish');
  stream.end(rows.map(line).join(''));
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
    case 'string': return escape(cell);
    case 'boolean': return cell ? 't' : 'f';
    case 'number':
    case 'bigint': return String(cell);
  }
  if (cell instanceof Date) return cell.toISOString();
  if (cell instanceof Uint8Array) return `\\\\x${Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('hex')}`;
  if ('json' in cell) return escape(JSON.stringify(cell.json));
  return `{${cell.join(',')}}`;
}

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escape(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!) : text;
}

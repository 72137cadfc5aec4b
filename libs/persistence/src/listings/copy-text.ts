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

/** A cell in the text that COPY reads (PostgreSQL documentation, COPY, "Text Format"). */
export function copyText(cell: Cell): string {
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
  if ('json' in cell) return doubled(JSON.stringify(cell.json));
  return arrayText(cell);
}

/** An array as PostgreSQL reads it, of values that need no quotes (numbers, ids, keys): `pg` looks for them in each. */
export const arrayText = (values: readonly (number | string)[]): string => `{${values.join(',')}}`;

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escape(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!) : text;
}

/** JSON has escaped all but its own escapes. */
const doubled = (json: string): string => (json.includes('\\') ? json.replaceAll('\\', '\\\\') : json);

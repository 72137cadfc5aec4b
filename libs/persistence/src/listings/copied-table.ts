import { columnOf } from '../database/naming-strategy.js';
import { encodeRows, type EncodedRows } from './copy-rows.js';
import type { Cell } from './copy-text.js';

/** How a row fills the columns of a table, by the properties of its entity. `now` is the time of the batch. */
export type CellsOf<Columns, Row> = { readonly [Property in keyof Columns]: (row: Row, now: Date) => Cell };

/** A table that a batch of ingest fills with COPY. */
export interface CopiedTable<Row> {
  /** The rows as COPY reads them. */
  encode(rows: readonly Row[], now: Date): EncodedRows;
  /** The rows as a JSON list of objects, for `json_populate_recordset`. */
  json(rows: readonly Row[], now: Date): string;
}

/** The entity names the columns, so that one which is added there does not compile until something fills it. */
export function copiedTable<Columns, Row>(table: string, cells: CellsOf<Columns, Row>): CopiedTable<Row> {
  const columns = Object.keys(cells).map(columnOf);
  const readers = Object.values<(row: Row, now: Date) => Cell>(cells);
  return {
    encode: (rows, now) => encodeRows(table, columns, readers, rows, now),
    json: (rows, now) =>
      JSON.stringify(
        rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, jsonOf(readers[i]!(row, now))]))),
      ),
  };
}

function jsonOf(cell: Cell): unknown {
  if (cell instanceof Uint8Array) return `\\x${Buffer.from(cell).toString('hex')}`;
  return typeof cell === 'object' && cell !== null && 'json' in cell ? cell.json : cell;
}

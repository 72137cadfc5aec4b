import { columnOf } from '../database/naming-strategy.js';
import type { Cell } from './cell.js';
import { columnTypes, type EntityClass } from './column-types.js';
import { encodeRows, type ColumnCells, type EncodedRows } from './copy-rows.js';

/** How a row fills the columns of a table, by the properties of its entity. `now` is the time of the batch. */
export type CellsOf<Columns, Row> = { readonly [Property in keyof Columns]: (row: Row, now: Date) => Cell };

/** A table that a batch of ingest fills with COPY. */
export interface CopiedTable<Row> {
  /** The rows as COPY reads them. */
  encode(rows: readonly Row[], now: Date): EncodedRows;
  /** The rows as a JSON list of objects, for `json_populate_recordset`. */
  json(rows: readonly Row[], now: Date): string;
}

/**
 * The entity names the columns, so that one which is added there does not compile until something fills it, and says
 * their types.
 */
export function copiedTable<Columns, Row>(
  entity: EntityClass,
  table: string,
  cells: CellsOf<Columns, Row>,
): CopiedTable<Row> {
  const readers = Object.entries<(row: Row, now: Date) => Cell>(cells);
  let columns: readonly ColumnCells<Row>[] | undefined;
  return {
    encode: (rows, now) => encodeRows(table, (columns ??= typed(entity, readers)), rows, now),
    json: (rows, now) =>
      JSON.stringify(
        rows.map((row) =>
          Object.fromEntries(readers.map(([property, read]) => [columnOf(property), jsonOf(read(row, now))])),
        ),
      ),
  };
}

/** Once rows are written all entities are known. */
function typed<Row>(
  entity: EntityClass,
  readers: readonly (readonly [property: string, read: ColumnCells<Row>['read']])[],
): ColumnCells<Row>[] {
  const types = columnTypes(entity);
  return readers.map(([property, read]) => ({ name: columnOf(property), type: types.get(property)!, read }));
}

function jsonOf(cell: Cell): unknown {
  if (cell instanceof Uint8Array) return `\\x${Buffer.from(cell).toString('hex')}`;
  return typeof cell === 'object' && cell !== null && 'json' in cell ? cell.json : cell;
}

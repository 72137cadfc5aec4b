/**
 * A uuid[] as text. Thousands of rows go in one statement, where the driver's own way (quote and escape each element)
 * takes longer than the server.
 */
export function uuidArray<Row>(rows: readonly Row[], read: (row: Row) => string | null): string {
  return `{${rows.map((row) => read(row) ?? 'NULL').join(',')}}`;
}

/**
 * A text[] of uuid[] as text: unnest takes apart what it is given to the last element, so each list goes as one text.
 */
export function uuidArrays<Row>(rows: readonly Row[], read: (row: Row) => readonly string[]): string {
  return `{${rows.map((row) => `"{${read(row).join(',')}}"`).join(',')}}`;
}

/** An int[] as text. */
export function intArray<Row>(rows: readonly Row[], read: (row: Row) => number): string {
  return `{${rows.map(read).join(',')}}`;
}

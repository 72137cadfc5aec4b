/**
 * A uuid[] as text. Thousands of rows go in one statement, where the driver's own way (quote and escape each element) takes longer than
 * the server.
 */
export function uuidArray<Row>(rows: readonly Row[], read: (row: Row) => string | null): string {
  return `{${rows.map((row) => read(row) ?? 'NULL').join(',')}}`;
}

/** An int[] as text. */
export function intArray<Row>(rows: readonly Row[], read: (row: Row) => number): string {
  return `{${rows.map(read).join(',')}}`;
}

/** Reads comma-separated values with a header (RFC 4180): one object per row, quotes undone. */
export function parseCsv(text: string): Readonly<Record<string, string>>[] {
  const [header = [], ...rows] = [...rowsOf(text)];
  return rows.map((row) => Object.fromEntries(header.map((name, column) => [name, row[column] ?? ''])));
}

function* rowsOf(text: string): Generator<string[]> {
  let row: string[] = [];
  for (const [, quoted, plain = '', end = ''] of text.matchAll(CELL)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') yield row;
    row = [];
  }
}
/** A cell, quoted or not, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g;

/** One line of a bench: what was measured, with numbers that need no further context. */
export type BenchResult = { bench: string; case: string } & Record<string, number | string>;

/**
 * Prints a table, then one JSON line per result, as every bench does; with `--json` the lines alone, as one document.
 */
export function printResults(results: readonly BenchResult[], json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(results)}\n`);
    return;
  }
  const columns = [...new Set(results.flatMap((result) => Object.keys(result)))].filter((name) => name !== 'bench');
  const rows = [columns, ...results.map((result) => columns.map((name) => show(result[name])))];
  const widths = columns.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const lines = rows.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
  );
  process.stdout.write(`${lines.join('\n')}\n${results.map((result) => JSON.stringify(result)).join('\n')}\n`);
}

/** Progress goes to standard error: standard output holds results alone. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function show(value: number | string | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(2) : String(value);
}

import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../harness/entries.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { readNumbers } from '../harness/read-numbers.js';
import { median, rounded } from '../harness/times.js';
import { Started } from './started.js';

/** Seconds to the ready line. */
interface Seconds {
  first: number[];
  again: number[];
}

/**
 * `npm start` to its ready line: in an empty home, where the programs are built, a database is made and the demo is
 * loaded, and again in the same home. With `--against FOLDER` in turns with another checkout, whose packages are
 * installed; what was built in either is removed before each first start.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
      against: { type: 'string' },
    },
  });
  const { rounds } = readNumbers(values, ['rounds']);
  const checkouts = [ROOT, ...(values.against === undefined ? [] : [path.resolve(values.against)])];
  const measured = new Map<string, Seconds>(checkouts.map((checkout) => [checkout, { first: [], again: [] }]));
  for (let round = 0; round < rounds; round += 1)
    for (const [checkout, { first, again }] of measured) {
      const started = await Started.first(checkout);
      try {
        first.push(started.seconds);
        again.push(await started.again(), await started.again());
      } finally {
        started.remove();
      }
      say(`${checkout}: ${rounded(first.at(-1)!)} s, then ${again.slice(-2).map(rounded).join(' and ')}`);
    }
  const results: BenchResult[] = [...measured].map(([checkout, { first, again }], n) => ({
    bench: 'start',
    case: n === 0 ? 'this checkout' : checkout,
    rounds,
    firstSeconds: rounded(median(first)),
    againSeconds: rounded(median(again)),
  }));
  printResults(results, values.json);
}

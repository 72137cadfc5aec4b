import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type ProgramCall, readOptions, text, wholeNumber } from '@gable/testing/options';
import { ROOT } from '../harness/entries.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { median, rounded } from '../harness/times.js';
import { secondsToReady } from './seconds-to-ready.js';

/** Seconds to the ready line. */
interface Seconds {
  first: number[];
  again: number[];
}

/**
 * `npm start` to its ready line: in an empty home, where the programs are built, a database is made and the demo is
 * loaded, and again in the same home. What was built in a checkout is removed before each first start.
 */
export async function run(call: ProgramCall): Promise<void> {
  const { rounds, against, json } = readOptions(call, {
    rounds: wholeNumber('how often each checkout starts in an empty home', 3),
    against: text('folder', 'another checkout whose packages are installed, in turns with this one'),
  });
  const checkouts = [ROOT, ...(against === undefined ? [] : [path.resolve(against)])];
  const measured = new Map<string, Seconds>(checkouts.map((checkout) => [checkout, { first: [], again: [] }]));
  for (let round = 0; round < rounds; round += 1)
    for (const [checkout, { first, again }] of measured) {
      clean(checkout);
      const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-bench-start-'));
      fs.chmodSync(home, 0o711); // as root the server runs as another user, and has to get in
      try {
        first.push(await secondsToReady(checkout, home));
        for (let n = 0; n < 2; n += 1) again.push(await secondsToReady(checkout, home));
      } finally {
        fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
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
  printResults(results, json);
}

function clean(checkout: string): void {
  const { status } = spawnSync(process.execPath, ['tools/clean.mjs'], { cwd: checkout, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`tools/clean.mjs of ${checkout} ended with ${status}`);
}

import { parseArgs } from 'node:util';
import { fillWithShownProperties } from '../data/fill-with-shown-properties.js';
import { ApiProcess } from '../harness/api-process.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { CLIENTS } from '../harness/http-load.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { readNumbers } from '../harness/read-numbers.js';
import { byHand } from './by-hand.js';
import type { HttpBench } from './http-bench.js';
import { neighbours } from './neighbours.js';
import { pooled } from './pooled.js';
import { throughput } from './throughput.js';
import { uploads } from './uploads.js';
import { versions } from './versions.js';

const PARTS: Readonly<Record<string, (bench: HttpBench) => Promise<BenchResult[]>>> = {
  throughput,
  neighbours,
  versions,
  'by-hand': byHand,
  pooled,
  uploads,
};

/** What one API answers over HTTP, on properties of a database of its own, part by part. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      parts: { type: 'string', default: 'throughput,neighbours' },
      properties: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '8' },
      against: { type: 'string' },
      cases: { type: 'string', default: '' },
      processes: { type: 'string', default: '1' },
    },
  });
  const { properties, seconds, processes } = readNumbers(values, ['properties', 'seconds', 'processes']);
  const parts = values.parts.split(',').map(partOf);
  const results = await withBenchDatabase(async (database, url) => {
    say(
      `${properties.toLocaleString('en')} properties are made; then ${CLIENTS} clients ask for ${seconds} s per case.`,
    );
    await fillWithShownProperties(database, properties);
    // What needs no key has a limit per address, and all clients of a bench have one address.
    const api = await ApiProcess.start(url, {
      PUBLIC_REQUESTS_PER_MINUTE: '0',
      API_PROCESSES: String(processes),
    });
    try {
      const found: BenchResult[] = [];
      for (const part of parts)
        found.push(
          ...(await part({
            database,
            databaseUrl: url,
            api,
            seconds,
            processes,
            against: values.against,
            cases: values.cases,
          })),
        );
      return found;
    } finally {
      await api.stop();
    }
  });
  printResults(results, values.json);
  const failed = results.filter(({ errors = 0 }) => errors !== 0);
  if (failed.length > 0) throw new Error(`Not as promised: ${failed.map((result) => result.case).join(', ')}.`);
}

function partOf(name: string): (bench: HttpBench) => Promise<BenchResult[]> {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`There is no part "${name}"; there are: ${Object.keys(PARTS).join(', ')}`);
  return part;
}

import { type ProgramCall, readOptions, someOf, text, wholeNumber } from '@gable/testing/options';
import { fillWithShownProperties } from '../data/fill-with-shown-properties.js';
import { ApiProcess } from '../harness/api-process.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { CLIENTS } from '../harness/http-load.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
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
export async function run(call: ProgramCall): Promise<void> {
  const { json, parts, properties, ...plan } = readOptions(call, {
    parts: someOf(Object.keys(PARTS), 'what is measured', ['throughput', 'neighbours']),
    properties: wholeNumber('properties in the store', 100_000),
    seconds: wholeNumber('how long each case is asked', 8),
    against: text('folder', 'a built checkout of another version, for `versions`'),
    cases: text('text', 'only cases with that in their name, in `by-hand` and `pooled`', ''),
    processes: wholeNumber('processes behind the port of the API', 1),
  });
  const results = await withBenchDatabase(async (database, url) => {
    say(
      `${properties.toLocaleString('en')} properties are made; ` +
        `then ${CLIENTS} clients ask for ${plan.seconds} s per case.`,
    );
    await fillWithShownProperties(database, properties);
    // What needs no key has a limit per address, and all clients of a bench have one address.
    const api = await ApiProcess.start(url, {
      PUBLIC_REQUESTS_PER_MINUTE: '0',
      API_PROCESSES: String(plan.processes),
    });
    try {
      const found: BenchResult[] = [];
      for (const part of parts) found.push(...(await PARTS[part]!({ ...plan, database, databaseUrl: url, api })));
      return found;
    } finally {
      await api.stop();
    }
  });
  printResults(results, json);
  const failed = results.filter(({ errors = 0 }) => errors !== 0);
  if (failed.length > 0) throw new Error(`Not as promised: ${failed.map((result) => result.case).join(', ')}.`);
}

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { withBenchDatabase } from '../harness/bench-database.js';
import type { DeliveryBench, DeliveryPlan } from './delivery-bench.js';
import { LISTINGS, listingLine, ingest, KINDS } from './delivery-data.js';
import { deadDestination } from './dead-destination.js';
import { latency } from './latency.js';
import { noisy } from './noisy.js';
import { switching } from './switching.js';
import { throughput } from './throughput.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { readNumbers } from '../harness/read-numbers.js';
import { ReceiversProcess } from './receivers-process.js';

const PARTS: Readonly<Record<string, (bench: DeliveryBench) => Promise<BenchResult[]>>> = {
  throughput,
  latency,
  dead: deadDestination,
  noisy,
  switching,
};

/**
 * What one real worker process sends: signed webhooks a second to 16 origins; how late first attempts are under a
 * steady load, beside a dead destination with a backlog, beside accounts whose receivers hang and drip (`noisy`); and
 * how long it takes to switch off an alert with much waiting (`switching`).
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      deliveries: { type: 'string', default: '20000' },
      rate: { type: 'string', default: '500' },
      seconds: { type: 'string', default: '20' },
      backlog: { type: 'string', default: '100000' },
      endpoints: { type: 'string', default: '1000' },
      waiting: { type: 'string', default: '500000' },
      parts: { type: 'string', default: Object.keys(PARTS).join(',') },
    },
  });
  const plan = readNumbers(values, ['deliveries', 'rate', 'seconds', 'backlog', 'endpoints', 'waiting']);
  const results: BenchResult[] = [];
  for (const name of values.parts.split(',')) {
    const part = PARTS[name];
    if (part === undefined) throw new Error(`--parts expects some of ${Object.keys(PARTS).join(', ')}; got "${name}"`);
    const found = await onItsOwn(plan, part);
    for (const result of found) say(JSON.stringify(result));
    results.push(...found);
  }
  printResults(results, values.json);
}

/** Each part has a database, a home and receivers of its own. */
async function onItsOwn(
  plan: DeliveryPlan,
  part: (bench: DeliveryBench) => Promise<BenchResult[]>,
): Promise<BenchResult[]> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-bench-delivery-'));
  const receivers = await ReceiversProcess.start(KINDS + 1);
  try {
    return await withBenchDatabase(async (database, url) => {
      await ingest(
        database,
        Array.from({ length: LISTINGS }, (_, number) => listingLine(number, 0)),
        home,
      );
      return part({ database, url, home, receivers, plan });
    });
  } finally {
    receivers.stop();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

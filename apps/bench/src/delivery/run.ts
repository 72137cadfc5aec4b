import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type ProgramCall, readOptions, someOf, wholeNumber } from '@gable/testing/options';
import { withBenchDatabase } from '../harness/bench-database.js';
import type { DeliveryBench, DeliveryPlan } from './delivery-bench.js';
import { LISTINGS, listingLine, ingest, KINDS } from './delivery-data.js';
import { deadDestination } from './dead-destination.js';
import { latency } from './latency.js';
import { noisy } from './noisy.js';
import { switching } from './switching.js';
import { throughput } from './throughput.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
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
export async function run(call: ProgramCall): Promise<void> {
  const { json, parts, ...plan } = readOptions(call, {
    deliveries: wholeNumber('webhooks that wait where `throughput` begins', 20_000),
    rate: wholeNumber('changes a second of the steady load', 500),
    seconds: wholeNumber('how long the load lasts', 20),
    backlog: wholeNumber('webhooks that wait for the dead destination', 100_000),
    endpoints: wholeNumber('receivers that hang in `noisy`, of each kind and account', 1_000),
    waiting: wholeNumber('notifications of the alert that `switching` switches off', 500_000),
    parts: someOf(Object.keys(PARTS), 'what is measured', Object.keys(PARTS)),
  });
  const results: BenchResult[] = [];
  for (const name of parts) {
    const found = await onItsOwn(plan, PARTS[name]!);
    for (const result of found) say(JSON.stringify(result));
    results.push(...found);
  }
  printResults(results, json);
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

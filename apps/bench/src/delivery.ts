import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { withBenchDatabase } from './bench-database.js';
import type { DeliveryBench, DeliveryPlan } from './delivery-bench.js';
import { HOMES, homeLine, ingest, KINDS } from './delivery-data.js';
import { deadDestination } from './delivery-dead-destination.js';
import { latency } from './delivery-latency.js';
import { throughput } from './delivery-throughput.js';
import { printResults, type BenchResult } from './print-results.js';
import { ReceiversProcess } from './receivers-process.js';

/**
 * What one real worker process sends: signed webhooks a second to receivers at 16 origins that answer after 5 ms; how long after its change and its event
 * the first attempt of a delivery arrives, from the feed through matching, under a steady load; and what a destination that takes connections and never
 * answers, with a long backlog, costs the others.
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
    },
  });
  const [deliveries, rate, seconds, backlog] = (['deliveries', 'rate', 'seconds', 'backlog'] as const).map((name) =>
    wholeNumber(name, values[name]),
  );
  const plan = { deliveries: deliveries!, rate: rate!, seconds: seconds!, backlog: backlog! };
  const results: BenchResult[] = [];
  for (const part of [throughput, latency, deadDestination]) {
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
        Array.from({ length: HOMES }, (_, number) => homeLine(number, 0)),
        home,
      );
      return part({ database, url, home, receivers, plan });
    });
  } finally {
    receivers.stop();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} expects a whole number from 1, got "${text}"`);
  return value;
}

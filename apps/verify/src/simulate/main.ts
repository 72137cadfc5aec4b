import { flag, readOptions, wholeNumber } from '@gable/testing/options';
import { simulateDeliveries } from './simulate.js';
import { simulateTenants } from './simulate-tenants.js';

export function main(args: readonly string[]): void {
  const { seed, count, tenants, json } = readOptions(
    {
      name: 'npm run simulate --',
      description: 'Runs deliveries through simulated failures; a seed always makes the same history.',
      args,
    },
    {
      seed: wholeNumber('shows the history of this seed', undefined, 0),
      count: wholeNumber('how many seeds, from 1 on', 1_000, 0),
      tenants: flag('accounts whose receivers hang beside accounts whose receivers answer'),
    },
  );
  const print = (line: string): unknown => process.stderr.write(`${line}\n`);
  const seeds = seed === undefined ? Array.from({ length: count }, (_, i) => i + 1) : [seed];
  if (tenants) return showTenants(seeds);
  const runs = seeds.map((each) => simulateDeliveries(each, { trace: seed === undefined ? undefined : print }));
  const failed = runs.filter(({ violations }) => violations.length > 0);
  for (const { seed: each, violations } of failed)
    print(`seed ${each} (npm run simulate -- --seed ${each})\n  ${violations.join('\n  ')}`);
  const sum = (of: 'events' | 'attempts' | 'kills'): number => runs.reduce((total, run) => total + run[of], 0);
  const result = {
    seeds: runs.length,
    events: sum('events'),
    attempts: sum('attempts'),
    kills: sum('kills'),
    failed: failed.map((run) => run.seed),
  };
  process.stdout.write(
    json
      ? `${JSON.stringify(result)}\n`
      : `${result.seeds} histories, ${result.events} events, ${result.attempts} attempts, ${result.kills} ` +
          `kills: ${failed.length} went wrong\n`,
  );
  if (failed.length > 0) process.exitCode = 1;
}

function showTenants(seeds: readonly number[]): void {
  const runs = seeds.map((seed) => simulateTenants(seed));
  for (const { seed, violations } of runs)
    for (const each of violations)
      process.stderr.write(`seed ${seed} (npm run simulate -- --tenants --seed ${seed})\n  ${each}\n`);
  const longestHealthyWaitMs = Math.max(...runs.map((run) => run.longestHealthyWaitMs));
  const failed = runs.flatMap(({ seed, violations }) => (violations.length > 0 ? [seed] : []));
  process.stdout.write(`${JSON.stringify({ seeds: runs.length, longestHealthyWaitMs, failed })}\n`);
  if (failed.length > 0) process.exitCode = 1;
}

import { flag, oneOf, readOptions, text, wholeNumber } from '@gable/testing/options';
import { reportCostly } from './costly/report-costly.js';
import { fuzzApi } from './fuzz-api.js';
import type { FuzzOutcome } from './run-fuzz.js';
import { reportSchemathesis, SCHEMATHESIS_PARTS } from './schemathesis/report-schemathesis.js';

/**
 * npm run fuzz -- --requests 20000 --seed 1: exits with 1 when an answer is not what the document says, or a route was
 * not reached both ways; with --costly when a body costs more than it may.
 */
export async function main(args: readonly string[], root: string): Promise<void> {
  const { requests, seed, only, json, ...options } = readOptions(
    {
      name: 'npm run fuzz --',
      description:
        'Asks a real API on a store of its own everything that its OpenAPI document describes, right and wrong; ' +
        'every answer has to be as the document says.',
      args,
    },
    {
      requests: wholeNumber('how many requests are sent', 20_000, 0),
      seed: wholeNumber('the same number makes the same requests', 1, 0),
      only: wholeNumber('sends the request of that number alone and prints its answer', undefined, 0),
      costly: flag('grows bodies towards processor time of the API instead, and prints the dearest of every route'),
      rounds: wholeNumber('rounds in which --costly grows them', 1_500, 0),
      keep: text('folder', 'where --costly writes them'),
      schemathesis: flag('has Schemathesis (Python) ask instead, which also follows the links of the API'),
      seconds: wholeNumber('how long --schemathesis asks', 600),
      examples: wholeNumber('requests of each kind that --schemathesis sends instead, the same ones every time'),
      part: oneOf(
        SCHEMATHESIS_PARTS,
        'one part of --schemathesis alone; coverage goes through every keyword of every schema',
      ),
    },
  );
  if (options.schemathesis) return reportSchemathesis({ root, seed, ...options });
  if (options.costly) return reportCostly({ root, seed, ...options }, json);
  const started = performance.now();
  const outcome = await fuzzApi({ root, requests, seed, only, say: (line) => void process.stderr.write(`${line}\n`) });
  report(outcome, {
    requests: only === undefined ? requests : 1,
    seed,
    seconds: Math.round((performance.now() - started) / 1_000),
    isWhole: only === undefined,
    json,
  });
}

function report(
  { coverage, findings }: FuzzOutcome,
  {
    requests,
    seed,
    seconds,
    isWhole,
    json,
  }: { requests: number; seed: number; seconds: number; isWhole: boolean; json: boolean },
): void {
  for (const { number, request, wrong } of findings.slice(0, SHOWN))
    process.stderr.write(
      `${wrong.join('; ')}\n  ${request}\n  Again: npm run fuzz -- --seed ${seed} --only ${number}\n`,
    );
  const unreached = isWhole ? coverage.filter(({ succeeded, refused }) => succeeded === 0 || refused === 0) : [];
  if (isWhole && !json) {
    for (const { route, requests: asked, succeeded, refused, statuses } of coverage) {
      const counts = [asked, succeeded, refused].map((count) => String(count).padStart(6)).join(' ');
      const seen = [...statuses].sort((one, other) => one - other).join(' ');
      process.stdout.write(`${route.padEnd(58)} ${counts}  ${seen}\n`);
    }
  }
  for (const { route } of unreached) process.stderr.write(`not reached both ways: ${route}\n`);
  const figures = { routes: coverage.length, unreached: unreached.length, findings: findings.length };
  process.stdout.write(`${JSON.stringify({ fuzz: 'api', seed, requests, ...figures, seconds })}\n`);
  if (findings.length > 0 || unreached.length > 0) process.exitCode = 1;
}

/** Findings that are printed. */
const SHOWN = 20;

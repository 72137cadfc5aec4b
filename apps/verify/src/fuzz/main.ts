import { parseArgs } from 'node:util';
import { readNumber } from '../read-number.js';
import { reportCostly } from './costly/report-costly.js';
import { fuzzApi } from './fuzz-api.js';
import { reportSchemathesis, SCHEMATHESIS_PARTS, type SchemathesisPart } from './schemathesis/report-schemathesis.js';
import type { FuzzOutcome } from './run-fuzz.js';

/**
 * npm run fuzz -- --requests 20000 --seed 1: a real API on a store of its own, asked everything its own OpenAPI
 * document describes, right and wrong. Exits with 1 when an answer is not what the document says, or a route was not
 * reached both ways. --only 1234 sends that one request and prints its answer.
 *
 * --costly --rounds 1500: grows bodies towards processor time of the API and prints the dearest of every route; exits
 * with 1 when one costs more than it may. --keep FOLDER writes them there.
 *
 * --schemathesis --seconds 600: the same API, asked by Schemathesis (Python), which also follows its links; with
 * --examples 10 so many requests of each kind, the same ones every time. --part coverage: only what goes through every
 * keyword of every schema; --part generated: the rest.
 */
export async function main(args: readonly string[], root: string): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
      costly: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '1500' },
      keep: { type: 'string' },
      schemathesis: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '600' },
      examples: { type: 'string' },
      part: { type: 'string' },
    },
  });
  const seed = readNumber('seed', values.seed, 0);
  if (values.schemathesis) {
    const examples = values.examples === undefined ? undefined : readNumber('examples', values.examples, 1);
    const seconds = readNumber('seconds', values.seconds, 1);
    await reportSchemathesis({ root, seed, seconds, examples, part: readPart(values.part) });
    return;
  }
  if (values.costly) {
    const rounds = readNumber('rounds', values.rounds, 0);
    await reportCostly({ root, rounds, seed, keep: values.keep }, values.json);
    return;
  }
  const requests = readNumber('requests', values.requests, 0);
  const only = values.only === undefined ? undefined : readNumber('only', values.only, 0);
  const started = performance.now();
  const outcome = await fuzzApi({ root, requests, seed, only, say: (line) => void process.stderr.write(`${line}\n`) });
  report(outcome, {
    requests: only === undefined ? requests : 1,
    seed,
    seconds: Math.round((performance.now() - started) / 1_000),
    isWhole: only === undefined,
    json: values.json,
  });
}

function readPart(text: string | undefined): SchemathesisPart | undefined {
  const part = SCHEMATHESIS_PARTS.find((each) => each === text);
  if (text !== undefined && part === undefined)
    throw new Error(`--part takes ${SCHEMATHESIS_PARTS.join(' or ')}, got ${text}.`);
  return part;
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

import { growCostlyBodies, type CostlyPlan } from './costly-api.js';
import type { MeasuredBody } from './grow-bodies.js';

/** What a request may cost the API at most, however its body is shaped (docs/operations.md). */
const MOST_PROCESSOR_MS = 100;
const LONGEST_HOLD_MS = 50;

/** Prints the dearest bodies of every route; exit code 1 where one is beyond the bounds. */
export async function reportCostly(plan: CostlyPlan, json: boolean): Promise<void> {
  const started = performance.now();
  const bodies = await growCostlyBodies(plan);
  if (!json) for (const body of bodies) process.stdout.write(`${lineOf(body)}\n`);
  const beyond = bodies.filter(isBeyond);
  for (const body of beyond)
    process.stderr.write(`beyond ${MOST_PROCESSOR_MS} ms or ${LONGEST_HOLD_MS} ms at a stretch: ${lineOf(body)}\n`);
  const [dearest] = bodies;
  const figures = {
    rounds: plan.rounds,
    seed: plan.seed,
    dearestMs: rounded(dearest?.processorMs ?? 0),
    longestHoldMs: rounded(Math.max(...bodies.map(({ heldMs }) => heldMs))),
    beyond: beyond.length,
    seconds: Math.round((performance.now() - started) / 1_000),
  };
  process.stdout.write(`${JSON.stringify({ fuzz: 'costly', ...figures })}\n`);
  if (beyond.length > 0) process.exitCode = 1;
}

const isBeyond = ({ processorMs, heldMs }: MeasuredBody): boolean =>
  processorMs > MOST_PROCESSOR_MS || heldMs > LONGEST_HOLD_MS;

function lineOf({ route, status, processorMs, heldMs, bytes, json }: MeasuredBody): string {
  const figures = [`${rounded(processorMs)} ms`, `held ${rounded(heldMs)} ms`, `${status}`, `${bytes} B`];
  const padded = figures.map((figure) => figure.padStart(15)).join('');
  return `${route.name.padEnd(28)}${padded}  ${JSON.stringify(json).slice(0, SHOWN)}`;
}

/** Characters of a body that are printed; `--keep FOLDER` writes whole ones. */
const SHOWN = 100;

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

import path from 'node:path';
import { parseArgs } from 'node:util';
import { runChaos } from './run-chaos.js';

/** npm run chaos -- --kills 200 --seed 1: exits with 1 unless nothing was lost, doubled or made up. */
export async function main(args: readonly string[], root: string): Promise<void> {
  const { values } = parseArgs({
    args: [...args], options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' }, workers: { type: 'string', default: '2' }, json: { type: 'boolean', default: false } },
  });
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const { done, findings } = await runChaos({
    kills: numberOf('kills', values.kills), seed: numberOf('seed', values.seed), workers: numberOf('workers', values.workers),
    workerEntry: path.join(root, 'apps', 'worker', 'dist', 'main.js'), signal: stop.signal, say: (line) => process.stderr.write(`${line}\n`),
  });
  const found = Object.fromEntries(Object.entries(findings).map(([name, lines]) => [name, lines.length]));
  for (const [name, lines] of Object.entries(findings)) for (const line of lines.slice(0, SHOWN)) process.stderr.write(`${name}: ${line}\n`);
  if (!values.json) for (const [name, count] of Object.entries({ ...done, ...found })) process.stdout.write(`${name.padEnd(20)} ${String(count).padStart(9)}\n`);
  process.stdout.write(`${JSON.stringify({ chaos: 'matching', seed: Number(values.seed), ...done, ...found })}\n`);
  if (Object.values(found).some((count) => count > 0)) {
    process.stderr.write(`Again: npm run chaos -- --kills ${values.kills} --seed ${values.seed} --workers ${values.workers}\n`);
    process.exitCode = 1;
  }
}

/** Findings of one sort that are printed. */
const SHOWN = 20;

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} expects a whole number from 1, got "${text}"`);
  return value;
}

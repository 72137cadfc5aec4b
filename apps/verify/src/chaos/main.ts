import path from 'node:path';
import { parseArgs } from 'node:util';
import { readNumber } from '../read-number.js';
import { runAllChaos } from './all/run-all-chaos.js';
import { PARTS } from './all/parts.js';
import { NUMBERS, type ChaosOutcome, type ChaosPlan } from './chaos-plan.js';
import { SORTS } from './sorts.js';

/**
 * npm run chaos -- --kills 200 --seed 1: kills what matches. npm run chaos -- delivery --kills 10 --stops 2 --seed 1:
 * kills what delivers, and the database. npm run chaos -- usage --kills 100 --stops 5 --seed 1: kills what answers, and
 * the database. npm run chaos -- indexing --kills 100 --seed 1: kills what keeps the search index, behind an OpenSearch
 * that fails every fifth document. npm run chaos -- snapshots --kills 30 --seed 1: kills what reads the snapshots of a
 * source. npm run chaos -- tenants --minutes 5 --seed 1: kills what answers and what works
 * while two customers are as rude as they can be. npm run chaos -- erasure|clocks|disk|upgrade --minutes 2: the whole
 * service, while adverts are erased, on clocks apart, on a full disk, beside the last release. npm run chaos -- all
 * --minutes 20: all of them, one after the other, with one table at the end. Exits with 1 unless nothing was lost,
 * doubled or made up.
 */
export async function main(args: readonly string[], root: string): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      kills: { type: 'string' },
      stops: { type: 'string' },
      workers: { type: 'string' },
      minutes: { type: 'string' },
      asks: { type: 'string' },
      changes: { type: 'string' },
      floor: { type: 'string' },
      deeds: { type: 'string' },
      only: { type: 'string' },
      explain: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  });
  const [name = 'matching', ...others] = positionals;
  const sort = name === 'all' ? ALL : Object.hasOwn(SORTS, name) ? SORTS[name] : undefined;
  if (sort === undefined || others.length > 0)
    throw new Error(`There is chaos for all, ${Object.keys(SORTS).join(', ')}, not for "${positionals.join(' ')}".`);
  const numbers: Partial<Record<(typeof NUMBERS)[number], number>> = {};
  for (const option of NUMBERS) {
    const text = values[option] ?? sort.defaults[option];
    if (text === undefined) continue;
    if (sort.defaults[option] === undefined)
      throw new Error(`--${option} does not belong to npm run chaos -- ${name}.`);
    numbers[option] = option === 'minutes' ? readMinutes(text) : readNumber(option, text, 1);
  }
  if (values.deeds !== undefined && name !== 'tenants')
    throw new Error(`--deeds does not belong to npm run chaos -- ${name}.`);
  if (values.explain && name !== 'tenants') throw new Error(`--explain does not belong to npm run chaos -- ${name}.`);
  const only = values.only?.split(',');
  const unknown = only?.find((part) => !PARTS.some((each) => each.name === part));
  if (only !== undefined && (name !== 'all' || unknown !== undefined))
    throw new Error(`--only takes parts of npm run chaos -- all: ${PARTS.map((part) => part.name).join(', ')}`);
  const entryOf = (app: string) => path.join(root, 'apps', app, 'dist', 'main.js');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const seed = readNumber('seed', values.seed, 1);
  const { done, findings } = await sort.run({
    ...(numbers as Pick<ChaosPlan, (typeof NUMBERS)[number]>),
    signal: stop.signal,
    seed,
    ...(values.deeds !== undefined && { deeds: values.deeds.split(',') }),
    ...(only !== undefined && { only }),
    ...(values.explain && { explain: true }),
    workerEntry: entryOf('worker'),
    apiEntry: entryOf('api'),
    root,
    cliEntry: entryOf('cli'),
    say: (line: string) => void process.stderr.write(`${line}\n`),
  });
  const texts = { ...(values.deeds && { deeds: values.deeds }), ...(values.only && { only: values.only }) };
  const options = Object.entries({ ...numbers, ...texts, seed }).map(([option, value]) => `--${option} ${value}`);
  print({ chaos: name, seed }, { done, findings } as ChaosOutcome, {
    json: values.json,
    again: `npm run chaos -- ${name} ${options.join(' ')}`,
  });
}

/** Minutes may be a fraction: half of one is a short run. */
function readMinutes(text: string): number {
  const value = Number(text);
  if (!(value > 0) || value > MOST_MINUTES)
    throw new Error(`--minutes expects a number above 0 and up to ${MOST_MINUTES}, got "${text}"`);
  return value;
}

function print(
  head: object,
  { done, findings }: ChaosOutcome,
  { json, again }: { json: boolean; again: string },
): void {
  const found = Object.fromEntries(Object.entries(findings).map(([name, lines]) => [name, lines.length]));
  for (const [name, lines] of Object.entries(findings))
    for (const line of lines.slice(0, SHOWN)) process.stderr.write(`${name}: ${line}\n`);
  const figures = Object.entries({ ...done, ...found });
  const width = Math.max(20, ...figures.map(([name]) => name.length));
  if (!json)
    for (const [name, count] of figures) process.stdout.write(`${name.padEnd(width)} ${String(count).padStart(9)}\n`);
  process.stdout.write(`${JSON.stringify({ ...head, ...done, ...found })}\n`);
  if (Object.values(found).some((count) => count > 0)) {
    process.stderr.write(`Again: ${again}\n`);
    process.exitCode = 1;
  }
}

/** Plays the others, so that it is none of them. */
const ALL: (typeof SORTS)[string] = { defaults: { minutes: '20' }, run: runAllChaos };
const MOST_MINUTES = 600;
/** Findings of one sort that are printed. */
const SHOWN = 20;

import path from 'node:path';
import { readOptions, refuseOptions, someOf, wholeNumber } from '@gable/testing/options';
import { PARTS } from './all/parts.js';
import { runAllChaos } from './all/run-all-chaos.js';
import { minutes } from './chaos-options.js';
import type { ChaosOptions, ChaosOutcome } from './chaos-plan.js';
import { SORTS, type ChaosSort } from './sorts.js';

/** Plays the others, so that it is none of them. */
const ALL: ChaosSort = {
  disturbs: 'plays every sort but tenants, one after the other, with one table at the end',
  options: {
    minutes: minutes('how long all of them together disturb', 20),
    only: someOf(
      PARTS.map(({ name }) => name),
      'the sorts that are played, every one unless said',
    ),
  },
  run: runAllChaos,
};
/** Played where none is named. */
const COMMONEST = 'matching';
const EVERY_SORT: Readonly<Record<string, ChaosSort>> = { ...SORTS, all: ALL };

/**
 * npm run chaos -- delivery --kills 10 --seed 1: disturbs what runs, as the sort of chaos says; matching where none is
 * named. Exits with 1 unless nothing was lost, doubled or made up.
 */
export async function main(args: readonly string[], root: string): Promise<void> {
  const isNamed = args[0] !== undefined && !args[0].startsWith('-');
  const name = isNamed ? args[0]! : COMMONEST;
  const sort = Object.hasOwn(EVERY_SORT, name) ? EVERY_SORT[name] : undefined;
  if (sort === undefined)
    refuseOptions(`there is no chaos "${name}"; there are: ${Object.keys(EVERY_SORT).join(', ')}`);
  const { disturbs } = sort;
  const { json, seed, ...options } = readOptions(
    {
      name: `npm run chaos -- ${name}`,
      description: `${disturbs.charAt(0).toUpperCase()}${disturbs.slice(1)}; nothing may be lost, doubled or made up.`,
      note: isNamed ? '' : `\nOther sorts, each with --help of its own:\n${listOfSorts()}`,
      args: isNamed ? args.slice(1) : args,
    },
    { ...sort.options, seed: wholeNumber('the same number makes the same random choices', 1) },
  );
  const entryOf = (app: string) => path.join(root, 'apps', app, 'dist', 'main.js');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const { done, findings } = await sort.run({
    ...(options as ChaosOptions),
    signal: stop.signal,
    seed,
    workerEntry: entryOf('worker'),
    apiEntry: entryOf('api'),
    root,
    cliEntry: entryOf('cli'),
    say: (line: string) => void process.stderr.write(`${line}\n`),
  });
  print({ chaos: name, seed }, { done, findings } as ChaosOutcome, {
    json,
    again: `npm run chaos -- ${name} ${written({ ...options, seed })}`,
  });
}

const listOfSorts = (): string =>
  Object.entries(EVERY_SORT)
    .filter(([name]) => name !== COMMONEST)
    .map(([name, { disturbs }]) => `  ${name.padEnd(12)}${disturbs}`)
    .join('\n');

/** Options as they are given on a command line. */
function written(options: object): string {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== false);
  return given.map(([name, value]) => (value === true ? `--${name}` : `--${name} ${String(value)}`)).join(' ');
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

/** Findings of one sort that are printed. */
const SHOWN = 20;

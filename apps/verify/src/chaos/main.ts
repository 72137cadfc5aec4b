import path from 'node:path';
import { parseArgs } from 'node:util';
import { readNumber } from '../read-number.js';
import { runDeliveryChaos } from './delivery/run-delivery-chaos.js';
import { runIndexingChaos } from './indexing/run-indexing-chaos.js';
import { runMatchingChaos } from './matching/run-matching-chaos.js';
import { runUsageChaos } from './usage/run-usage-chaos.js';

/** What a run of either sort gives: figures, and findings that must be empty. */
interface Outcome {
  readonly done: Readonly<Record<string, number>>;
  readonly findings: Readonly<Record<string, readonly string[]>>;
}

/**
 * npm run chaos -- --kills 200 --seed 1: kills what matches. npm run chaos -- delivery --kills 10 --stops 2 --seed 1:
 * kills what delivers, and the database. npm run chaos -- usage --kills 100 --stops 5 --seed 1: kills what answers, and
 * the database. npm run chaos -- indexing --kills 100 --seed 1: kills what keeps the search index, behind an OpenSearch
 * that fails every fifth document. Exits with 1 unless nothing was lost, doubled or made up.
 */
export async function main(args: readonly string[], root: string): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      kills: { type: 'string' },
      stops: { type: 'string' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string', default: '2' },
      json: { type: 'boolean', default: false },
    },
  });
  const [sort = 'matching', ...others] = positionals;
  if (!['matching', 'delivery', 'usage', 'indexing'].includes(sort) || others.length > 0)
    throw new Error(`There is chaos for matching, delivery, usage and indexing, not for "${positionals.join(' ')}".`);
  const stopsServer = sort === 'delivery' || sort === 'usage';
  if (!stopsServer && values.stops !== undefined)
    throw new Error('--stops belongs to npm run chaos -- delivery and -- usage.');
  const kills = readNumber('kills', values.kills ?? DEFAULT_KILLS[sort]!, 1);
  const stops = readNumber('stops', values.stops ?? '2', 1);
  const entryOf = (app: string) => path.join(root, 'apps', app, 'dist', 'main.js');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const plan = {
    signal: stop.signal,
    seed: readNumber('seed', values.seed, 1),
    workers: readNumber('workers', values.workers, 1),
    workerEntry: entryOf('worker'),
    say: (line: string) => void process.stderr.write(`${line}\n`),
  };
  const outcome =
    sort === 'matching'
      ? await runMatchingChaos({ kills, ...plan })
      : sort === 'indexing'
        ? await runIndexingChaos({ kills, ...plan })
        : sort === 'delivery'
          ? await runDeliveryChaos({ kills, stops, ...plan })
          : await runUsageChaos({ kills, stops, ...plan, processes: plan.workers, apiEntry: entryOf('api') });
  const stopping = stopsServer ? ` --stops ${stops}` : '';
  const again = `npm run chaos -- ${sort} --kills ${kills}${stopping} --seed ${plan.seed} --workers ${plan.workers}`;
  print(
    { chaos: sort, seed: plan.seed },
    { done: { ...outcome.done }, findings: { ...outcome.findings } },
    { json: values.json, again },
  );
}

function print(head: object, { done, findings }: Outcome, { json, again }: { json: boolean; again: string }): void {
  const found = Object.fromEntries(Object.entries(findings).map(([name, lines]) => [name, lines.length]));
  for (const [name, lines] of Object.entries(findings))
    for (const line of lines.slice(0, SHOWN)) process.stderr.write(`${name}: ${line}\n`);
  if (!json)
    for (const [name, count] of Object.entries({ ...done, ...found }))
      process.stdout.write(`${name.padEnd(20)} ${String(count).padStart(9)}\n`);
  process.stdout.write(`${JSON.stringify({ ...head, ...done, ...found })}\n`);
  if (Object.values(found).some((count) => count > 0)) {
    process.stderr.write(`Again: ${again}\n`);
    process.exitCode = 1;
  }
}

const DEFAULT_KILLS: Readonly<Record<string, string>> = {
  matching: '200',
  delivery: '10',
  usage: '10',
  indexing: '100',
};
/** Findings of one sort that are printed. */
const SHOWN = 20;

import { programOf, type ProgramCall } from '@gable/testing/options';
import type { Command } from 'commander';

interface Bench {
  /** Reads its own options and prints its results. */
  run(call: ProgramCall): Promise<void>;
}

/** A folder per bench: what it measures, and how it is loaded when it is asked for. */
const BENCHES: Readonly<Record<string, readonly [measures: string, load: () => Promise<Bench>]>> = {
  accept: ['how long newcomers wait beside connections that are kept busy', () => import('./accept/run.js')],
  analytics: ['market analytics beside SQL by hand', () => import('./analytics/run.js')],
  backup: ['backup and restore of a store beside COPY of its tables', () => import('./backup/run.js')],
  delivery: ['signed webhooks a second, latency, a dead destination', () => import('./delivery/run.js')],
  geo: ['autocomplete over the divisions of France beside pg_trgm', () => import('./geo/run.js')],
  grouping: ['how well listings are grouped into properties, and its cost', () => import('./grouping/run.js')],
  http: ['requests a second of one API process; a loud neighbour', () => import('./http/run.js')],
  indexing: ['the OpenSearch index: build, lag, rebuild (starts OpenSearch)', () => import('./indexing/run.js')],
  ingest: ['feed lines a second beside COPY of the same rows', () => import('./ingest/run.js')],
  limits: ['what limits of requests add to a request', () => import('./limits/run.js')],
  lists: ['pages of lists in a store with millions of events', () => import('./lists/run.js')],
  matching: ['the alert index beside the plain matcher and closures', () => import('./matching/run.js')],
  outage: ['what clients and alerts notice when OpenSearch is killed', () => import('./outage/run.js')],
  percolator: ['the alert index beside an OpenSearch percolator', () => import('./percolator/run.js')],
  pipeline: ['from a committed change to its events, in a real worker', () => import('./pipeline/run.js')],
  refresh: ['a day of a feed that repeats itself: dead rows, sizes, HOT updates', () => import('./refresh/run.js')],
  retention: ['a pass that removes what was kept long enough', () => import('./retention/run.js')],
  search: ['PostgreSQL search beside SQL by hand, or beside OpenSearch', () => import('./search/run.js')],
  start: ['npm start to its ready line, the first time and again', () => import('./start/run.js')],
  usage: ['what counting usage adds to a request', () => import('./usage/run.js')],
};

/** `npm run bench -- NAME`: measures; without a name everything. */
export async function main(args: readonly string[]): Promise<void> {
  const names = Object.keys(BENCHES);
  const lines = Object.entries(BENCHES).map(([name, [measures]]) => `  ${name.padEnd(12)}${measures}`);
  await programOf({
    name: 'npm run bench --',
    description: 'Measures one bench by name; all without a name.',
    note: `\nBenches:\n${lines.join('\n')}\n\nnpm run bench -- NAME --help shows the options of one.`,
  })
    .argument('[name]', 'what to measure')
    .argument('[args...]', 'options of that bench')
    .option('--json', 'one JSON document on standard output')
    .passThroughOptions()
    .action(async (name: string | undefined, args: string[], { json }: { json?: boolean }, command: Command) => {
      if (name !== undefined && !names.includes(name))
        command.error(`error: there is no bench "${name}"; there are: ${names.join(', ')}`);
      for (const each of name === undefined ? names : [name]) {
        const [measures, load] = BENCHES[each]!;
        const bench = await load();
        await bench.run({
          name: `npm run bench -- ${each}`,
          description: `Measures ${measures}.`,
          args: json ? ['--json', ...args] : args,
        });
      }
    })
    .parseAsync([...args], { from: 'user' });
}

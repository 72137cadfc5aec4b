import type { Request } from 'autocannon';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ApiProcess, makeKey } from '../harness/api-process.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { fillWithShownProperties } from '../data/fill-with-shown-properties.js';
import { CLIENTS, fire } from '../harness/http-load.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { readNumbers } from '../harness/read-numbers.js';
import { quantile } from '../harness/times.js';
import { classicSearch, commonFilter } from '../data/common-filter.js';

const WARM_UP_SECONDS = 3;
const FILTERS = 60;

/**
 * What counting usage adds to a request: two API processes on one database, one with counting and one without, asked in
 * turn. Two processes of one program differ by chance by more than counting costs. So several pairs are started, and
 * which of the two starts first alternates.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      properties: { type: 'string', default: '20000' },
      pairs: { type: 'string', default: '6' },
      rounds: { type: 'string', default: '4' },
      seconds: { type: 'string', default: '1' },
    },
  });
  const { properties, pairs, rounds, seconds } = readNumbers(values, ['properties', 'pairs', 'rounds', 'seconds']);
  const results = await withBenchDatabase(async (database, url) => {
    say(
      `${properties.toLocaleString('en')} properties are made; then ${CLIENTS} clients ask ${pairs} pairs of ` +
        `processes ` +
        `for ${seconds} s, ${rounds} times with and without counting per case.`,
    );
    await fillWithShownProperties(database, properties);
    const home = mkdtempSync(path.join(tmpdir(), 'gable-bench-api-'));
    try {
      const uuids = (await database.query<{ id: string }>('select id from property order by id limit 500')).map(
        ({ id }) => id,
      );
      const cases = casesFor(await makeKey(database, home), uuids);
      const measured = cases.map((): Pair[] => []);
      for (let pair = 0; pair < pairs; pair += 1) {
        await withPair(url, home, pair % 2 === 0, async (counting, silent) => {
          for (const [place, [, requests]] of cases.entries())
            measured[place]!.push(...(await askInTurn(requests, counting, silent, rounds, seconds)));
        });
      }
      return cases.map(([name], place) => summarize(name, measured[place]!));
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
  printResults(results, values.json);
}

/** Starts two API processes, the one that counts first or second, and stops them afterwards. */
async function withPair(
  databaseUrl: string,
  home: string,
  countingFirst: boolean,
  work: (counting: ApiProcess, silent: ApiProcess) => Promise<void>,
): Promise<void> {
  const start = (isCounting: boolean): Promise<ApiProcess> =>
    ApiProcess.start(databaseUrl, { GABLE_HOME: home, USAGE_COUNTING: isCounting ? 'on' : 'off' });
  const first = await start(countingFirst);
  const second = await start(!countingFirst);
  try {
    await (countingFirst ? work(first, second) : work(second, first));
  } finally {
    await first.stop();
    await second.stop();
  }
}

/** The cheapest route that is billed, where counting weighs most, and searches. */
function casesFor(apiKey: string, uuids: readonly string[]): [name: string, requests: Request[]][] {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', accept: 'application/json' };
  const searches = Array.from({ length: FILTERS }, (_, n) => classicSearch(commonFilter(n, FILTERS)));
  return [
    ['GET /properties/{uuid}', uuids.map((uuid) => ({ method: 'GET', path: `/properties/${uuid}`, headers }))],
    [
      'POST /properties',
      searches.map((body) => ({ method: 'POST', path: '/properties', headers, body: JSON.stringify(body) })),
    ],
  ];
}

interface Measured {
  readonly perSecond: number;
  /** CPU time of the API process per request. */
  readonly cpuMicroseconds: number;
}

interface Pair {
  readonly on: Measured;
  readonly off: Measured;
}

async function askInTurn(
  requests: readonly Request[],
  counting: ApiProcess,
  silent: ApiProcess,
  rounds: number,
  seconds: number,
): Promise<Pair[]> {
  for (const { url } of [counting, silent]) await fire(url, requests, WARM_UP_SECONDS);
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const on = await measure(counting, requests, seconds);
      pairs.push({ on, off: await measure(silent, requests, seconds) });
    } else {
      const off = await measure(silent, requests, seconds);
      pairs.push({ on: await measure(counting, requests, seconds), off });
    }
  }
  return pairs;
}

/** Medians of both, and of their ratio within each round: what else the machine does weighs on both alike. */
function summarize(name: string, pairs: readonly Pair[]): BenchResult {
  const median = (of: (pair: Pair) => number): number => quantile(pairs.map(of), 0.5);
  return {
    bench: 'usage',
    case: name,
    clients: CLIENTS,
    rounds: pairs.length,
    perSecondCounting: Math.round(median(({ on }) => on.perSecond)),
    perSecondWithout: Math.round(median(({ off }) => off.perSecond)),
    timeRatio: median(({ on, off }) => off.perSecond / on.perSecond),
    cpuMicrosCounting: Math.round(median(({ on }) => on.cpuMicroseconds)),
    cpuMicrosWithout: Math.round(median(({ off }) => off.cpuMicroseconds)),
    cpuRatio: median(({ on, off }) => on.cpuMicroseconds / off.cpuMicroseconds),
  };
}

async function measure({ url }: ApiProcess, requests: readonly Request[], seconds: number): Promise<Measured> {
  const before = await cpuSeconds(url);
  const { times, errors } = await fire(url, requests, seconds);
  if (errors > 0) throw new Error(`${errors} requests failed.`);
  return {
    perSecond: times.length / seconds,
    cpuMicroseconds: (((await cpuSeconds(url)) - before) * 1e6) / times.length,
  };
}

async function cpuSeconds(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total\S* (\S+)/m.exec(metrics)![1]);
}

import type { Request } from 'autocannon';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ApiProcess } from './api-process.js';
import { withBenchDatabase } from './bench-database.js';
import { fillWithShownProperties } from './http-data.js';
import { CLIENTS, fire, makeKey } from './http-load.js';
import { printResults, type BenchResult } from './print-results.js';
import { quantile } from './response-times.js';
import { commonFilter } from './search-cases.js';

const WARM_UP_SECONDS = 3;
const FILTERS = 60;

/** What counting usage adds to a request: two API processes on one database, one with it and one without, asked in turn. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean', default: false }, properties: { type: 'string', default: '20000' }, rounds: { type: 'string', default: '10' }, seconds: { type: 'string', default: '2' } },
  });
  const [properties, rounds, seconds] = [Number(values.properties), Number(values.rounds), Number(values.seconds)];
  if (![properties, rounds, seconds].every((value) => Number.isInteger(value) && value > 0)) throw new Error('--properties, --rounds and --seconds expect whole numbers above 0');
  const results = await withBenchDatabase(async (database, url) => {
    console.error(`${properties.toLocaleString('en')} properties are made; then ${CLIENTS} clients ask for ${seconds} s, ${rounds} times with and without counting per case.`);
    await fillWithShownProperties(database, properties);
    const home = mkdtempSync(path.join(tmpdir(), 'gable-bench-api-'));
    const environment = { DATABASE_URL: url, GABLE_HOME: home };
    const counting = await ApiProcess.start({ ...environment, USAGE_COUNTING: 'on' });
    const silent = await ApiProcess.start({ ...environment, USAGE_COUNTING: 'off' });
    try {
      const uuids = (await database.query<{ id: string }>('select id from property order by id limit 500')).map(({ id }) => id);
      const cases = casesFor(await makeKey(database, home), uuids);
      const compared: BenchResult[] = [];
      for (const [name, requests] of cases) compared.push(await compare(name, requests, counting, silent, rounds, seconds));
      return compared;
    } finally {
      await counting.stop();
      await silent.stop();
      rmSync(home, { recursive: true, force: true });
    }
  });
  printResults(results, values.json);
}

/** The cheapest route that is billed, where counting weighs most, and searches. */
function casesFor(apiKey: string, uuids: readonly string[]): [name: string, requests: Request[]][] {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', accept: 'application/json' };
  const searches = Array.from({ length: FILTERS }, (_, n) => {
    const { city, price, minRooms, sort } = commonFilter(n, FILTERS);
    return { transactionType: 'SELL', propertyTypes: ['FLAT'], cityIds: [city], price: { gte: price.min, lte: price.max }, rooms: { gte: minRooms }, sort, size: 20 };
  });
  return [
    ['GET /properties/{uuid}', uuids.map((uuid) => ({ method: 'GET', path: `/properties/${uuid}`, headers }))],
    ['POST /properties', searches.map((body) => ({ method: 'POST', path: '/properties', headers, body: JSON.stringify(body) }))],
  ];
}

interface Measured {
  readonly perSecond: number;
  /** CPU time of the API process per request. */
  readonly cpuMicroseconds: number;
}

/** Medians of both, and of their ratio within each round: what else the machine does weighs on both alike. */
async function compare(name: string, requests: readonly Request[], counting: ApiProcess, silent: ApiProcess, rounds: number, seconds: number): Promise<BenchResult> {
  for (const { url } of [counting, silent]) await fire(url, requests, WARM_UP_SECONDS);
  const pairs: { on: Measured; off: Measured }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const on = await measure(counting, requests, seconds);
      pairs.push({ on, off: await measure(silent, requests, seconds) });
    } else {
      const off = await measure(silent, requests, seconds);
      pairs.push({ on: await measure(counting, requests, seconds), off });
    }
  }
  const median = (of: (pair: { on: Measured; off: Measured }) => number): number => quantile(pairs.map(of), 0.5);
  return {
    bench: 'usage', case: name, clients: CLIENTS,
    perSecondCounting: Math.round(median(({ on }) => on.perSecond)), perSecondWithout: Math.round(median(({ off }) => off.perSecond)),
    timeRatio: median(({ on, off }) => off.perSecond / on.perSecond),
    cpuMicrosCounting: Math.round(median(({ on }) => on.cpuMicroseconds)), cpuMicrosWithout: Math.round(median(({ off }) => off.cpuMicroseconds)),
    cpuRatio: median(({ on, off }) => on.cpuMicroseconds / off.cpuMicroseconds),
  };
}

async function measure({ url }: ApiProcess, requests: readonly Request[], seconds: number): Promise<Measured> {
  const before = await cpuSeconds(url);
  const { times, errors } = await fire(url, requests, seconds);
  if (errors > 0) throw new Error(`${errors} requests failed.`);
  return { perSecond: times.length / seconds, cpuMicroseconds: (((await cpuSeconds(url)) - before) * 1e6) / times.length };
}

async function cpuSeconds(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total\S* (\S+)/m.exec(metrics)![1]);
}

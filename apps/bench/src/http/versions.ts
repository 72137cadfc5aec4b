import path from 'node:path';
import type { Database } from '@gable/persistence';
import type { Request } from 'autocannon';
import { classicSearch, commonFilter } from '../data/common-filter.js';
import { stateWholeRecords } from '../data/state-whole-records.js';
import { ApiProcess } from '../harness/api-process.js';
import { cpuSecondsOfFamily } from '../harness/cpu-seconds-of.js';
import { databaseSeconds, secondsBetween } from '../harness/database-seconds.js';
import { apiEntryOf } from '../harness/entries.js';
import { fire } from '../harness/http-load.js';
import { say, type BenchResult } from '../harness/print-results.js';
import { median, rounded } from '../harness/times.js';
import { headersOf, searchRequest, type HttpBench } from './http-bench.js';

const FILTERS = 120;
const PAIRS = 9;

/** What one side of a pair used. */
interface Run {
  readonly perSecond: number;
  /** Processor time of API and database, milliseconds a request. */
  readonly apiMs: number;
  readonly databaseMs: number;
}

/**
 * The same requests, in turns to this version and to another one on the same database: pages of 30 with whole records,
 * and single reads. Processor time is what other work on the machine hardly changes.
 */
export async function versions({ api, database, databaseUrl, against, seconds }: HttpBench): Promise<BenchResult[]> {
  if (against === undefined) throw new Error('Say --against FOLDER: a checkout of the other version, built.');
  await stateWholeRecords(database);
  const key = await api.makeKey(database);
  // One home for both: older versions know no file of secrets elsewhere.
  const environment = { PUBLIC_REQUESTS_PER_MINUTE: '0', GABLE_HOME: path.dirname(api.secretsFile) };
  const other = await ApiProcess.start(databaseUrl, environment, apiEntryOf(against));
  try {
    const results: BenchResult[] = [];
    for (const [name, requests] of await casesOf(api.url, key)) {
      const runs: { readonly here: Run; readonly there: Run }[] = [];
      for (let pair = -2; pair < PAIRS; pair += 1) {
        const hereFirst = pair % 2 === 0;
        const first = await measure(hereFirst ? api : other, database, requests, seconds);
        const second = await measure(hereFirst ? other : api, database, requests, seconds);
        const measured = hereFirst ? { here: first, there: second } : { here: second, there: first };
        if (pair < 0) continue; // warms up
        runs.push(measured);
        say(`${name}: ${measured.here.apiMs.toFixed(3)} ms here, ${measured.there.apiMs.toFixed(3)} ms there`);
      }
      results.push(compared(name, runs));
    }
    return results;
  } finally {
    await other.stop();
  }
}

async function casesOf(url: string, apiKey: string): Promise<[string, Request[]][]> {
  const pages = Array.from({ length: FILTERS }, (_, n) =>
    searchRequest(apiKey, { ...classicSearch(commonFilter(n, FILTERS)), size: 30, page: 1 + (n % 3) }),
  );
  const { path, ...request } = searchRequest(apiKey, { size: 100 });
  const response = await fetch(url + path, request);
  const { items } = (await response.json()) as { items: { uuid: string }[] };
  const headers = headersOf(apiKey);
  return [
    ['POST /properties, size 30', pages],
    ['GET /properties/{uuid}', items.map(({ uuid }) => ({ method: 'GET', path: `/properties/${uuid}`, headers }))],
  ];
}

async function measure(
  api: ApiProcess,
  database: Database,
  requests: readonly Request[],
  seconds: number,
): Promise<Run> {
  const before = { api: cpuSecondsOfFamily(api.pid), database: await databaseSeconds(database, OF_AN_API) };
  const { times, errors } = await fire(api.url, requests, seconds);
  if (errors > 0) throw new Error(`${errors} of ${times.length} requests failed.`);
  const used = cpuSecondsOfFamily(api.pid) - before.api;
  const inDatabase = secondsBetween(before.database, await databaseSeconds(database, OF_AN_API));
  return {
    perSecond: times.length / seconds,
    apiMs: (used * 1_000) / times.length,
    databaseMs: (inDatabase * 1_000) / times.length,
  };
}

/** Connections of both APIs: only one of them is asked at a time. */
const OF_AN_API = 'gable api%';

function compared(name: string, runs: readonly { readonly here: Run; readonly there: Run }[]): BenchResult {
  const of = (side: 'here' | 'there', figure: keyof Run) => rounded(median(runs.map((run) => run[side][figure])));
  const ratioOf = (figure: (run: Run) => number) =>
    rounded(median(runs.map(({ here, there }) => figure(here) / figure(there))));
  return {
    bench: 'http',
    case: name,
    pairs: runs.length,
    perSecond: of('here', 'perSecond'),
    perSecondThere: of('there', 'perSecond'),
    apiMs: of('here', 'apiMs'),
    apiMsThere: of('there', 'apiMs'),
    databaseMs: of('here', 'databaseMs'),
    databaseMsThere: of('there', 'databaseMs'),
    apiRatio: ratioOf(({ apiMs }) => apiMs),
    ratio: ratioOf(({ apiMs, databaseMs }) => apiMs + databaseMs),
  };
}

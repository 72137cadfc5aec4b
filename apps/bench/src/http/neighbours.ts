import type { Request } from 'autocannon';
import { fillWithMarketEvents } from '../analytics/fill-with-market-events.js';
import { classicSearch, commonFilter } from '../data/common-filter.js';
import { CLIENTS, fireAside } from '../harness/http-load.js';
import { say, type BenchResult } from '../harness/print-results.js';
import { atSteadyRate } from '../harness/steady-rate.js';
import { tenths, timed } from '../harness/times.js';
import { headersOf, searchRequest, type HttpBench } from './http-bench.js';

/** What issue 16 promises of a neighbour's searches. */
const MOST_RATIO = 3;
const ROUNDS = 4;
const FILTERS = 120;
const SEARCHES_PER_SECOND = 10;
/** Until the noise has reached every queue that it fills. */
const NOISE_FIRST_MS = 1_000;

/** Questions over the whole market, which no index and no rollup narrows. The slowest of them makes the noise. */
const QUESTIONS = [
  'group_by=heating_system&metrics=count,median:price,percentile:price_per_sqm:90,avg:area',
  'group_by=property_type,condition&time_bucket=month&metrics=median:price,percentile:area:95',
  'group_by=energy_carrier,heating_system&time_bucket=month&metrics=median:price_per_sqm,percentile:price:99',
];

/**
 * A small account searches at a steady rate, in quiet and beside sixteen clients of another account that ask for the
 * costliest analytics, in turns.
 */
export async function neighbours({ api, database, seconds }: HttpBench): Promise<BenchResult[]> {
  const events = await fillWithMarketEvents(database);
  await database.query('vacuum analyze market_event');
  const [small, loud] = [await api.makeKey(database, 'small'), await api.makeKey(database, 'loud')];
  const [question, alone] = await costliest(api.url, loud);
  say(`${events.toLocaleString('en')} market events; ${question.path} takes ${alone.toFixed(0)} ms alone.`);
  const quiet: Searches = { times: [], failed: 0 };
  const noisy: Searches = { times: [], failed: 0 };
  let [asked, refused] = [0, 0];
  await searchFor(api.url, small, seconds); // warms up
  for (let round = 0; round < ROUNDS; round += 1) {
    await untilIdle(database);
    add(quiet, await searchFor(api.url, small, seconds));
    const noise = fireAside(api.url, question, seconds + NOISE_FIRST_MS / 1_000);
    await new Promise((resolve) => setTimeout(resolve, NOISE_FIRST_MS));
    add(noisy, await searchFor(api.url, small, seconds));
    const { answered, errors } = await noise;
    asked += answered;
    refused += errors;
  }
  const ratio = Number((tenths(noisy.times, 0.99) / tenths(quiet.times, 0.99)).toFixed(2));
  return [
    row('searches of one account, quiet', quiet),
    {
      ...row(`the same beside ${CLIENTS} clients of another with the costliest analytics`, noisy),
      ratio,
      limit: MOST_RATIO,
      analyticsAnswered: asked,
      analyticsRefused: refused,
      errors: noisy.failed + (ratio > MOST_RATIO ? 1 : 0),
    },
  ];
}

/** Questions of callers who have left run on until they are answered or cut off. */
async function untilIdle(database: HttpBench['database']): Promise<void> {
  const busy = `select from pg_stat_activity where application_name like 'gable api%' and state = 'active'`;
  while ((await database.query(busy)).length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
}

interface Searches {
  readonly times: number[];
  /** Answered with something other than 200. */
  failed: number;
}

function add(to: Searches, { times, failed }: Searches): void {
  to.times.push(...times);
  to.failed += failed;
}

const row = (name: string, { times, failed }: Searches) => ({
  bench: 'http',
  case: name,
  searches: times.length,
  failed,
  p50: tenths(times, 0.5),
  p99: tenths(times, 0.99),
});

/** Milliseconds of every search, and how many were not answered with 200. */
async function searchFor(url: string, apiKey: string, seconds: number): Promise<Searches> {
  const times: number[] = [];
  let failed = 0;
  const under: Promise<void>[] = [];
  const searches = seconds * SEARCHES_PER_SECOND;
  await atSteadyRate(
    SEARCHES_PER_SECOND,
    (n) => n < searches,
    (n) => {
      const { path, ...request } = searchRequest(apiKey, classicSearch(commonFilter(n % FILTERS, FILTERS)));
      const asked = timed(async () => {
        if (!(await isAnswered(url + path, request))) failed += 1;
      });
      under.push(asked.then((taken) => void times.push(taken)));
      return Promise.resolve();
    },
  );
  await Promise.all(under);
  return { times, failed };
}

async function isAnswered(address: string, request: RequestInit): Promise<boolean> {
  const response = await fetch(address, request);
  await response.arrayBuffer();
  return response.status === 200;
}

async function costliest(url: string, apiKey: string): Promise<[request: Request, milliseconds: number]> {
  const asked: [Request, number][] = [];
  for (const question of QUESTIONS) {
    const request = { method: 'GET', path: `/analytics/listings?${question}`, headers: headersOf(apiKey) } as const;
    const taken = await timed(async () => {
      if (!(await isAnswered(url + request.path, request))) throw new Error(`${question} is not answered even alone`);
    });
    asked.push([request, taken]);
  }
  return asked.sort(([, one], [, other]) => other - one)[0]!;
}

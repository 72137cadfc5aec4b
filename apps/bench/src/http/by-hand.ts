import path from 'node:path';
import type { Request } from 'autocannon';
import { classicSearch, commonFilter } from '../data/common-filter.js';
import { ApiProcess } from '../harness/api-process.js';
import { CLIENTS, fire } from '../harness/http-load.js';
import { say, type BenchResult } from '../harness/print-results.js';
import { median, quantile, rounded } from '../harness/times.js';
import { firstPage, headersOf, searchRequest, type HttpBench } from './http-bench.js';

const SERVICE = path.join(import.meta.dirname, 'by-hand/service.js');
const TURNS = 5;
const FILTERS = 120;
const WARM_UP_SECONDS = 3;
const READ = 500;

/** What a case asks of one of the two services, and the least share of the other's rate that issue 18 asks for. */
interface Case {
  readonly name: string;
  readonly goal: number;
  readonly requests: (url: string, apiKey: string) => Promise<Request[]>;
}

/**
 * The API beside a service by hand on the same rows: each case in turns, one service idle while the other answers; the
 * median of five ratios counts.
 */
export async function byHand({ api, database, databaseUrl, seconds }: HttpBench): Promise<BenchResult[]> {
  const apiKey = await api.makeKey(database);
  const hand = await ApiProcess.start(databaseUrl, {}, SERVICE);
  try {
    const results: BenchResult[] = [];
    for (const { name, goal, requests } of CASES) {
      const [ours, theirs] = [await requests(api.url, apiKey), await requests(hand.url, apiKey)];
      const rates: [ours: number, theirs: number][] = [];
      const times: number[] = [];
      for (let turn = -1; turn < TURNS; turn += 1) {
        const span = turn < 0 ? WARM_UP_SECONDS : seconds;
        const here = await fire(api.url, ours, span);
        const there = await fire(hand.url, theirs, span);
        if (here.errors + there.errors > 0) throw new Error(`${name}: ${here.errors} and ${there.errors} failed.`);
        if (turn < 0) continue;
        rates.push([here.times.length / span, there.times.length / span]);
        times.push(...here.times);
        say(`${name}: ${rates.at(-1)!.map(Math.round).join(' and ')} a second`);
      }
      results.push({
        bench: 'http',
        case: name,
        clients: CLIENTS,
        perSecond: Math.round(median(rates.map(([here]) => here))),
        byHand: Math.round(median(rates.map(([, there]) => there))),
        p99: quantile(times, 0.99),
        ratio: rounded(median(rates.map(([here, there]) => here / there))),
        goal,
      });
    }
    return results;
  } finally {
    await hand.stop();
  }
}

const filters = Array.from({ length: FILTERS }, (_, n) => classicSearch(commonFilter(n, FILTERS)));
const cursorSearches = filters.map((filter) => ({ ...filter, paginationType: 'cursor' }));

const CASES: readonly Case[] = [
  {
    name: 'GET /health/live',
    goal: 0.6,
    requests: () => Promise.resolve([{ method: 'GET', path: '/health/live' }]),
  },
  {
    name: 'GET /properties/{uuid}',
    goal: 0.7,
    requests: async (url, apiKey) => {
      const uuids = new Set<string>();
      for (const filter of filters) {
        const { items } = await firstPage(url, searchRequest(apiKey, filter));
        for (const { uuid } of items) uuids.add(uuid);
      }
      const headers = headersOf(apiKey);
      return [...uuids].slice(0, READ).map((uuid) => ({ method: 'GET', path: `/properties/${uuid}`, headers }));
    },
  },
  {
    name: 'POST /properties, pages 1 to 5',
    goal: 1.5,
    requests: (_url, apiKey) =>
      Promise.resolve(filters.map((filter, n) => searchRequest(apiKey, { ...filter, page: 1 + (n % 5) }))),
  },
  {
    name: 'POST /properties, cursor, second page',
    goal: 1.5,
    requests: async (url, apiKey) => {
      const pages: Request[] = [];
      for (const search of cursorSearches) {
        const { cursor } = await firstPage(url, searchRequest(apiKey, search));
        if (cursor != null) pages.push(searchRequest(apiKey, { ...search, cursor }));
      }
      return pages;
    },
  },
  {
    name: 'POST /properties/count',
    goal: 1.5,
    requests: (_url, apiKey) =>
      Promise.resolve(filters.map((filter) => ({ ...searchRequest(apiKey, filter), path: '/properties/count' }))),
  },
];

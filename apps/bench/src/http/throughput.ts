import type { Request } from 'autocannon';
import { classicSearch, commonFilter } from '../data/common-filter.js';
import { CLIENTS, fire } from '../harness/http-load.js';
import type { BenchResult } from '../harness/print-results.js';
import { quantile } from '../harness/times.js';
import { firstPage, headersOf, searchRequest, type HttpBench } from './http-bench.js';

const WARM_UP_SECONDS = 3;
const FILTERS = 120;

/** Requests a second of one account; beside them a route that does nothing, as the ceiling of HTTP. */
export async function throughput({ api, database, seconds }: HttpBench): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const [name, requests] of await casesOf(api.url, await api.makeKey(database))) {
    await fire(api.url, requests, WARM_UP_SECONDS);
    const { times, errors } = await fire(api.url, requests, seconds);
    const perSecond = Math.round(times.length / seconds);
    results.push({
      bench: 'http',
      case: name,
      clients: CLIENTS,
      perSecond,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      errors,
    });
  }
  const ceiling = Number(results[0]!.perSecond);
  return results.map((result) => ({ ...result, ofCeiling: Number(result.perSecond) / ceiling }));
}

async function casesOf(url: string, apiKey: string): Promise<[string, Request[]][]> {
  const search = (body: object) => searchRequest(apiKey, body);
  const filters = Array.from({ length: FILTERS }, (_, n) => classicSearch(commonFilter(n, FILTERS)));
  const secondPages: Request[] = [];
  const uuids = new Set<string>();
  for (const filter of filters) {
    const cursorSearch = { ...filter, paginationType: 'cursor' };
    const { cursor, items } = await firstPage(url, search(cursorSearch));
    if (cursor != null) secondPages.push(search({ ...cursorSearch, cursor }));
    for (const { uuid } of items) uuids.add(uuid);
  }
  const headers = headersOf(apiKey);
  return [
    ['GET /health/live', [{ method: 'GET', path: '/health/live' }]],
    ['POST /properties, pages 1 to 5', filters.map((filter, n) => search({ ...filter, page: 1 + (n % 5) }))],
    ['POST /properties, cursor, second page', secondPages],
    [
      'GET /properties/{uuid}',
      [...uuids].slice(0, 500).map((uuid) => ({ method: 'GET', path: `/properties/${uuid}`, headers })),
    ],
  ];
}

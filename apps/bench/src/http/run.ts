import type { Request } from 'autocannon';
import { parseArgs } from 'node:util';
import { ApiProcess } from '../harness/api-process.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { fillWithShownProperties } from '../data/fill-with-shown-properties.js';
import { CLIENTS, fire } from '../harness/http-load.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { classicSearch, commonFilter } from '../data/common-filter.js';
import { readNumbers } from '../harness/read-numbers.js';
import { quantile } from '../harness/times.js';

const WARM_UP_SECONDS = 3;
const FILTERS = 120;

/**
 * What one API process answers over HTTP, on properties of a database of its own; beside it, a route that does nothing,
 * as the ceiling of HTTP.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      properties: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '8' },
    },
  });
  const { properties, seconds } = readNumbers(values, ['properties', 'seconds']);
  const results = await withBenchDatabase(async (database, url) => {
    say(
      `${properties.toLocaleString('en')} properties are made; then ${CLIENTS} clients ask for ${seconds} s per case.`,
    );
    await fillWithShownProperties(database, properties);
    const api = await ApiProcess.start(url);
    try {
      return await measure(api.url, await api.makeKey(database), seconds);
    } finally {
      await api.stop();
    }
  });
  printResults(results, values.json);
  const failed = results.filter(({ errors }) => errors !== 0);
  if (failed.length > 0) throw new Error(`Requests failed: ${failed.map((result) => result.case).join(', ')}.`);
}

async function measure(url: string, apiKey: string, seconds: number): Promise<BenchResult[]> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', accept: 'application/json' };
  const search = (body: object): Request => ({
    method: 'POST',
    path: '/properties',
    headers,
    body: JSON.stringify(body),
  });
  const filters = Array.from({ length: FILTERS }, (_, n) => classicSearch(commonFilter(n, FILTERS)));
  const secondPages: Request[] = [];
  const uuids = new Set<string>();
  for (const filter of filters) {
    const cursorSearch = { ...filter, paginationType: 'cursor' };
    const { cursor, items } = await firstPage(url, search(cursorSearch));
    if (cursor != null) secondPages.push(search({ ...cursorSearch, cursor }));
    for (const { uuid } of items) uuids.add(uuid);
  }
  const cases: [string, Request[]][] = [
    ['GET /health/live', [{ method: 'GET', path: '/health/live' }]],
    ['POST /properties, pages 1 to 5', filters.map((filter, n) => search({ ...filter, page: 1 + (n % 5) }))],
    ['POST /properties, cursor, second page', secondPages],
    [
      'GET /properties/{uuid}',
      [...uuids].slice(0, 500).map((uuid) => ({ method: 'GET', path: `/properties/${uuid}`, headers })),
    ],
  ];
  const results: BenchResult[] = [];
  for (const [name, requests] of cases) {
    await fire(url, requests, WARM_UP_SECONDS);
    const { times, errors } = await fire(url, requests, seconds);
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

interface FirstPage {
  readonly items: { readonly uuid: string }[];
  readonly cursor?: string | null;
}

async function firstPage(url: string, { path: address, ...request }: Request): Promise<FirstPage> {
  const response = await fetch(url + address!, request);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as FirstPage;
}

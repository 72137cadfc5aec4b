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
import { commonFilter } from './search-cases.js';
import { quantile } from './response-times.js';

const WARM_UP_SECONDS = 3;
const FILTERS = 120;

/** What one API process answers over HTTP, on properties of a database of its own; beside it, a route that does nothing, as the ceiling of HTTP. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      properties: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '8' },
    },
  });
  const [properties, seconds] = [Number(values.properties), Number(values.seconds)];
  if (![properties, seconds].every((value) => Number.isInteger(value) && value > 0))
    throw new Error('--properties and --seconds expect whole numbers above 0');
  const results = await withBenchDatabase(async (database, url) => {
    console.error(
      `${properties.toLocaleString('en')} properties are made; then ${CLIENTS} clients ask for ${seconds} s per case.`,
    );
    await fillWithShownProperties(database, properties);
    const home = mkdtempSync(path.join(tmpdir(), 'gable-bench-api-'));
    const api = await ApiProcess.start({ DATABASE_URL: url, GABLE_HOME: home });
    try {
      return await measure(api.url, await makeKey(database, home), seconds);
    } finally {
      await api.stop();
      rmSync(home, { recursive: true, force: true });
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
  const filters = Array.from({ length: FILTERS }, (_, n) => bodyOf(n));
  const secondPages: Request[] = [];
  const uuids = new Set<string>();
  for (const filter of filters) {
    const walk = { ...filter, paginationType: 'cursor' };
    const { cursor, items } = await firstPage(url, search(walk));
    if (cursor != null) secondPages.push(search({ ...walk, cursor }));
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

/** A common filter in the classic spelling. */
function bodyOf(n: number): object {
  const { city, price, minRooms, sort } = commonFilter(n, FILTERS);
  return {
    transactionType: 'SELL',
    propertyTypes: ['FLAT'],
    cityIds: [city],
    price: { gte: price.min, lte: price.max },
    rooms: { gte: minRooms },
    sort,
    size: 20,
  };
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

import { setTimeout as sleep } from 'node:timers/promises';
import { MarkStore, SearchIndexStore } from '@gable/persistence/indexing';
import type { Database } from '@gable/persistence';
import {
  DEFAULT_SORT,
  IndexAdmin,
  indexNames,
  openSearchClient,
  OpenSearchSearch,
  Rebuild,
  type OpenSearchClient,
  type PageQuery,
  type PropertySearch,
} from '@gable/search';
import { PostgresPropertyDocuments, PostgresSearch } from '@gable/search-postgres';
import { withBenchDatabase } from './bench-database.js';
import { withOpenSearch, type OpenSearch } from './percolator/open-search.js';
import { printResults, type BenchResult } from './print-results.js';
import { quantile } from './response-times.js';
import { commonFilter, criteriaOf, FLAT, inDivision, range, SALE, SEARCH_CASES } from './search-cases.js';
import { fillWithProperties } from './search-data.js';

const ROUNDS = 40;
const WARM_UP_ROUNDS = 300; // a Java server is slow until it has compiled what it does often
const MIX = 600;
/** As many as one API process keeps busy. */
const CLIENTS = 8;
const SECONDS = 5;

interface Engines {
  readonly postgres: PropertySearch;
  readonly openSearch: PropertySearch;
}

/** Both engines over the same properties, in turns, so that whatever else the machine does hits both. */
export async function runSideBySide(sizes: readonly number[], json: boolean, heap: string): Promise<void> {
  const results: BenchResult[] = [];
  for (const properties of sizes) {
    results.push(
      ...(await withOpenSearch(heap, (server) =>
        withBenchDatabase(async (database) => {
          process.stderr.write(`writing ${properties.toLocaleString('en')} properties …\n`);
          await fillWithProperties(database, properties);
          const client = openSearchClient(server.url, { timeoutMs: 60_000 });
          try {
            const built = await index(database, client, properties, server);
            const openSearch = new OpenSearchSearch(client, {
              alias: indexNames().alias,
              timeoutMs: 30_000,
              now: () => Promise.resolve(Date.now()),
            });
            return [
              built,
              ...(await measure({ postgres: new PostgresSearch(database), openSearch }, properties)),
              await memory(server, client, properties),
            ];
          } finally {
            await client.close();
          }
        }),
      )),
    );
  }
  printResults(results, json);
}

async function index(
  database: Database,
  client: OpenSearchClient,
  properties: number,
  server: OpenSearch,
): Promise<BenchResult> {
  const rebuild = new Rebuild(
    new IndexAdmin(client, indexNames()),
    new SearchIndexStore(database),
    new PostgresPropertyDocuments(database),
    new MarkStore(database),
    (ms) => sleep(ms),
  );
  const began = performance.now();
  for (;;) {
    const { phase, loaded } = await rebuild.step(Date.now());
    if (phase !== 'done') continue;
    const seconds = (performance.now() - began) / 1_000;
    return {
      bench: 'search',
      case: 'index made',
      properties,
      documents: loaded,
      documentsPerSecond: Math.round(loaded / seconds),
      serverMegabytes: server.residentMegabytes(),
    };
  }
}

async function measure({ postgres, openSearch }: Engines, properties: number): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  const head = (name: string) => ({ bench: 'search', case: name, properties });
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1)
    await Promise.all([
      openSearch.findPage(commonPage(round)),
      openSearch.count(SEARCH_CASES[round % SEARCH_CASES.length]!.criteria),
    ]);

  for (const { name, criteria } of SEARCH_CASES) {
    const query: PageQuery = { criteria, sort: DEFAULT_SORT, offset: 0, limit: 20 };
    const [first, other] = await Promise.all([postgres.findPage(query), openSearch.findPage(query)]);
    if (first.total !== other.total || first.ids.join() !== other.ids.join())
      throw new Error(`"${name}": the engines answer differently: ${first.total} and ${other.total}`);
    results.push({
      ...head(`first page: ${name}`),
      total: first.total,
      ...(await inTurns(
        () => postgres.findPage(query),
        () => openSearch.findPage(query),
        ROUNDS,
      )),
    });
  }
  for (const { name, criteria } of SEARCH_CASES) {
    const totals = await Promise.all([postgres.count(criteria), openSearch.count(criteria)]);
    if (totals[0] !== totals[1]) throw new Error(`"${name}": the engines count differently: ${totals.join(' and ')}`);
    results.push({
      ...head(`exact count: ${name}`),
      total: totals[0],
      ...(await inTurns(
        () => postgres.count(criteria),
        () => openSearch.count(criteria),
        5,
      )),
    });
  }
  let next = 0;
  results.push({
    ...head('mix of common filters'),
    ...(await inTurns(
      () => postgres.findPage(commonPage(next)),
      () => openSearch.findPage(commonPage(next++)),
      MIX,
    )),
  });
  results.push({
    ...head(`mix, ${CLIENTS} at once`),
    pgPerSecond: await perSecond(postgres),
    osPerSecond: await perSecond(openSearch),
  });
  return results;
}

function commonPage(n: number): PageQuery {
  const { city, price, minRooms, sort } = commonFilter(n % MIX, MIX);
  return {
    criteria: criteriaOf(
      SALE,
      FLAT,
      range('price', price.min, price.max),
      range('rooms', minRooms, null),
      inDivision(city),
    ),
    sort,
    offset: 20 * (n % 5),
    limit: 20,
  };
}

async function inTurns(
  postgres: () => Promise<unknown>,
  openSearch: () => Promise<unknown>,
  rounds: number,
): Promise<Record<string, number>> {
  const times = { pg: [] as number[], os: [] as number[] };
  for (let round = -2; round < rounds; round += 1) {
    for (const [name, ask] of [
      ['pg', postgres],
      ['os', openSearch],
    ] as const) {
      const from = performance.now();
      await ask();
      if (round >= 0) times[name].push(performance.now() - from);
    }
  }
  return {
    pgP50: quantile(times.pg, 0.5),
    pgP99: quantile(times.pg, 0.99),
    osP50: quantile(times.os, 0.5),
    osP99: quantile(times.os, 0.99),
  };
}

async function perSecond(engine: PropertySearch): Promise<number> {
  let answered = 0;
  const until = performance.now() + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < until) await engine.findPage(commonPage(answered++));
    }),
  );
  return Math.round(answered / SECONDS);
}

async function memory(server: OpenSearch, client: OpenSearchClient, properties: number): Promise<BenchResult> {
  const { body } = await client.indices.stats({ index: indexNames().alias, metric: ['store'] });
  return {
    bench: 'search',
    case: 'memory and disk',
    properties,
    serverMegabytes: server.residentMegabytes(),
    indexMegabytes: Math.round((body._all.primaries?.store?.size_in_bytes ?? 0) / 1_000_000),
  };
}

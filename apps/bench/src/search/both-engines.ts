import type { Database } from '@gable/persistence';
import {
  DEFAULT_SORT,
  indexNames,
  openSearchClient,
  OpenSearchSearch,
  type OpenSearchClient,
  type PageQuery,
  type PropertySearch,
} from '@gable/search';
import { PostgresPropertyDocuments, PostgresSearch } from '@gable/search-postgres';
import { withBenchDatabase } from '../harness/bench-database.js';
import { withOpenSearch, type OpenSearch } from '../harness/open-search.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { inTurns, quantile } from '../harness/times.js';
import { commonPage } from '../data/common-filter.js';
import { rebuild } from '../indexing/indexing-bench.js';
import { SEARCH_CASES } from './cases.js';
import { fillWithProperties } from '../data/fill-with-properties.js';

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
export async function compareEngines(sizes: readonly number[], json: boolean, heap: string): Promise<void> {
  const results: BenchResult[] = [];
  for (const properties of sizes) {
    results.push(
      ...(await withOpenSearch(heap, (server) =>
        withBenchDatabase(async (database) => {
          say(`writing ${properties.toLocaleString('en')} properties …`);
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

/** Makes the index that searches ask, of all that is stored. */
export async function index(
  database: Database,
  client: OpenSearchClient,
  properties: number,
  server: OpenSearch,
): Promise<BenchResult> {
  const began = performance.now();
  const documents = await rebuild({ client, database, documents: new PostgresPropertyDocuments(database) });
  const seconds = (performance.now() - began) / 1_000;
  return {
    bench: 'search',
    case: 'index made',
    properties,
    documents,
    documentsPerSecond: Math.round(documents / seconds),
    serverMegabytes: server.residentMegabytes(),
  };
}

async function measure({ postgres, openSearch }: Engines, properties: number): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  const head = (name: string) => ({ bench: 'search', case: name, properties });
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1)
    await Promise.all([
      openSearch.findPage(commonPage(round, MIX)),
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
      ...(await compared(
        () => postgres.findPage(query),
        () => openSearch.findPage(query),
        ROUNDS,
      )),
    });
  }
  for (const { name, criteria } of SEARCH_CASES) {
    const totals = await Promise.all([postgres.count(criteria), openSearch.count(criteria)]);
    if (totals[0].total !== totals[1].total)
      throw new Error(`"${name}": the engines count ${totals[0].total} and ${totals[1].total}`);
    results.push({
      ...head(`exact count: ${name}`),
      total: totals[0].total,
      ...(await compared(
        () => postgres.count(criteria),
        () => openSearch.count(criteria),
        5,
      )),
    });
  }
  let next = 0;
  results.push({
    ...head('mix of common filters'),
    ...(await compared(
      () => postgres.findPage(commonPage(next, MIX)),
      () => openSearch.findPage(commonPage(next++, MIX)),
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

async function compared(
  postgres: () => Promise<unknown>,
  openSearch: () => Promise<unknown>,
  rounds: number,
): Promise<Record<string, number>> {
  const [pg, os] = await inTurns(postgres, openSearch, { warmUp: 2, rounds });
  return { pgP50: quantile(pg, 0.5), pgP99: quantile(pg, 0.99), osP50: quantile(os, 0.5), osP99: quantile(os, 0.99) };
}

async function perSecond(engine: PropertySearch): Promise<number> {
  let answered = 0;
  const until = performance.now() + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < until) await engine.findPage(commonPage(answered++, MIX));
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

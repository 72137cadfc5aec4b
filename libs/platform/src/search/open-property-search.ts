import type { Database } from '@gable/persistence';
import { SearchIndexStore } from '@gable/persistence/indexing';
import { beginAtZero, Counter, Gauge, type Config, type Health, type Logger, type Registry } from '@gable/runtime';
import {
  explainFailure,
  FallbackSearch,
  openSearchClient,
  OpenSearchSearch,
  SearchUnavailable,
  type PropertySearch,
} from '@gable/search';
import { PostgresSearch } from '@gable/search-postgres';
import { traceSearch } from './trace-search.js';
import { withCitiesInMemory } from './with-cities-in-memory.js';
import { withKeptIndex } from './with-kept-index.js';
import { withMapInMemory } from './with-map-in-memory.js';

/** What OpenSearch may take for a search. With PostgreSQL after it, the whole stays under a second. */
const SEARCH_TIMEOUT_MS = 750;

/** A search engine, and what closes its connections. */
export interface OpenedSearch {
  readonly search: PropertySearch;
  close(): Promise<void>;
}

interface Surroundings {
  config: Pick<
    Config,
    'searchEngine' | 'openSearchUrl' | 'openSearchAlias' | 'searchFallback' | 'searchCountBudgetMs'
  > &
    Partial<Pick<Config, 'searchMapBytes' | 'searchCityBytes'>>;
  database: Database;
  health: Health;
  metrics: Registry;
  log: Logger;
}

/**
 * Opens the engine that the settings name. PostgreSQL answers while OpenSearch does not, unless `SEARCH_FALLBACK` is
 * `off`. With `SEARCH_MAP_MEMORY`, maps come from memory, whatever the engine; with `SEARCH_CITY_MEMORY`, searches of
 * cities that PostgreSQL would answer.
 */
export function openPropertySearch(surroundings: Surroundings): OpenedSearch {
  const opened = openEngine(surroundings);
  const { config, database, metrics, log } = surroundings;
  if (config.searchMapBytes === undefined) return opened;
  const { search, close } = withMapInMemory(opened.search, {
    mostBytes: config.searchMapBytes,
    database,
    metrics,
    log,
  });
  return {
    search,
    close() {
      close();
      return opened.close();
    },
  };
}

function openEngine(surroundings: Surroundings): OpenedSearch {
  const { config, database, health, metrics, log } = surroundings;
  const plain = new PostgresSearch(database, config.searchCountBudgetMs);
  if (config.searchEngine === 'postgres') {
    const mostBytes = config.searchCityBytes ?? 0;
    const { search, close } = withCitiesInMemory(plain, { mostBytes, database, metrics, log });
    return { search: traceSearch(search, 'postgres'), close: () => Promise.resolve(close()) };
  }
  const postgres = traceSearch(plain, 'postgres');
  const client = openSearchClient(config.openSearchUrl!, { timeoutMs: SEARCH_TIMEOUT_MS });
  const engine = new OpenSearchSearch(client, {
    alias: config.openSearchAlias,
    timeoutMs: SEARCH_TIMEOUT_MS,
    countBudgetMs: config.searchCountBudgetMs,
    now: () => postgres.now(),
  });
  const fallBack = config.searchFallback === 'postgres';
  const answers = new Counter({
    name: 'gable_search_answers_total',
    help: 'Searches answered, by engine.',
    labelNames: ['backend'],
    registers: [metrics],
  });
  beginAtZero(answers, { backend: ['postgres', 'opensearch'] });
  const traced = { ...traceSearch(engine, 'opensearch'), probe: () => engine.probe() };
  const search = new FallbackSearch(withKeptIndex(traced, new SearchIndexStore(database)), postgres, {
    fallBack,
    onAnswer: (backend) => answers.inc({ backend }),
    onSwitch: (reason) => {
      if (reason === null) log.info('OpenSearch answers again');
      else
        log.warn(
          { reason: explainFailure(causeOf(reason)), err: causeOf(reason) },
          fallBack
            ? 'OpenSearch is out of order; PostgreSQL answers meanwhile'
            : 'OpenSearch is out of order; searches are answered with 503 meanwhile',
        );
    },
    onBeyond: (reason) => log.warn({ err: reason }, 'a search went to PostgreSQL, because OpenSearch does not take it'),
    onSlow: (reason) => log.warn({ err: causeOf(reason) }, 'a search took OpenSearch too long'),
  });
  new Gauge({
    name: 'gable_search_breaker_open',
    help: '1 while OpenSearch is left alone.',
    registers: [metrics],
    aggregator: 'max',
    collect() {
      this.set(search.isOpen ? 1 : 0);
    },
  });
  if (!fallBack)
    health.add('search', () => {
      if (search.isOpen) throw new SearchUnavailable('OpenSearch is out of order.', 1);
    });
  return {
    search,
    async close() {
      search.close();
      await client.close();
    },
  };
}

/** What happened, rather than what the caller is answered. */
function causeOf(reason: unknown): unknown {
  return reason instanceof Error && reason.cause !== undefined ? reason.cause : reason;
}

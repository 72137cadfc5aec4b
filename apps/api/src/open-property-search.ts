import type { Database } from '@gable/persistence';
import { Counter, Gauge, type Config, type Health, type Logger, type Registry } from '@gable/runtime';
import {
  ALIAS,
  FallbackSearch,
  openSearchClient,
  OpenSearchSearch,
  SearchUnavailable,
  type PropertySearch,
} from '@gable/search';
import { PostgresSearch } from '@gable/search-postgres';

/**
 * What OpenSearch may take for a search. With PostgreSQL after it the whole stays under a second; an engine that needs
 * longer is as good as out of order.
 */
const SEARCH_TIMEOUT_MS = 750;

interface Surroundings {
  config: Pick<Config, 'searchEngine' | 'openSearchUrl' | 'searchFallback'>;
  database: Database;
  health: Health;
  metrics: Registry;
  log: Logger;
  /** Of the index; specs have one each. */
  alias?: string;
}

/**
 * The engine that the settings name. OpenSearch stands before PostgreSQL, which answers while it is out of order,
 * unless that is switched off.
 */
export function openPropertySearch({ config, database, health, metrics, log, alias = ALIAS }: Surroundings): {
  search: PropertySearch;
  close: () => Promise<void>;
} {
  const postgres = new PostgresSearch(database);
  if (config.searchEngine === 'postgres') return { search: postgres, close: () => Promise.resolve() };
  const client = openSearchClient(config.openSearchUrl!, { timeoutMs: SEARCH_TIMEOUT_MS });
  const engine = new OpenSearchSearch(client, { alias, timeoutMs: SEARCH_TIMEOUT_MS, now: () => postgres.now() });
  const fallBack = config.searchFallback === 'postgres';
  const answers = new Counter({
    name: 'gable_search_answers_total',
    help: 'Searches answered, by engine.',
    labelNames: ['backend'],
    registers: [metrics],
  });
  const search = new FallbackSearch(engine, postgres, {
    fallBack,
    onAnswer: (backend) => answers.inc({ backend }),
    onSwitch: (reason) => {
      if (reason === null) log.info('OpenSearch answers again');
      else
        log.warn(
          { err: causeOf(reason) },
          fallBack
            ? 'OpenSearch is out of order; PostgreSQL answers meanwhile'
            : 'OpenSearch is out of order; searches are answered with 503 meanwhile',
        );
    },
    onBeyond: (reason) => log.warn({ err: reason }, 'a search went to PostgreSQL, because OpenSearch does not take it'),
  });
  new Gauge({
    name: 'gable_search_breaker_open',
    help: '1 while OpenSearch is left alone.',
    registers: [metrics],
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

/** What happened, rather than what callers are told of it. */
function causeOf(reason: unknown): unknown {
  return reason instanceof Error && reason.cause !== undefined ? reason.cause : reason;
}

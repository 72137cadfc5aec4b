import { ConfigError, readConfig, type Config } from './config.js';
import { openSearchUrlOf } from './local-opensearch.js';

/**
 * The settings of a process of the service, or its end with code 2 and every mistake on standard error: nothing can be
 * logged before the log is configured. Where OpenSearch is searched, its address is among them: as set, else that of
 * the local one.
 */
export function readConfigOrExit(): Config {
  try {
    return withOpenSearch(readConfig(process.env));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/** @throws ConfigError where OpenSearch is to be searched and nobody says where it is */
export function withOpenSearch(config: Config): Config {
  if (config.searchEngine !== 'opensearch') return config;
  const openSearchUrl = openSearchUrlOf(config);
  if (openSearchUrl === undefined) {
    throw new ConfigError([
      'OPENSEARCH_URL: must be set if SEARCH_ENGINE is opensearch, ' +
        'unless npm start or npm run opensearch runs a local one.',
    ]);
  }
  return { ...config, openSearchUrl };
}

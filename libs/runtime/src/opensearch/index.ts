export { OPENSEARCH_LAUNCHER, launchOpenSearch, stopOpenSearch } from './launcher.js';
export { type OpenSearchServer } from './running-server.js';
export { type OpenSearchOptions, type StartedOpenSearch } from './server.js';

export * from './config.js';
export { openSearchHome, openSearchUrlOf } from './local-opensearch.js';
export { readConfigOrExit, withOpenSearch } from './read-config-or-exit.js';
export { parseDurationMs } from './durations.js';

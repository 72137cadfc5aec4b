export * from './config.js';
export { readConfigOrExit } from './read-config-or-exit.js';
export { parseDurationMs } from './durations.js';
